"""Where an evening stands, in a few words: what the lines of the log are grouped by."""

from __future__ import annotations

from companion.games.mansions.state import State
from companion.games.mansions.views.seat_view import PHASE_TITLES


def where(s: State) -> str:
    """The round and its phase."""
    if s.story is None:
        return ""
    if s.story.ended:
        return f"Over in round {s.story.round}"
    return f"Round {s.story.round} · {PHASE_TITLES[s.story.phase]}"


def round_of(s: State) -> int | None:
    """Return the number of the round; None before the story begins and after it has ended."""
    return s.story.round if s.story is not None and not s.story.ended else None
