"""How a table begins: the ship, the seats as its crew in their order."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.nemesis.content import ship
from companion.games.nemesis.ship import Crew, Place, Ship
from companion.games.nemesis.state import HAND_SIZE, Character, Corridor, Room, State, Weapon
from companion.rules.bag import Bag
from companion.rules.game import Setup


def setup(table: Setup) -> State:
    """Everybody wakes in the start room with the first five cards."""
    data = ship()
    crew = {
        seat: _character(data, data.crew[i % len(data.crew)], table.name(seat)) for i, seat in enumerate(table.seats)
    }
    return State(
        ship=data,
        characters=MappingProxyType(crew),
        rooms=MappingProxyType({place.id: _room(data, place) for place in data.places}),
        corridors=MappingProxyType(
            {c.id: Corridor(c.ends, MappingProxyType(dict(c.numbers)), technical=c.technical) for c in data.corridors}
        ),
        bag=Bag(data.bag.tokens + data.bag.per_player * len(crew)),
        active=table.seats[0],
        first=table.seats[0],
        turns=data.turns,
        eggs=data.eggs,
    )


def _room(data: Ship, place: Place) -> Room:
    """With its tile, where that is not shuffled."""
    tile = next((tile for tile in data.tiles if tile.id == place.tile), None)
    return Room(tile.title if tile else "", place.x, place.y, place.explored, tile=place.tile)


def _character(data: Ship, crew: Crew, name: str) -> Character:
    weapon = Weapon(crew.weapon, crew.ammo)
    hand, deck = crew.deck[:HAND_SIZE], crew.deck[HAND_SIZE:]
    return Character(name, data.start, hand, deck, weapons=(weapon,), items=crew.items, role=crew.id)


SAMPLE = Setup(("1", "2", "3"), MappingProxyType({"1": "Ann", "2": "Ben", "3": "Cleo"}))
