"""Read the tables in portions for a copy elsewhere: entries in order, from the copy's newest entry on.

The log is append-only, and an entry's checksum covers all of it. A copy that has an entry with the same seq and checksum has all
earlier ones, or is a copy of another log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Column, Connection, ScalarSelect, select

from companion.sessions.store.database import Database
from companion.sessions.store.event_log import text_of
from companion.sessions.store.schema import boards, entries

ROWS_AT_ONCE = 500
"""Of tables and entries in one message."""
MOST_LETTERS = 2000
"""Letters of an entry that count as one row: a message has a megabyte, and its receiver must not read more at once."""


@dataclass(frozen=True, slots=True)
class ShippedEntry:
    """An entry as it is stored."""

    seq: int
    at: float  # s, Unix
    kind: str
    name: str
    v: int
    data: Mapping[str, Any]  # JSON
    by: str
    rest: bool
    sum: str | None = None  # over the others; None: it was written before there were any


@dataclass(frozen=True, slots=True)
class ReplicationMark:
    """Newest entry of a copy."""

    seq: int = 0  # of its newest entry, 0 = no entry
    sum: str | None = None  # of that


@dataclass(frozen=True, slots=True)
class ShippedTable:
    """A table, and what comes after a mark."""

    table: str
    game: str
    opened_at: float  # s, Unix
    rev: int
    closed: bool
    lit: bool
    after: ReplicationMark = ReplicationMark()
    lines: tuple[ShippedEntry, ...] = ()

    @property
    def head(self) -> ShippedTable:
        """The table without its entries."""
        return replace(self, after=ReplicationMark(), lines=())


@dataclass(frozen=True, slots=True)
class Shipment:
    """The part of an installation that goes into one message."""

    parts: tuple[ShippedTable, ...] = ()  # of tables of which the copy lacks something
    gone: tuple[str, ...] = ()  # tables that only the copy has
    lit: str | None = None  # the lit table, "" = none is lit; None = the message does not list the tables
    is_all: bool = True  # the copy lacks nothing more


class ReplicationSource:
    """The tables of one installation. Thread-safe."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def shipment(
        self, marks: Mapping[str, ReplicationMark], heads: Mapping[str, ShippedTable], most: int = ROWS_AT_ONCE
    ) -> Shipment:
        """Return entries that a copy with these marks lacks: those of the lit table first, then the newest. A message has at most `most`
        rows, however long the log is: a table counts as one, and an entry as one for each `MOST_LETTERS` begun.

        An unknown mark is ignored: then the table is sent from its first entry. `heads`: tables, as the copy has them.
        """
        parts, left, is_all = list[ShippedTable](), most, True
        with self._engine.connect() as connection:
            rows = connection.execute(SELECT_BOARDS).all()
            for row in (row for row in rows if not _is_known(row, marks, heads)):
                if left <= 0:
                    is_all = False
                    break
                mark = marks.get(row.table_id, ReplicationMark())
                part = self._part(connection, row, mark, left, is_first=not parts)
                parts.append(part)
                left -= 1 + sum(map(_size, part.lines))
                is_all = is_all and part.after.seq + len(part.lines) == (row.newest or 0)
        gone = marks.keys() - {row.table_id for row in rows}
        return Shipment(tuple(parts), tuple(sorted(gone)), next((row.table_id for row in rows if row.lit), ""), is_all)

    def _part(
        self, connection: Connection, row: Any, mark: ReplicationMark, left: int, *, is_first: bool
    ) -> ShippedTable:
        """Return at least one entry where it is the first: otherwise a large one would never be sent."""
        mark, lines = self._known_mark(connection, row.table_id, mark), list[ShippedEntry]()
        rest = select(entries).where(entries.c.table_id == row.table_id, entries.c.seq > mark.seq)
        for line in map(_line, connection.execute(rest.order_by(entries.c.seq).limit(left))):
            left -= _size(line)
            if left < 1 and (lines or not is_first):
                break
            lines.append(line)
        return replace(_head(row), after=mark, lines=tuple(lines))

    def _known_mark(self, connection: Connection, table: str, mark: ReplicationMark) -> ReplicationMark:
        this_entry = (entries.c.table_id == table) & (entries.c.seq == mark.seq)
        row = connection.execute(select(entries.c.sum).where(this_entry)).one_or_none()
        return mark if row is not None and row.sum == mark.sum else ReplicationMark()


def _is_known(row: Any, marks: Mapping[str, ReplicationMark], heads: Mapping[str, ShippedTable]) -> bool:
    mark = ReplicationMark(row.newest or 0, row.sum)
    return marks.get(row.table_id) == mark and heads.get(row.table_id) == _head(row)


def _head(row: Any) -> ShippedTable:
    return ShippedTable(row.table_id, row.game, row.opened_at, row.rev, row.closed, row.lit)


def _size(line: ShippedEntry) -> int:
    return 1 + len(text_of(line.data)) // MOST_LETTERS


def _line(row: Any) -> ShippedEntry:
    return ShippedEntry(row.seq, row.at, row.kind, row.name, row.v, row.data, row.by, row.rest, row.sum)


def _of_newest(column: Column[Any]) -> ScalarSelect[Any]:
    """Select a column of the newest entry of a table."""
    newest = select(column).where(entries.c.table_id == boards.c.table_id).order_by(entries.c.seq.desc())
    return newest.limit(1).scalar_subquery()


SELECT_BOARDS = select(
    boards, _of_newest(entries.c.seq).label("newest"), _of_newest(entries.c.sum).label("sum")
).order_by(boards.c.lit.desc(), boards.c.opened_at.desc())
"""Built once: an installation with a copy is queried every ten seconds."""
