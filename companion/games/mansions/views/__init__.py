"""Views of each seat."""

from __future__ import annotations

from companion.games.mansions.views.drawings_and_cues import air, cue, in_danger
from companion.games.mansions.views.knowledge import veil
from companion.games.mansions.views.log_text import log_sentence
from companion.games.mansions.views.seat_view import afterwards, faceless, lost, own_blocks, round_of, view, where
