"""What each seat sees."""

from __future__ import annotations

from companion.games.draw_your_weapon.views.knowledge import veil
from companion.games.draw_your_weapon.views.log_text import air, cue, log_line
from companion.games.draw_your_weapon.views.seat_view import own_blocks, round_of, view, where
from companion.games.draw_your_weapon.views.test_result import afterwards, lost

__all__ = [
    "afterwards",
    "air",
    "cue",
    "log_line",
    "lost",
    "own_blocks",
    "round_of",
    "veil",
    "view",
    "where",
]
