"""What each seat sees."""

from __future__ import annotations

from companion.games.mansions.views.log_text import air, cue, in_danger, tell, unread
from companion.games.mansions.views.seat_view import afterwards, faceless, lost, own_blocks, round_of, view, where

__all__ = [
    "afterwards",
    "air",
    "cue",
    "faceless",
    "in_danger",
    "lost",
    "own_blocks",
    "round_of",
    "tell",
    "unread",
    "view",
    "where",
]
