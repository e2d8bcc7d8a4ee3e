"""Overview and actions for the staff."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from sqlalchemy import Engine, func, select, update

from companion.hall.database import (
    HELPED_WISH,
    HERE,
    THERE,
    TableDatabase,
    count_workers,
    event_repository,
    find_place,
    lamps,
    table_mark,
)
from companion.hall.evening_summary import find_summary, store_summary
from companion.hall.settings import HallSettings
from companion.hall.table_deletion import wipe_table
from companion.hall_link import TableReport, read_report
from companion.i18n import _
from companion.presentation.responses import EveningSummary, HallFigures, HallTable, SharedEvent, StaffPage, State
from companion.schema import Refused

QUIET_AFTER = 600.0
"""s without an answer after which a table counts as quiet."""
OFFLINE_AFTER = 30.0
"""s without a message after which a table's own machine counts as offline."""
STATE_ORDER: tuple[State, ...] = ("help", "wrong", "dark", "quiet", "playing", "away", "over", "free")


class HallStaff:
    """`companion.web.staff_app.StaffService` over the database. Thread-safe."""

    def __init__(self, engine: Engine, settings: HallSettings) -> None:
        self._engine, self._settings = engine, settings

    def page(self, assets: str) -> StaffPage:
        with self._engine.connect() as connection:
            workers = count_workers(connection)
            last_seen = func.extract("epoch", lamps.c.seen).label("heard")
            rows = connection.execute(select(lamps, last_seen)).all()
        now = time.time()
        tables = sorted((self._table(row, workers, now) for row in rows), key=_urgency)
        return StaffPage(assets, figures_of(tables, workers), self._event(), tuple(tables))

    def begin(self, title: str, goal: int) -> None:
        event_repository.begin_event(self._engine, title, goal)

    def end(self, event: int) -> None:
        event_repository.end_event(self._engine, event)

    def _event(self) -> SharedEvent | None:
        standing = event_repository.load_standing(self._engine)
        if standing is None:
            return None
        event = standing.event
        return SharedEvent(event.id, event.title, event.goal, event.total, 0, 0, event.is_over)

    def keep_evening(self, name: str) -> str:
        return store_summary(self._engine, name)

    def evening(self, token: str) -> EveningSummary | None:
        return find_summary(self._engine, token)

    def helped(self, name: str) -> None:
        """Mark a call as answered. A served table shows it at once, another one with its next sync."""
        here = lamps.c.name == name
        if self._place_of(name) == HERE:
            with TableDatabase(self._engine, name, table_mark(self._engine, name)).begin() as connection:
                connection.execute(update(lamps).where(here).values(called=0))
        else:
            with self._engine.begin() as connection:
                connection.execute(update(lamps).where(here).values(wish=HELPED_WISH))

    def wipe(self, name: str) -> None:
        if self._place_of(name) != HERE:
            raise Refused(
                "NOT_HERE",
                _(
                    "This table keeps its log at its own machine: stop its Lamplight, delete log.db and backups in its data folder, start it again."
                    " What the hall has of it goes then."
                ),
            )
        wipe_table(self._engine, self._settings.of(name))

    def _place_of(self, name: str) -> str:
        """Return HERE or THERE. Raises Refused where there is no such table."""
        with self._engine.connect() as connection:
            plays = find_place(connection, name)
        if plays is None:
            raise Refused("NO_TABLE", _("There is no such table in this hall any more."))
        return plays

    def _table(self, row: Any, workers: int, now: float) -> HallTable:
        report = read_report(row.report or {})
        if row.plays == HERE:
            report = replace(report, help=row.called)
        last_seen = float(row.heard or 0.0)
        state = state_of(row, report, workers, now - last_seen)
        since = {"help": report.help, "quiet": report.answered, "dark": last_seen}.get(state, 0.0)
        return HallTable(
            name=row.name,
            state=state,
            plays=row.plays,
            address=self._settings.address_of(row.name) if row.plays == HERE else "",
            game=report.game,
            where=report.where,
            seats=report.seats,
            answers=report.answers,
            pages=report.pages,
            since=since,
            wrong=(*report.wrong, *report.stumbled),
        )


def state_of(row: Any, report: TableReport, workers: int, silent: float) -> State:
    """`workers` is their number. `silent` is in s since the last message of the table's own machine."""
    if row.plays == THERE and row.seen is None:
        return "away"
    if (row.plays == HERE and not workers) or (row.plays == THERE and silent > OFFLINE_AFTER):
        return "dark"
    if report.help and row.wish != HELPED_WISH:
        return "help"
    if report.wrong or report.stumbled:
        return "wrong"
    if not report.game:
        return "free"
    if report.over:
        return "over"
    return "quiet" if time.time() - report.answered > QUIET_AFTER else "playing"


def figures_of(tables: list[HallTable], workers: int) -> HallFigures:
    """Sum up all tables. An offline table counts, because its players still sit there. A finished game does not
    count.
    """
    played = [table for table in tables if table.game and table.state != "over"]
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
    """Sort tables that need help first. Calls come in order of time, others by name with lamp-2 before lamp-10."""
    waited = table.since if table.state == "help" else 0.0
    parts = re.split(r"([0-9]+)", table.name)
    return STATE_ORDER.index(table.state), waited, tuple(int(part) if part.isdecimal() else part for part in parts)
