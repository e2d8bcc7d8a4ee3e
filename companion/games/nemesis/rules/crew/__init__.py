"""Characters: their health, hands, items."""

from __future__ import annotations

from companion.games.nemesis.rules.crew.hands import (
    draw,
    droppable,
    gain,
    hands_full,
    is_weapon,
    keep_two,
    put_down,
    throw_away,
    unnamed_cards,
    weapon_words,
)
from companion.games.nemesis.rules.crew.health import (
    MOST_SERIOUS,
    contaminate,
    die,
    infected_ones,
    is_aboard,
    larva,
    scan_one,
    slime,
    wound,
)

__all__ = [
    "MOST_SERIOUS",
    "contaminate",
    "die",
    "draw",
    "droppable",
    "gain",
    "hands_full",
    "infected_ones",
    "is_aboard",
    "is_weapon",
    "keep_two",
    "larva",
    "put_down",
    "scan_one",
    "slime",
    "throw_away",
    "unnamed_cards",
    "weapon_words",
    "wound",
]
