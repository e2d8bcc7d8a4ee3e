"""What is written of a house's tables, as it goes to somebody who keeps a copy: entries in their order, from wherever that one stands.

The log is only added to, and an entry's sum is over all of it: who has the entry of a number with the same sum has all that came
before it, or a copy of another past.
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
LETTERS = 2000
"""Of an entry, that count as one: so a message has a megabyte, and whoever hears it need not read more at once."""


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
    """How far a copy goes."""

    seq: int = 0  # of its newest entry, 0 = there is none
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
        """Without its entries."""
        return replace(self, after=ReplicationMark(), lines=())


@dataclass(frozen=True, slots=True)
class Shipment:
    """As much of a house as goes into one message."""

    parts: tuple[ShippedTable, ...] = ()  # of tables of which the copy lacks something
    gone: tuple[str, ...] = ()  # tables that the copy has, and the house does not
    lit: str | None = None  # the table under the lamp, "" = none is; None: nothing is told of the tables
    is_all: bool = True  # the copy lacks nothing more


class ReplicationSource:
    """Of one house. Safe for threads."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def shipment(
        self, marks: Mapping[str, ReplicationMark], heads: Mapping[str, ShippedTable], most: int = ROWS_AT_ONCE
    ) -> Shipment:
        """What a copy with these marks lacks: what lies under the lamp first, then the newest. However long the past of a house is, a
        message is no larger than `most`: a table counts one, and an entry one for each `LETTERS` of it that are begun.

        A mark that is none of this house's is none: then the table goes from its beginning. `heads`: of tables, as the copy
        has them.
        """
        parts, left, is_all = list[ShippedTable](), most, True
        with self._engine.connect() as connection:
            rows = connection.execute(BOARDS).all()
            for row in (row for row in rows if not _is_known(row, marks, heads)):
                if left <= 0:
                    is_all = False
                    break
                parts.append(
                    part := self._part(
                        connection, row, marks.get(row.table_id, ReplicationMark()), left, is_first=not parts
                    )
                )
                left -= 1 + sum(map(_size, part.lines))
                is_all = is_all and part.after.seq + len(part.lines) == (row.newest or 0)
        gone = marks.keys() - {row.table_id for row in rows}
        return Shipment(tuple(parts), tuple(sorted(gone)), next((row.table_id for row in rows if row.lit), ""), is_all)

    def _part(
        self, connection: Connection, row: Any, mark: ReplicationMark, left: int, *, is_first: bool
    ) -> ShippedTable:
        """At least one entry where it is the first: else one that is too large would wait for ever."""
        mark, lines = self._known(connection, row.table_id, mark), list[ShippedEntry]()
        rest = (
            select(entries).where(entries.c.table_id == row.table_id, entries.c.seq > mark.seq).order_by(entries.c.seq)
        )
        for line in map(_line, connection.execute(rest.limit(left))):
            left -= _size(line)
            if left < 1 and (lines or not is_first):
                break
            lines.append(line)
        return replace(_head(row), after=mark, lines=tuple(lines))

    def _known(self, connection: Connection, table: str, mark: ReplicationMark) -> ReplicationMark:
        here = (entries.c.table_id == table) & (entries.c.seq == mark.seq)
        own = connection.execute(select(entries.c.sum).where(here)).one_or_none()
        return mark if own is not None and own.sum == mark.sum else ReplicationMark()


def _is_known(row: Any, marks: Mapping[str, ReplicationMark], heads: Mapping[str, ShippedTable]) -> bool:
    return marks.get(row.table_id) == ReplicationMark(row.newest or 0, row.sum) and heads.get(row.table_id) == _head(
        row
    )


def _head(row: Any) -> ShippedTable:
    return ShippedTable(row.table_id, row.game, row.opened_at, row.rev, row.closed, row.lit)


def _size(line: ShippedEntry) -> int:
    return 1 + len(text_of(line.data)) // LETTERS


def _line(row: Any) -> ShippedEntry:
    return ShippedEntry(row.seq, row.at, row.kind, row.name, row.v, row.data, row.by, row.rest, row.sum)


def _of_newest(column: Column[Any]) -> ScalarSelect[Any]:
    """Of the newest entry of a table."""
    newest = select(column).where(entries.c.table_id == boards.c.table_id).order_by(entries.c.seq.desc())
    return newest.limit(1).scalar_subquery()


BOARDS = select(boards, _of_newest(entries.c.seq).label("newest"), _of_newest(entries.c.sum).label("sum")).order_by(
    boards.c.lit.desc(), boards.c.opened_at.desc()
)
"""Made once: a house that is followed is asked every ten seconds."""
