"""A worker tells the hall how its tables are, every two seconds, of those that have changed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias
from weakref import ref

from sqlalchemy import Connection, Engine, bindparam, func, select, update

from companion.errors import NotOwnerError, StoreError
from companion.hall.database.event_repository import load_standing
from companion.hall.database.schema import lamps
from companion.hall.tables.served_table import ServedTable
from companion.hall_link import NOTHING, UNREAD, report_of, with_answered

logger = logging.getLogger(__name__)

Mark: TypeAlias = tuple[object, ...]
"""Another one where something is to be told."""


class ReportWriter:
    """Of one worker. For one thread."""

    def __init__(self, engine: Engine, worker: Callable[[], int], clock: Callable[[], float] = time.time) -> None:
        """`worker`: its number on the roll; `clock`: s, Unix, for display."""
        self._engine, self._worker, self._clock = engine, worker, clock
        self._marks: dict[str, Mark] = {}
        self._told: dict[str, Mapping[str, Any]] = {}

    def exchange_news(self, served: Mapping[str, ServedTable]) -> None:
        """Tell these tables how the event of many stands, and the staff how they are."""
        try:
            self._update_event(served)
            self.write_changed(served)
        except StoreError as error:
            logger.info("the staff is not told how the tables are: %s", error)

    def _update_event(self, served: Mapping[str, ServedTable]) -> None:
        """Raises StoreError."""
        found = load_standing(self._engine)
        for name, lamp in served.items():
            lamp.sharing.update_event(found.of(name) if found is not None else None)

    def write_changed(self, served: Mapping[str, ServedTable]) -> int:
        """Of these lamps those that have changed, or have come; how many. Of all others nothing is known any more. Raises StoreError."""
        self._forget(served)
        news = {name: mark for name, lamp in served.items() if (mark := mark_of(lamp)) != self._marks.get(name)}
        if news:
            self._learn(news)
            reports = {name: report for name in news if (report := self._report(name, served[name])) is not None}
            self._write(reports)
            self._told |= reports
            self._marks |= news
        return len(news)

    def _forget(self, served: Mapping[str, ServedTable]) -> None:
        """Whatever is served elsewhere, or was and has come back: another worker may have told of it since."""
        stays = {name for name, mark in self._marks.items() if name in served and mark[0] == ref(served[name])}
        self._marks = {name: mark for name, mark in self._marks.items() if name in stays}
        self._told = {name: told for name, told in self._told.items() if name in stays}

    def _learn(self, news: Iterable[str]) -> None:
        """What another worker told of them: since when nobody has answered is no matter of who serves."""
        unknown = [name for name in news if name not in self._told]
        if unknown:
            with self._engine.connect() as connection:
                query = select(lamps.c.name, lamps.c.report).where(lamps.c.name.in_(unknown))
                self._told |= {row.name: row.report or {} for row in connection.execute(query)}

    def _report(self, name: str, lamp: ServedTable) -> Mapping[str, Any] | None:
        """None: it was left in this moment."""
        try:
            report = report_of(lamp, lamp.calling.since)
        except NotOwnerError:
            return None
        except Exception:  # of this table alone; it is told of again where it has changed
            logger.exception("the table %s cannot be looked at for the staff", name)
            report = {**NOTHING, "help": lamp.calling.since, "wrong": [UNREAD]}
        return with_answered(report, self._told.get(name, {}), self._clock())

    def _write(self, reports: Mapping[str, Mapping[str, Any]]) -> None:
        """Of those that are this worker's still: what is told too late is no news. In one order, or two workers might wait for each other."""
        mine = (lamps.c.name == bindparam("lamp")) & (lamps.c.worker == self._worker())
        told = update(lamps).where(mine).values(seen=func.now(), report=bindparam("how"))
        if reports:
            with self._engine.begin() as connection:
                connection.execute(told, [{"lamp": name, "how": dict(reports[name])} for name in sorted(reports)])


def stored_call(connection: Connection, name: str) -> float:
    """Since when somebody at a lamp calls for the staff, as another worker told of it; s, Unix, 0 = nobody does."""
    row = connection.execute(select(lamps.c.report, lamps.c.wish).where(lamps.c.name == name)).one_or_none()
    called = (row.report or {}).get("help") if row is not None and not row.wish else 0
    return float(called) if isinstance(called, int | float) else 0.0


def mark_of(lamp: ServedTable) -> Mark:
    """Cheap: it is asked of every lamp, again and again."""
    return ref(lamp), lamp.sessions.rev, lamp.broadcaster.streams, lamp.calling.since, lamp.reader_states()
