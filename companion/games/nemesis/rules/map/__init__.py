"""Rooms and corridors."""

from __future__ import annotations

from companion.games.nemesis.rules.map.exploration import turn_up
from companion.games.nemesis.rules.map.movement import (
    cannot_move,
    cannot_move_carefully,
    careful_ways,
    move,
    move_carefully,
    not_in_combat,
    ways,
)
from companion.games.nemesis.rules.map.special_rooms import in_nest, letters, pod_words

__all__ = [
    "cannot_move",
    "cannot_move_carefully",
    "careful_ways",
    "in_nest",
    "letters",
    "move",
    "move_carefully",
    "not_in_combat",
    "pod_words",
    "turn_up",
    "ways",
]
