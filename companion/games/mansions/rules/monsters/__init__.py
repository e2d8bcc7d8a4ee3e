"""Monsters: activations, attacks, evade and horror checks."""

from __future__ import annotations

from companion.games.mansions.rules.monsters.attacks import FISTS, arm_of, attack_somebody
from companion.games.mansions.rules.monsters.combat_text import by_hand
from companion.games.mansions.rules.monsters.evade_and_horror import evade_check

__all__ = [
    "FISTS",
    "arm_of",
    "attack_somebody",
    "by_hand",
    "evade_check",
]
