"""What is printed or typed in: records, and how they are loaded."""

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
)
from companion.games.draw_your_weapon.content.weapons import CONTENT

__all__ = [
    "CONTENT",
    "Adventure",
    "Call",
    "Effect",
    "Feature",
    "Figure",
    "Rules",
    "Scene",
    "Sheet",
    "Weapon",
]
