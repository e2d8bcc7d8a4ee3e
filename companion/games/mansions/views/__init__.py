"""What each seat sees."""

from __future__ import annotations

from companion.games.mansions.views.cues import air, cue, in_danger
from companion.games.mansions.views.log_text import tell, unread
from companion.games.mansions.views.seat_view import own_blocks, round_of, view, where
from companion.games.mansions.views.skill_test import afterwards, faceless, lost

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
