"""Who is in danger, as everybody at the table can see: the light of the seat tells it."""

from __future__ import annotations

from companion.games.nemesis.rules.crew.harm import MOST_SERIOUS
from companion.games.nemesis.state import State
from companion.schema.prompt import Seat


def in_danger(s: State, seat: Seat) -> bool:
    """Whether the next wound kills: nothing of a hand or of an objective is looked at."""
    character = s.characters.get(seat)
    return character is not None and character.fate == "aboard" and character.serious_wounds >= MOST_SERIOUS
