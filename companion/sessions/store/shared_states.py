"""States that all processes of a physical table change together: a row of JSON each, under names that no table has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Text, bindparam, cast, select, text, update

from companion.sessions.store.database import JoinedDatabase
from companion.sessions.store.schema import session_states as stored

EMPTY = "{}"
READ = select(stored.c.table_id, cast(stored.c.data, Text)).where(stored.c.table_id.like("%/"))
"""All rows that do not belong to a table: no table's name ends like that."""
LOCKED = select(cast(stored.c.data, Text)).where(stored.c.table_id == bindparam("name")).with_for_update()
MADE = text("INSERT INTO session_states (table_id, data) VALUES (:name, '{}') ON CONFLICT DO NOTHING")
WRITTEN = update(stored).where(stored.c.table_id == bindparam("name")).values(data=bindparam("state"))


class SharedStates:
    """States that all processes share. Safe for threads and processes."""

    def __init__(self, database: JoinedDatabase) -> None:
        self._database = database

    def read(self) -> Mapping[str, str]:
        """Read all that are stored, as JSON, by name. Raises StoreError."""
        with self._database.connect() as connection:
            return dict(map(tuple, connection.execute(READ)))

    @contextmanager
    def changing(self, name: str) -> Iterator[str]:
        """Yield the stored state as JSON, and lock it until the transaction ends. Raises StoreError."""
        with self._database.transaction() as connection:
            found = connection.scalar(LOCKED, {"name": name})
            if found is None:  # of two that make it at once one waits here, and finds the other's
                connection.execute(MADE, {"name": name})
                found = connection.scalar(LOCKED, {"name": name})
            yield found or EMPTY

    def write(self, name: str, state: Mapping[str, Any]) -> None:
        """Store JSON values under a name, within `changing`. Raises StoreError."""
        with self._database.begin() as connection:
            connection.execute(WRITTEN, {"name": name, "state": state})

    def once_committed(self, do: Callable[[], object]) -> None:
        """Call `do()` once what this thread does here is stored, and never where it is not."""
        self._database.once_committed(do)
