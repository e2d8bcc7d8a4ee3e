"""The actions of a turn."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.actions.breather import traded
from companion.games.draw_your_weapon.rules.actions.dealer_calls import CALLS, ENDING
from companion.games.draw_your_weapon.rules.actions.menu import ACTIONS, Action

__all__ = [
    "ACTIONS",
    "CALLS",
    "ENDING",
    "Action",
    "traded",
]
