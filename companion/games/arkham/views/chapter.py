"""Where an evening stands, in a few words: what the lines of the log are grouped by."""

from __future__ import annotations

from companion.games.arkham.state import State


def where(s: State) -> str:
    """The round and its phase."""
    return f"Round {s.round} · {s.phase.capitalize()}"


def round_of(s: State) -> int:
    """Return the number of the round."""
    return s.round
