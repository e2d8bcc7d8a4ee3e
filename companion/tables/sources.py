"""What each seat answers with what lies on the table: readers, its own hand, or chance made by the app.

Kept at the table and not in its log: it changes how an answer comes, never what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from sqlalchemy import Engine, delete, insert, select

from companion.tables.schema import sources
from companion.wire.prompt import Prompt, Seat

Source: TypeAlias = Literal["scan", "hand", "virtual"]
"""scan: the camera and the readers of tags · hand: taps alone, what lies there is a free roll · virtual: the app rolls."""
SCAN: Source = "scan"  # until somebody chooses


def scanned(prompts: Iterable[Prompt], chosen: Mapping[Seat, Source]) -> tuple[Prompt, ...]:
    """The prompts that a reading may answer."""
    return tuple(prompt for prompt in prompts if chosen.get(prompt.seat, SCAN) == SCAN)


class Sources:
    """What was chosen at each table. Safe for threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of(self, table: str) -> dict[Seat, Source]:
        """The seats of a table that chose."""
        query = select(sources.c.seat, sources.c.source).where(sources.c.table_id == table)
        with self._engine.connect() as connection:
            return {row.seat: row.source for row in connection.execute(query)}

    def choose(self, table: str, seat: Seat, source: Source) -> None:
        """From now on; what was chosen before is forgotten."""
        here = (sources.c.table_id == table) & (sources.c.seat == seat)
        with self._engine.begin() as connection:
            connection.execute(delete(sources).where(here))
            connection.execute(insert(sources), {"table_id": table, "seat": seat, "source": source})
