"""Periodic upkeep of each table: prune old readings, compare stored states with the log."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from sqlalchemy import Engine

from companion.errors import LamplightError
from companion.hall.tables.served_table import ServedTable

logger = logging.getLogger(__name__)

EVERY = "interval '3 hours'"
NEXT = f"""
    UPDATE hall_lamps SET kept = now() WHERE name = (
        SELECT name FROM hall_lamps WHERE plays = 'here' AND kept < now() - {EVERY}
        ORDER BY kept LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING name"""  # noqa: S608 - words of ours
Serving = Callable[[str], AbstractContextManager[ServedTable]]


class TableUpkeep:
    """Upkeep shared by all workers: one of them handles a table at a time. Not thread-safe."""

    def __init__(self, engine: Engine, serving: Serving, kept: int) -> None:
        """`kept` is the number of corrected readings to keep per table."""
        self._engine, self._serving, self._kept = engine, serving, kept

    def look_after_next(self) -> str:
        """Return the one that has waited longest, where one is due; its name, "" = none was. Raises StoreError."""
        with self._engine.begin() as connection:
            name = connection.exec_driver_sql(NEXT).scalar() or ""
        if name:
            with suppress(LamplightError), self._serving(name) as table:  # it is reported elsewhere and tried again
                while table.log.inbox.prune(self._kept):
                    pass
                for game in table.sessions.ids():
                    table.sessions.tables.compare_stored_states(game)
        return name
