"""What each seat answers with what lies on the table: readers, its own hand, or chance made by the app.

A seat may choose it for each kind of things: real dice, and tokens by the app. Kept at the table and not in its log: it
changes how an answer comes, never what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from sqlalchemy import delete, insert, select

from companion.schema import Prompt, Seat
from companion.sessions.store.database import Database
from companion.sessions.store.schema import sources

Source: TypeAlias = Literal["scan", "hand", "virtual"]
"""scan: the camera and the readers of tags · hand: taps alone, what lies there is a free roll · virtual: the app rolls."""
Chosen: TypeAlias = Mapping[tuple[Seat, str], Source]
"""By seat and kind of things."""
SCAN: Source = "scan"  # until somebody chooses
ALL = ""  # the kind that stands for whatever kind has no source of its own


def source_of(chosen: Chosen, seat: Seat, kind: str = ALL) -> Source:
    """What a seat answers with where such things are asked for.

    >>> source_of({("1", ""): "hand", ("1", "token"): "virtual"}, "1", "token")
    'virtual'
    >>> source_of({("1", ""): "hand", ("1", "token"): "virtual"}, "1", "d6")
    'hand'
    """
    return chosen.get((seat, kind)) or chosen.get((seat, ALL), SCAN)


def chosen_for(kind: str, kinds: Sequence[str]) -> str:
    """For which kind a seat chooses where this one is asked for, of those that its game uses; of one alone, for all.

    >>> chosen_for("token", ("d6", "token")), chosen_for("d6", ("d6",)), chosen_for("card", ("d6", "token"))
    ('token', '', '')
    """
    return kind if len(kinds) > 1 and kind in kinds else ALL


def scanned(prompts: Iterable[Prompt], chosen: Chosen) -> tuple[Prompt, ...]:
    """The prompts that a reading may answer."""
    return tuple(prompt for prompt in prompts if source_of(chosen, prompt.seat, prompt.thing) == SCAN)


def chosen_too(chosen: Chosen, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> Chosen:
    """With this choice of some seats; one for all kinds forgets what they chose for any of them."""
    kept = {key: value for key, value in chosen.items() if kind != ALL or key[0] not in seats}
    return {**kept, **{(seat, kind): source for seat in seats}}


class AnswerSources:
    """What was chosen at each table. Safe for threads."""

    def __init__(self, engine: Database) -> None:
        self._engine = engine

    def of(self, table: str) -> Chosen:
        """What the seats of a table chose."""
        query = select(sources).where(sources.c.table_id == table)
        with self._engine.connect() as connection:
            return {(row.seat, row.kind): row.source for row in connection.execute(query)}

    def choose(self, table: str, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> None:
        """From now on; what was chosen before is forgotten: for all kinds, what was chosen for any of them."""
        here = (sources.c.table_id == table) & sources.c.seat.in_(seats)
        same = here if kind == ALL else here & (sources.c.kind == kind)
        chosen = [{"table_id": table, "seat": seat, "kind": kind, "source": source} for seat in seats]
        with self._engine.begin() as connection:
            connection.execute(delete(sources).where(same))
            if chosen:
                connection.execute(insert(sources), chosen)
