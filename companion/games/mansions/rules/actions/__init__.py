"""The actions of an investigator."""

from __future__ import annotations

from companion.games.mansions.rules.actions.costs_and_moves import no_action_left, perform
from companion.games.mansions.rules.actions.monster_drawer import FOE, LESS, MORE
from companion.games.mansions.rules.actions.tokens import does_something, out_of_reach

__all__ = [
    "FOE",
    "LESS",
    "MORE",
    "does_something",
    "no_action_left",
    "out_of_reach",
    "perform",
]
