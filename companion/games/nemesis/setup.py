"""How a table begins: the sample ship, the seats as its crew in their order."""

from __future__ import annotations

from types import MappingProxyType

from companion.games.nemesis.content import Crew, Ship, ship
from companion.games.nemesis.state import HAND_SIZE, Character, Corridor, Room, State, Weapon
from companion.rules.bag import Bag
from companion.rules.game import Setup
from companion.rules.pool import Die


def setup(table: Setup) -> State:
    """Everybody wakes in the start room with the first five cards."""
    data = ship()
    crew = {
        seat: _character(data, data.crew[i % len(data.crew)], table.name(seat)) for i, seat in enumerate(table.seats)
    }
    return State(
        characters=MappingProxyType(crew),
        rooms=MappingProxyType({r.id: Room(r.title, r.x, r.y, r.explored) for r in data.rooms}),
        corridors=MappingProxyType({c.id: Corridor(c.ends, MappingProxyType(dict(c.numbers))) for c in data.corridors}),
        costs=data.costs,
        noise_die=Die("nemesis_noise", data.dice.noise),
        combat_die=Die("nemesis_combat", data.dice.combat),
        bag=Bag(data.bag.tokens + data.bag.per_player * len(crew)),
        active=table.seats[0],
        first=table.seats[0],
        settings=data.settings,
        turns=data.turns,
        items=data.items,
        cards=data.cards,
        crafted=data.crafted,
    )


def _character(data: Ship, crew: Crew, name: str) -> Character:
    weapon = Weapon(crew.weapon, crew.ammo)
    return Character(
        name, data.start, crew.deck[:HAND_SIZE], crew.deck[HAND_SIZE:], weapons=(weapon,), items=crew.items
    )


SAMPLE = Setup(("1", "2", "3"), MappingProxyType({"1": "Ann", "2": "Ben", "3": "Cleo"}))
