"""Actions of players and Dealer in free play."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.actions.dealer_menu import calling, evening_menu, storytelling
from companion.games.draw_your_weapon.rules.actions.menu import ACTIONS
from companion.games.draw_your_weapon.rules.actions.rest import rest_ways

__all__ = [
    "ACTIONS",
    "calling",
    "evening_menu",
    "rest_ways",
    "storytelling",
]
