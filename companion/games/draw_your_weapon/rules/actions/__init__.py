"""Actions of players and Dealer in free play."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.actions.dealer_menu import calling, evening, storytelling
from companion.games.draw_your_weapon.rules.actions.menu import ACTIONS
from companion.games.draw_your_weapon.rules.actions.rest import rest_ways

__all__ = [
    "ACTIONS",
    "calling",
    "evening",
    "rest_ways",
    "storytelling",
]
