"""Characters: their health, hands, items."""

from __future__ import annotations

from companion.games.nemesis.rules.crew.hands import (
    droppable,
    gain,
    hands_full,
    is_weapon,
    keep_two,
    put_down,
    throw_away,
    unnamed_cards,
)
from companion.games.nemesis.rules.crew.health import MOST_SERIOUS, infected_ones, is_aboard, wound

__all__ = [
    "MOST_SERIOUS",
    "droppable",
    "gain",
    "hands_full",
    "infected_ones",
    "is_aboard",
    "is_weapon",
    "keep_two",
    "put_down",
    "throw_away",
    "unnamed_cards",
    "wound",
]
