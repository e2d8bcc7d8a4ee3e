"""Corrections by hand."""

from __future__ import annotations

from companion.games.draw_your_weapon.rules.corrections.deck_check import check_handful, deck_check_ways
from companion.games.draw_your_weapon.rules.corrections.menu import correction_ways

__all__ = [
    "check_handful",
    "correction_ways",
    "deck_check_ways",
]
