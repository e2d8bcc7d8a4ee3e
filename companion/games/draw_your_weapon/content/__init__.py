"""Records of printed and typed content, and their loaders."""

from __future__ import annotations

from companion.games.draw_your_weapon.content.records import (
    Adventure,
    Call,
    Effect,
    Feature,
    Figure,
    Rules,
    Scene,
    Sheet,
    Weapon,
    bonus,
)
from companion.games.draw_your_weapon.content.weapons import CONTENT, HANDS, too_many

__all__ = [
    "CONTENT",
    "HANDS",
    "Adventure",
    "Call",
    "Effect",
    "Feature",
    "Figure",
    "Rules",
    "Scene",
    "Sheet",
    "Weapon",
    "bonus",
    "too_many",
]
