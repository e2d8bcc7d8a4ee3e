"""Where an evening stands, in a few words: what the lines of the log are grouped by."""

from __future__ import annotations

from companion.games.nemesis.state import State
from companion.games.nemesis.views.evening import PHASES, turns


def where(s: State) -> str:
    """The phase, and how long the ship still flies."""
    if s.phase == "over":
        return "It is over"
    return f"{PHASES.get(s.phase, 'Players’ turns')} · {turns(s)}"
