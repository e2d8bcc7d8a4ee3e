"""Views of each seat."""

from __future__ import annotations

from companion.games.arkham.views.knowledge import veil
from companion.games.arkham.views.seat_view import own_blocks, view
from companion.games.arkham.views.story import air, in_danger, round_of, where
from companion.games.arkham.views.test_result import afterwards, lost

__all__ = [
    "afterwards",
    "air",
    "in_danger",
    "lost",
    "own_blocks",
    "round_of",
    "veil",
    "view",
    "where",
]
