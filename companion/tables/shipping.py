"""What is written of a house's tables, as it goes to somebody who keeps a copy: entries in their order, from wherever that one stands.

The log is only added to, and an entry's sum is over all of it: who has the entry of a number with the same sum has all that came
before it, or a copy of another past.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from companion.tables.database import Database
from companion.tables.schema import boards, entries


@dataclass(frozen=True, slots=True)
class Line:
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
class Mark:
    """How far a copy goes."""

    seq: int = 0  # of its newest entry, 0 = there is none
    sum: str | None = None  # of that


@dataclass(frozen=True, slots=True)
class Part:
    """A table, and what comes after a mark."""

    table: str
    game: str
    opened_at: float  # s, Unix
    rev: int
    closed: bool
    lit: bool
    after: Mark = Mark()
    lines: tuple[Line, ...] = ()


class Shipping:
    """Of one house. Safe for threads."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def parts(self, marks: Mapping[str, Mark], most: int) -> tuple[Part, ...]:
        """Every table, with the entries that a copy with these marks lacks; `most` lines of each.

        A mark that is none of this house's is none: then the table goes from its beginning.
        """
        found = []
        with self._engine.connect() as connection:
            for row in connection.execute(select(boards).order_by(boards.c.opened_at)):
                mark = self._known(connection, row.table_id, marks.get(row.table_id, Mark()))
                rest = entries.c.seq > mark.seq
                lines = select(entries).where(entries.c.table_id == row.table_id, rest).order_by(entries.c.seq)
                told = tuple(_line(one) for one in connection.execute(lines.limit(most)))
                found.append(Part(row.table_id, row.game, row.opened_at, row.rev, row.closed, row.lit, mark, told))
        return tuple(found)

    def _known(self, connection: Any, table: str, mark: Mark) -> Mark:
        here = (entries.c.table_id == table) & (entries.c.seq == mark.seq)
        own = connection.execute(select(entries.c.sum).where(here)).one_or_none()
        return mark if own is not None and own.sum == mark.sum else Mark()


def _line(row: Any) -> Line:
    return Line(row.seq, row.at, row.kind, row.name, row.v, row.data, row.by, row.rest, row.sum)
