"""Lines of the log that change nothing at the table: who took a seat, what was forgotten.

Kept beside the entries, so an undo takes none of them back.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select

from companion.schema import Words
from companion.sessions.store.database import Database
from companion.sessions.store.schema import notes

MOST_NOTES = 40  # of one table and one kind; the oldest go first
KIND_LETTERS = 10  # by which a note begins as all of its kind do: names stand later
LONGEST_NOTE = 400  # letters


@dataclass(frozen=True, slots=True)
class TableNote:
    """What happened beside the game, after an entry of its log."""

    id: int
    seq: int  # of that entry
    text: Words


class TableNotes:
    """The notes of each table. Safe for threads."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def of(self, table: str) -> tuple[TableNote, ...]:
        """The oldest first."""
        query = select(notes).where(notes.c.table_id == table).order_by(notes.c.id)
        with self._engine.connect() as connection:
            return tuple(TableNote(row.id, row.seq, row.text) for row in connection.execute(query))

    def add(self, table: str, seq: int, text: str) -> None:
        """Note it after an entry."""
        with self._engine.begin() as connection:
            self.write(connection, table, seq, text)

    @staticmethod
    def write(connection: Connection, table: str, seq: int, text: str) -> None:
        """Note it together with what else is done in a transaction. However many of its kind come, those of others stay."""
        here = notes.c.table_id == table
        number = (connection.scalar(select(func.max(notes.c.id)).where(here)) or 0) + 1
        kept = {"table_id": table, "id": number, "seq": seq, "text": text[:LONGEST_NOTE]}
        connection.execute(insert(notes), kept)
        alike = here & (func.substr(notes.c.text, 1, KIND_LETTERS) == text[:KIND_LETTERS])
        newest = select(notes.c.id).where(alike).order_by(notes.c.id.desc()).limit(MOST_NOTES)
        connection.execute(delete(notes).where(alike & notes.c.id.not_in(newest)))
