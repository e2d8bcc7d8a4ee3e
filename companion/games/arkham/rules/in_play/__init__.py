"""Things in play: locations, enemies, hands, and the damage and horror of investigators."""

from __future__ import annotations

from companion.games.arkham.rules.in_play.damage_and_horror import suffer
from companion.games.arkham.rules.in_play.enemies import (
    attack,
    automatically_evade,
    enemies_at,
    engage_somebody,
    engage_those_here,
    engaged_with,
    enter_play,
    evade_refused,
    free,
    health,
    hunt,
    hurt_enemy,
    is_here,
    is_massive,
    loose_enemy,
    missed,
    misses_hurt,
    not_evaded,
    opportunity,
    people_at,
    provoked,
    target_refused,
)
from companion.games.arkham.rules.in_play.hands import discard, draw_cards
from companion.games.arkham.rules.in_play.locations import clues_of, enter, move_clues, move_refused, moved_to

__all__ = [
    "attack",
    "automatically_evade",
    "clues_of",
    "discard",
    "draw_cards",
    "enemies_at",
    "engage_somebody",
    "engage_those_here",
    "engaged_with",
    "enter",
    "enter_play",
    "evade_refused",
    "free",
    "health",
    "hunt",
    "hurt_enemy",
    "is_here",
    "is_massive",
    "loose_enemy",
    "missed",
    "misses_hurt",
    "move_clues",
    "move_refused",
    "moved_to",
    "not_evaded",
    "opportunity",
    "people_at",
    "provoked",
    "suffer",
    "target_refused",
]
