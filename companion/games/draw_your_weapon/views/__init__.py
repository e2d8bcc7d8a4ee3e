"""Views of each seat."""

from __future__ import annotations

from companion.games.draw_your_weapon.views.knowledge import veil
from companion.games.draw_your_weapon.views.seat_view import air, own_blocks, round_of, view, where
from companion.games.draw_your_weapon.views.test_result import afterwards, lost

__all__ = [
    "afterwards",
    "air",
    "lost",
    "own_blocks",
    "round_of",
    "veil",
    "view",
    "where",
]
