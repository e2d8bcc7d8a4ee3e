"""The edge of each seat, as a lamp at the table shows it: its colour, and whether it is asked. Public like the Now line."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presentation.people import seats
from companion.presentation.prompts import pending_people
from companion.schema.prompt import TABLE, Seat
from companion.schema.public_state import Light, Mood
from companion.sessions.session import TableSnapshot

COLOURS: Mapping[Seat, str] = {
    "1": "#56b4e9",
    "2": "#f0e442",
    "3": "#e69f00",
    "4": "#e08cbb",
    "5": "#2fbf96",
    "6": "#ff8a5c",
    "dealer": "#e8dfce",
}
"""As the badges on the page (table/seats.js), a test holds them together."""


def lights_of(picture: TableSnapshot) -> Mapping[Seat, Light]:
    """A light for each seat of the game. Who is asked, every page is told as well; what is asked, no light tells."""
    return {seat: Light(colour_of(seat), mood_of(picture, seat)) for seat in seats(picture)}


def colour_of(seat: Seat) -> str:
    """As "#rrggbb"."""
    return COLOURS.get(seat, "#ffffff")


def mood_of(picture: TableSnapshot, seat: Seat) -> Mood:
    """It is "asked" while the table waits for this seat, and each is where it waits for anybody; else as the game has it."""
    if picture.over:
        return "calm"
    if any(prompt.seat in (seat, TABLE) for prompt in pending_people(picture)):
        return "asked"
    in_danger = picture.game.danger
    return "danger" if in_danger is not None and in_danger(picture.state, seat) else "calm"
