"""Who is in danger, as everybody at the table can see: the light of the seat tells it."""

from __future__ import annotations

from companion.games.mansions.state import State
from companion.schema.prompt import Seat

NEAR = 1  # one more card is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next damage or horror would be as much as this investigator bears. The cards are counted, not read."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.eliminated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken.total <= NEAR for most, taken in harms)
