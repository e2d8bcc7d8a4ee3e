"""The view of each seat."""

from __future__ import annotations

from companion.games.nemesis.views.cues import air, cue, in_danger
from companion.games.nemesis.views.knowledge import veil
from companion.games.nemesis.views.log_text import log_line
from companion.games.nemesis.views.rolls import afterwards, faceless, lost
from companion.games.nemesis.views.seat_view import own_blocks, view, where

__all__ = [
    "afterwards",
    "air",
    "cue",
    "faceless",
    "in_danger",
    "log_line",
    "lost",
    "own_blocks",
    "veil",
    "view",
    "where",
]
