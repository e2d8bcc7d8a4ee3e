"""The actions of an investigator."""

from __future__ import annotations

from companion.games.mansions.rules.actions.costs_and_moves import no_action_left, perform
from companion.games.mansions.rules.actions.monster_drawer import FOE
from companion.games.mansions.rules.actions.tokens import does_something, out_of_reach

__all__ = [
    "FOE",
    "does_something",
    "no_action_left",
    "out_of_reach",
    "perform",
]
