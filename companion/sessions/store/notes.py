"""Lines of the log that change nothing at the table: who took a seat, what was forgotten.

Kept beside the entries, so an undo takes none of them back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from companion.errors import CodecError
from companion.i18n import Text
from companion.schema import Words, from_json, to_json
from companion.sessions.store.database import Database
from companion.sessions.store.schema import notes

MOST_NOTES = 40  # of one table and one kind; the oldest go first
KIND_LETTERS = 10  # by which a note begins as all of its kind do: names stand later
LONGEST_NOTE = 400  # letters
RECORD = '{"msgid": "'  # with which a text begins as it is stored; earlier versions stored sentences


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
            return tuple(TableNote(row.id, row.seq, _read(row.text)) for row in connection.execute(query))

    def add(self, table: str, seq: int, text: Words) -> None:
        """Add a note after an entry. Old notes of the same kind are deleted, those of other kinds are kept."""
        here, stored = notes.c.table_id == table, _stored(text)
        letters = KIND_LETTERS + (len(RECORD) if stored.startswith(RECORD) else 0)
        alike = here & (func.substr(notes.c.text, 1, letters) == stored[:letters])
        newest = select(notes.c.id).where(alike).order_by(notes.c.id.desc()).limit(MOST_NOTES)
        with self._engine.begin() as connection:
            number = (connection.scalar(select(func.max(notes.c.id)).where(here)) or 0) + 1
            connection.execute(insert(notes), {"table_id": table, "id": number, "seq": seq, "text": stored})
            connection.execute(delete(notes).where(alike & notes.c.id.not_in(newest)))


def _stored(text: Words) -> str:
    """As JSON, to be said in whatever language reads it; one that is too long for that in English."""
    record = json.dumps(to_json(text), ensure_ascii=False) if isinstance(text, Text) else ""
    return record if 0 < len(record) <= LONGEST_NOTE else str(text)[:LONGEST_NOTE]


def _read(stored: str) -> Words:
    """Raises nothing: a note that is damaged is shown as it stands."""
    if not stored.startswith(RECORD):
        return stored
    try:
        return from_json(Text, json.loads(stored))
    except (ValueError, CodecError):
        return stored
