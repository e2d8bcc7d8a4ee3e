"""When things happened: for display only, never for a decision."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from companion.sessions.store.database import Database
from companion.sessions.store.schema import boards, entries


class EntryTimes:
    """When tables were opened, and when their entries were written; s, Unix. Safe for threads."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def opened(self) -> Mapping[str, float]:
        """Of each table."""
        with self._engine.connect() as connection:
            rows = connection.execute(select(boards.c.table_id, boards.c.opened_at))
            return {row.table_id: row.opened_at for row in rows}

    def of(self, table: str) -> Mapping[int, float]:
        """Of the answers of a table, by seq."""
        query = select(entries.c.seq, entries.c.at).where(entries.c.table_id == table, entries.c.kind == "answer")
        with self._engine.connect() as connection:
            return {row.seq: row.at for row in connection.execute(query)}
