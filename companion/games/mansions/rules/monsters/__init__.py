"""Monsters: activations, attacks, evade and horror checks."""

from __future__ import annotations

from companion.games.mansions.rules.monsters.attacks_on_monsters import FISTS, arm_of, attack_one, attack_somebody
from companion.games.mansions.rules.monsters.combat_text import resolve_by_hand
from companion.games.mansions.rules.monsters.evade_and_horror import (
    check_horror,
    check_horror_against,
    evade,
    evade_check,
)
from companion.games.mansions.rules.monsters.moves_and_attacks import activate_monster
