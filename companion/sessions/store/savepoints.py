"""Moments of an evening that people gave a name, to look at or to go back to.

Kept beside the log, which they do not change: a moment that is taken back keeps its name, and has it again when it is
brought back. The row of one that was forgotten stays, without a name, until another is saved: no id is used twice here, and a
page that shows it still forgets no other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from companion.i18n import _
from companion.schema import TABLE, Refused, Seat, Words
from companion.sessions.store.database import Database
from companion.sessions.store.schema import savepoints

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
        """Whether the device of a seat may take its name away: whoever gave it, and the table's own."""
        return by in (TABLE, self.by)


class SavePoints:
    """The named moments of each table. Safe for threads."""

    def __init__(self, engine: Database, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock

    def of(self, table: str) -> tuple[SavePoint, ...]:
        """The oldest first."""
        query = select(savepoints).where(_named(table)).order_by(savepoints.c.id)
        with self._engine.connect() as connection:
            return tuple(SavePoint(row.id, row.seq, row.name, row.at, row.by) for row in connection.execute(query))

    def save(self, table: str, seq: int, name: str, by: Seat = "") -> None:
        """Name the moment after an entry; the same once more changes nothing. Raises Refused where there are too many, or the name is none."""
        name = name.strip()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise Refused("NO_NAME", _("Give it a name of at most {n} letters.", n=LONGEST_NAME))
        if any((one.seq, one.name, one.by) == (seq, name, by) for one in self.of(table)[-1:]):
            return
        here = savepoints.c.table_id == table
        with self._engine.begin() as connection:
            last = connection.scalar(select(func.max(savepoints.c.id)).where(here))
            count = connection.scalar(select(func.count()).select_from(savepoints).where(_named(table)))
            if (count or 0) >= MOST_SAVEPOINTS:
                raise Refused(
                    "TOO_MANY_SAVED", _("{n} moments are saved already: forget one of them first.", n=MOST_SAVEPOINTS)
                )
            kept = {"table_id": table, "id": (last or 0) + 1, "seq": seq, "name": name, "at": self._clock(), "by": by}
            connection.execute(delete(savepoints).where(here & (savepoints.c.name == "")))
            connection.execute(insert(savepoints), kept)

    def delete(self, table: str, id: int) -> None:
        """Remove the name of a moment. Its row keeps the id reserved."""
        here = (savepoints.c.table_id == table) & (savepoints.c.id == id)
        with self._engine.begin() as connection:
            connection.execute(update(savepoints).where(here).values(name=""))


def _named(table: str) -> ColumnElement[bool]:
    return (savepoints.c.table_id == table) & (savepoints.c.name != "")
