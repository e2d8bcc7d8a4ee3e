"""Store what players keep apart from a table's log: answer sources, save points and notes. The game state does not depend on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from companion.errors import CodecError
from companion.i18n import Text, _
from companion.schema import TABLE, Refused, Seat, Words, from_json, to_json
from companion.sessions.store.database import Database
from companion.sessions.store.schema import notes, savepoints, sources
from companion.sessions.table import ALL, Chosen, Source


class AnswerSources:
    """The answer sources of all tables. Thread-safe."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def of(self, table: str) -> Chosen:
        query = select(sources).where(sources.c.table_id == table)
        with self._engine.connect() as connection:
            return {(row.seat, row.kind): row.source for row in connection.execute(query)}

    def choose(self, table: str, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> None:
        """Store a choice. A choice for all kinds replaces those for single kinds."""
        of_seats = (sources.c.table_id == table) & sources.c.seat.in_(seats)
        replaced = of_seats if kind == ALL else of_seats & (sources.c.kind == kind)
        chosen = [{"table_id": table, "seat": seat, "kind": kind, "source": source} for seat in seats]
        with self._engine.begin() as connection:
            connection.execute(delete(sources).where(replaced))
            if chosen:
                connection.execute(insert(sources), chosen)


MOST_SAVEPOINTS = 40  # of one table
LONGEST_NAME = 60  # letters of a name


@dataclass(frozen=True, slots=True)
class SavePoint:
    """A named moment: the table as it stood after an entry of its log."""

    id: int
    seq: int  # of that entry
    name: Words
    at: float  # s, Unix
    by: Seat = ""  # whose device named it, "table" = the table's own; "" = not known

    def may_be_forgotten(self, by: Seat) -> bool:
        """Return whether a seat's device may delete it: the one that named it, and the tablet."""
        return by in (TABLE, self.by)


class SavePoints:
    """The named moments of all tables. Thread-safe."""

    def __init__(self, engine: Database, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock

    def of(self, table: str) -> tuple[SavePoint, ...]:
        """Return the save points of a table, the oldest first."""
        query = select(savepoints).where(_named_points(table)).order_by(savepoints.c.id)
        with self._engine.connect() as connection:
            return tuple(SavePoint(row.id, row.seq, row.name, row.at, row.by) for row in connection.execute(query))

    def save(self, table: str, seq: int, name: str, by: Seat = "") -> None:
        """Name the moment after an entry; repeating it changes nothing. Raises Refused where there are too many, or the name is invalid."""
        name = name.strip()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise Refused("NO_NAME", _("Give it a name of at most {n} letters.", n=LONGEST_NAME))
        if any((point.seq, point.name, point.by) == (seq, name, by) for point in self.of(table)[-1:]):
            return
        of_table = savepoints.c.table_id == table
        with self._engine.begin() as connection:
            last = connection.scalar(select(func.max(savepoints.c.id)).where(of_table))
            count = connection.scalar(select(func.count()).select_from(savepoints).where(_named_points(table)))
            if (count or 0) >= MOST_SAVEPOINTS:
                raise Refused(
                    "TOO_MANY_SAVED", _("{n} moments are saved already: forget one of them first.", n=MOST_SAVEPOINTS)
                )
            columns = {
                "table_id": table,
                "id": (last or 0) + 1,
                "seq": seq,
                "name": name,
                "at": self._clock(),
                "by": by,
            }
            connection.execute(delete(savepoints).where(of_table & (savepoints.c.name == "")))
            connection.execute(insert(savepoints), columns)

    def delete(self, table: str, id: int) -> None:
        """Remove the name of a moment. Its row keeps the id reserved."""
        this_point = (savepoints.c.table_id == table) & (savepoints.c.id == id)
        with self._engine.begin() as connection:
            connection.execute(update(savepoints).where(this_point).values(name=""))


def _named_points(table: str) -> ColumnElement[bool]:
    return (savepoints.c.table_id == table) & (savepoints.c.name != "")


MOST_NOTES = 40  # of one table and one kind; the oldest go first
KIND_LETTERS = 10  # notes of one kind begin alike; names come later
LONGEST_NOTE = 400  # letters
RECORD = '{"msgid": "'  # with which a text begins as it is stored; earlier versions stored sentences


@dataclass(frozen=True, slots=True)
class TableNote:
    """A note after an entry of the log."""

    id: int
    seq: int  # of that entry
    text: Words


class TableNotes:
    """The notes of all tables. Thread-safe."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def of(self, table: str) -> tuple[TableNote, ...]:
        """Return the notes of a table, the oldest first."""
        query = select(notes).where(notes.c.table_id == table).order_by(notes.c.id)
        with self._engine.connect() as connection:
            return tuple(TableNote(row.id, row.seq, _parse_text(row.text)) for row in connection.execute(query))

    def add(self, table: str, seq: int, text: Words) -> None:
        """Add a note after an entry. Old notes of the same kind are deleted, those of other kinds are kept."""
        of_table, stored = notes.c.table_id == table, _dump_text(text)
        letters = KIND_LETTERS + (len(RECORD) if stored.startswith(RECORD) else 0)
        alike = of_table & (func.substr(notes.c.text, 1, letters) == stored[:letters])
        newest = select(notes.c.id).where(alike).order_by(notes.c.id.desc()).limit(MOST_NOTES)
        with self._engine.begin() as connection:
            number = (connection.scalar(select(func.max(notes.c.id)).where(of_table)) or 0) + 1
            connection.execute(insert(notes), {"table_id": table, "id": number, "seq": seq, "text": stored})
            connection.execute(delete(notes).where(alike & notes.c.id.not_in(newest)))


def _dump_text(text: Words) -> str:
    """Return the text as JSON, to be rendered in any language; a text that is too long for that in English."""
    record = json.dumps(to_json(text), ensure_ascii=False) if isinstance(text, Text) else ""
    return record if 0 < len(record) <= LONGEST_NOTE else str(text)[:LONGEST_NOTE]


def _parse_text(stored: str) -> Words:
    """Return a note as text. A damaged one is returned unchanged."""
    if not stored.startswith(RECORD):
        return stored
    try:
        return from_json(Text, json.loads(stored))
    except (ValueError, CodecError):
        return stored
