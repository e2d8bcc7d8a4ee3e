"""A worker tells the hall how its tables are, every two seconds, of those that have changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Engine, bindparam, func, select, update

from companion.lamp import Lamp
from companion.reporting import report_of, with_answered
from companion.venue.schema import lamps

Mark: TypeAlias = tuple[object, ...]
"""Another one where something is to be told."""


class Reports:
    """Of one worker. For one thread."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.time) -> None:
        """`clock`: s, Unix, for display."""
        self._engine, self._clock = engine, clock
        self._marks: dict[str, Mark] = {}
        self._told: dict[str, Mapping[str, Any]] = {}

    def tell(self, served: Iterable[tuple[str, Lamp]]) -> int:
        """Of these lamps those that have changed; how many. Raises StoreFails."""
        news = {name: lamp for name, lamp in served if self._marks.get(name) != mark_of(lamp)}
        if news:
            self._learn(news)
            marks = {name: mark_of(lamp) for name, lamp in news.items()}
            reports = {name: self._report(name, lamp) for name, lamp in news.items()}
            self._write(reports)
            self._told |= reports
            self._marks |= marks
        return len(news)

    def forget(self, name: str) -> None:
        """It is served here no more."""
        self._marks.pop(name, None)
        self._told.pop(name, None)

    def _learn(self, news: Iterable[str]) -> None:
        """What another worker told of them: since when nobody has answered is no matter of who serves."""
        unknown = [name for name in news if name not in self._told]
        if unknown:
            with self._engine.connect() as connection:
                query = select(lamps.c.name, lamps.c.report).where(lamps.c.name.in_(unknown))
                self._told |= {row.name: row.report or {} for row in connection.execute(query)}

    def _report(self, name: str, lamp: Lamp) -> Mapping[str, Any]:
        return with_answered(report_of(lamp), self._told.get(name, {}), self._clock())

    def _write(self, reports: Mapping[str, Mapping[str, Any]]) -> None:
        told = update(lamps).where(lamps.c.name == bindparam("lamp")).values(seen=func.now(), report=bindparam("how"))
        with self._engine.begin() as connection:
            connection.execute(told, [{"lamp": name, "how": dict(report)} for name, report in reports.items()])


def mark_of(lamp: Lamp) -> Mark:
    """Cheap: it is asked of every lamp, again and again."""
    return lamp.hall.rev, lamp.hub.streams, lamp.calling.since, lamp.senses()
