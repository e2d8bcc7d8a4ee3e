"""Rows of one table in a database that several workers write. Transactions are serialized, and each commit notifies
all workers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import Connection, Engine

from companion.errors import NotOwnerError
from companion.hall.database.row_security import engine_for_table
from companion.i18n import _
from companion.sessions import JoinedDatabase

NOTIFY_CHANNEL = "lamplight"
"""Channel of PostgreSQL's notifications, each with a table and its revision."""
CLAIM_ROW = (
    "UPDATE hall_lamps SET rev = rev + 1 WHERE name = %s AND era = %s AND plays = 'here'"
    " RETURNING rev, pg_notify('lamplight', name || ' ' || rev), set_config('lamplight.lamp', name, true)"
)
"""Lock the table's row until the transaction ends, and make its rows visible."""
SELECT_MARK = "SELECT rev, era, called FROM hall_lamps WHERE name = %s AND plays = 'here'"
SELECT_MARK_AND_LAMP = (
    "SELECT rev, era, called, set_config('lamplight.lamp', name, true) FROM hall_lamps"
    " WHERE name = %s AND plays = 'here'"
)
"""The same at the beginning of a transaction: from here on the connection sees the table's rows."""
NOT_HERE = _("This table is not played in this hall. Ask the staff where it is.")
CHANGED_HANDS = _("This table was wiped or moved meanwhile. Load the page again.")


@dataclass(frozen=True, slots=True)
class TableMark:
    """Revision and era of a table."""

    rev: int
    era: int
    called: float  # s, Unix, when the table called the staff. 0 = no call


class TableDatabase(JoinedDatabase):
    """The database of one table in one of its eras. Thread-safe."""

    def __init__(self, engine: Engine, name: str, mark: TableMark | None = None) -> None:
        """`engine` is for all tables. `mark` is the state before anything was loaded. Without it the first read sets
        it.
        """
        super().__init__(engine_for_table(engine, name))
        self.name, self.hall, self._lock = name, engine, threading.Lock()
        self._era = mark.era if mark is not None else None
        self._known = mark.rev if mark is not None else 0

    @property
    def era(self) -> int:
        """In which it was read."""
        assert self._era is not None, "nothing of the table was read"
        return self._era

    @property
    def known(self) -> int:
        """The revision up to which this process knows the table."""
        return self._known

    def note_known(self, rev: int) -> None:
        """All that was written up to this revision is known."""
        with self._lock:
            self._known = max(self._known, rev)

    def mark(self) -> TableMark:
        """Return the current revision. Raises NotOwnerError, StoreError."""
        newest = table_mark(self.hall, self.name)
        if newest.era != self.era:
            raise NotOwnerError(CHANGED_HANDS)
        return newest

    @contextmanager
    def looking(self) -> Iterator[TableMark]:
        """Read from one snapshot in this thread; yield its revision. Raises NotOwnerError, StoreError."""
        with self.transaction(writes=False):
            yield self._local.mark

    @contextmanager
    def _begin_reading(self) -> Iterator[Connection]:
        """Read in a transaction. Raises NotOwnerError if the table was wiped or moved since it was read."""
        with _at_level(self.hall, "REPEATABLE READ").begin() as connection:
            row = connection.exec_driver_sql(SELECT_MARK_AND_LAMP, (self.name,)).one_or_none()
            if row is None or self._era not in (None, row.era):
                raise NotOwnerError(NOT_HERE if self._era is None else CHANGED_HANDS)
            if self._era is None:
                self._era, self._known = row.era, row.rev
            self._local.mark = TableMark(*row[:3])
            yield connection

    @contextmanager
    def _begin_writing(self) -> Iterator[Connection]:
        """Write in a transaction. Raises NotOwnerError if the table was wiped or moved since it was read."""
        with self.hall.begin() as connection:
            row = connection.exec_driver_sql(CLAIM_ROW, (self.name, self.era)).one_or_none()
            if row is None:
                raise NotOwnerError(CHANGED_HANDS)
            yield connection
        with self._lock:
            if row.rev == self._known + 1:  # otherwise the entries that others wrote must be read first
                self._known = row.rev

    def dispose(self) -> None:
        """Do nothing: the connections are shared."""


@lru_cache(8)
def _at_level(engine: Engine, level: str) -> Engine:
    """Return the same connections. To make it takes as long as a short query."""
    return engine.execution_options(isolation_level=level)


def table_mark(engine: Engine, name: str) -> TableMark:
    """Return the revision of a table. Raises NotOwnerError where no worker serves it, StoreError."""
    with _at_level(engine, "AUTOCOMMIT").connect() as connection:
        row = connection.exec_driver_sql(SELECT_MARK, (name,)).one_or_none()
    if row is None:
        raise NotOwnerError(NOT_HERE)
    return TableMark(*row)
