"""A moment of a table: an entry that counts, and the state after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.engine.game import Game, GameSetup
from companion.sessions.store.entry import LogEntry

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class LogState(Generic[S, E]):
    """An entry that counts, and the state after it."""

    entry: LogEntry[E]
    state: S


def apply_entry(
    moments: list[LogState[S, E]], counting: Sequence[LogEntry[E]], game: Game[S, E], setup: GameSetup
) -> None:
    """Lead the moments to where the entries are that count; those of the first that are the same stand already."""
    stands = min(len(counting), len(moments))
    while stands and moments[stands - 1].entry is not counting[stands - 1]:
        stands -= 1
    del moments[stands:]
    state = moments[-1].state if moments else game.setup(setup)
    for entry in counting[stands:]:
        for event in entry.establishes:
            state = game.apply(state, event)
        moments.append(LogState(entry, state))
