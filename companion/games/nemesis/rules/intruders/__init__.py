"""Intruders: encounters, attacks, the bag."""

from __future__ import annotations

from companion.games.nemesis.rules.intruders.attacks import TOUGH, attack, hurt, prowl, smallest_hands
from companion.games.nemesis.rules.intruders.combat import harmed, melee, shoot
from companion.games.nemesis.rules.intruders.noise import (
    BLANK,
    cards_counted,
    danger,
    intruder_appears,
    noise_roll,
    put_noise,
    read_token,
)

__all__ = [
    "BLANK",
    "TOUGH",
    "attack",
    "cards_counted",
    "danger",
    "harmed",
    "hurt",
    "intruder_appears",
    "melee",
    "noise_roll",
    "prowl",
    "put_noise",
    "read_token",
    "shoot",
    "smallest_hands",
]
