"""What the staff of a hall sees of its tables, and does for them."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Engine, func, select, update

from companion.hall import summary_store
from companion.hall.database import event_repository
from companion.hall.database.schema import HELPED, HERE, THERE, WIPE, lamps, workers
from companion.hall.database.worker_registry import living_workers
from companion.hall_link import TableReport, read_report
from companion.presentation.responses import EveningSummary, HallFigures, HallTable, SharedEvent, StaffPage, State
from companion.schema import Refused

QUIET = 600.0
"""s without an answer after which people may have left, or wait for somebody."""
UNHEARD = 30.0
"""s of silence after which a machine of its own is not there."""
ORDER: tuple[State, ...] = ("help", "wrong", "dark", "wiping", "quiet", "playing", "away", "over", "free")


class HallStaff:
    """`companion.web.routes.staff.StaffService`, of a hall's database. Safe for threads."""

    def __init__(self, engine: Engine, address: Callable[[str], str]) -> None:
        """`address` of a lamp's page."""
        self._engine, self._address = engine, address

    def page(self, assets: str) -> StaffPage:
        with self._engine.connect() as connection:
            living = living_workers(connection)
            heard = func.extract("epoch", lamps.c.seen).label("heard")
            served = func.extract("epoch", workers.c.seen).label("served")
            both = lamps.outerjoin(workers, lamps.c.worker == workers.c.id)
            rows = connection.execute(select(lamps, heard, served).select_from(both)).all()
        now = time.time()
        tables = sorted((self._table(row, living, now) for row in rows), key=_urgency)
        return StaffPage(assets, figures_of(tables, len(living)), self._event(), tuple(tables))

    def begin(self, title: str, goal: int) -> None:
        event_repository.begin_event(self._engine, title, goal)

    def end(self, event: int) -> None:
        event_repository.end_event(self._engine, event)

    def _event(self) -> SharedEvent | None:
        found = event_repository.load_standing(self._engine)
        if found is None:
            return None
        event = found.event
        return SharedEvent(event.id, event.title, event.goal, event.total, 0, 0, event.is_over)

    def keep_evening(self, name: str) -> str:
        return summary_store.store_summary(self._engine, name)

    def evening(self, token: str) -> EveningSummary | None:
        return summary_store.find_summary(self._engine, token)

    def helped(self, name: str) -> None:
        self._wish(name, HELPED, lamps.c.wish != WIPE)  # who is to find an empty table still does

    def wipe(self, name: str) -> None:
        if not self._wish(name, WIPE, lamps.c.plays == HERE):
            raise Refused(
                "NOT_HERE",
                "This table keeps its log at its own machine: stop its Lamplight, delete log.db and backups in its data folder, start it again."
                " What the hall has of it goes then.",
            )

    def _wish(self, name: str, wish: str, where: ColumnElement[bool]) -> bool:
        """Whether it can be wished there. Raises Refused where there is no such table."""
        here = lamps.c.name == name
        with self._engine.begin() as connection:
            if connection.execute(update(lamps).where(here & where).values(wish=wish)).rowcount:
                return True
            if connection.scalar(select(lamps.c.name).where(here)) is None:
                raise Refused("NO_TABLE", "There is no such table in this hall any more.")
        return False

    def _table(self, row: Any, living: frozenset[int], now: float) -> HallTable:
        report = read_report(row.report or {})
        heard, served = float(row.heard or 0.0), float(row.served or 0.0)
        state = state_of(row, report, living, now - heard)
        since = {"help": report.help, "quiet": report.answered, "dark": heard if row.plays == THERE else served}.get(
            state, 0.0
        )
        return HallTable(
            *(row.name, state, row.plays, self._address(row.name) if row.plays == HERE else ""),
            *(report.game, report.where, report.seats, report.answers),
            *(report.pages, since, (*report.wrong, *report.stumbled)),
        )


def state_of(row: Any, report: TableReport, living: frozenset[int], silent: float) -> State:
    """`silent`: s since the table was last heard of."""
    if row.wish == WIPE:
        return "wiping"
    if row.plays == THERE and row.seen is None:
        return "away"
    if (row.plays == HERE and row.worker not in living) or (row.plays == THERE and silent > UNHEARD):
        return "dark"
    if report.help and row.wish != HELPED:
        return "help"
    if report.wrong or report.stumbled:
        return "wrong"
    if not report.game:
        return "free"
    if report.over:
        return "over"
    return "quiet" if time.time() - report.answered > QUIET else "playing"


def figures_of(tables: list[HallTable], workers: int) -> HallFigures:
    """All together. One that is not heard just now plays on, as far as anybody knows: its people still sit there. Whose game has
    ended, and whose is being wiped, is in none of them.
    """
    played = [table for table in tables if table.game and table.state not in {"over", "wiping"}]
    games = Counter(table.game for table in played)
    return HallFigures(
        tables=len(tables),
        playing=len(played),
        calls=sum(table.state == "help" for table in tables),
        people=sum(table.seats for table in played),
        answers=sum(table.answers for table in played),
        workers=workers,
        games=tuple(games.most_common()),
    )


def _urgency(table: HallTable) -> tuple[int, float, tuple[str | int, ...]]:
    """Who needs somebody; of those who call, who has called longest; else by name, lamp-2 before lamp-10."""
    waited = table.since if table.state == "help" else 0.0
    parts = re.split(r"([0-9]+)", table.name)
    return ORDER.index(table.state), waited, tuple(int(part) if part.isdecimal() else part for part in parts)
