"""Doors and walls on the map: one for both sides, and not a word of what lies behind a door that is shut."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.mansions.content import Component, Room, TilePart
from companion.games.mansions.facts import BarricadeMoved
from companion.games.mansions.views import log_sentence
from companion.games.mansions.views.map import borders
from tests.games.mansions.manor import hall

ROOMS = MappingProxyType(
    {
        "hall": Room("Hall", "TileHall", 0, 0, 1, 1, doors=("crypt",), impassable=("lawn",)),
        "crypt": Room("Crypt of the Count", "TileCrypt", 1, 0, 1, 1),
        "lawn": Room("Lawn", "TileHall", 0, 1, 1, 1),
    }
)
PARTS = MappingProxyType({name: Component(name, "tile", part=TilePart()) for name in ("TileHall", "TileCrypt")})


def house(*board: str):
    return hall(scenario={"rooms": ROOMS, "components": PARTS}, story={"board": board})


def test_a_door_is_called_by_both_of_its_rooms():
    assert [str(one.title) for one in borders(house("TileHall", "TileCrypt"))] == [
        "Door, Hall and Crypt of the Count",
        "Wall, Hall and Lawn",
    ]


def test_a_door_does_not_say_what_lies_behind_it():
    assert str(next(borders(house("TileHall"))).title) == "Door, Hall"


def test_the_log_does_not_say_what_lies_behind_a_barricade():
    assert "Crypt" not in str(log_sentence(house("TileHall"), BarricadeMoved(("crypt", "hall"), True), "1"))
