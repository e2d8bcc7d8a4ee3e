"""What things are called in titles and sentences."""

from __future__ import annotations

from companion.games.nemesis.state import State
from companion.schema.prompt import TABLE, Seat


def room_words(s: State, room: str) -> str:
    """What to call a room: "the Galley", or "an unexplored room"; the number helps on the board."""
    tile = s.rooms[room]
    return f"the {tile.title}" if tile.explored else f"unexplored room {room.removeprefix('r')}"


def name_of(s: State, seat: Seat) -> str:
    """Whom a title addresses; nobody in particular is everybody."""
    return s.characters[seat].name if seat in s.characters else "Everybody"


def asked(s: State, seat: Seat) -> Seat:
    """Who answers for a seat; for nobody in particular the table."""
    return seat if seat in s.characters else TABLE
