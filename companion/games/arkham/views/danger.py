"""Who is in danger, as everybody at the table can see: the light of the seat tells it."""

from __future__ import annotations

from companion.games.arkham.state import State
from companion.schema.prompt import Seat

NEAR = 1  # one more damage or horror is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next damage or horror would defeat this investigator."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.defeated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken <= NEAR for most, taken in harms)
