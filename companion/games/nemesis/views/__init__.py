"""The view of each seat."""

from __future__ import annotations

from companion.games.nemesis.views.evening import air, in_danger
from companion.games.nemesis.views.knowledge import veil
from companion.games.nemesis.views.rolls import afterwards, faceless, lost
from companion.games.nemesis.views.seat_view import own_blocks, view, where

__all__ = [
    "afterwards",
    "air",
    "faceless",
    "in_danger",
    "lost",
    "own_blocks",
    "veil",
    "view",
    "where",
]
