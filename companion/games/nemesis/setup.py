"""The initial state, from the setup form."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from types import MappingProxyType

from companion.engine import Bag, GameSetup
from companion.games.nemesis.content.ship import Crew, Place, Ship
from companion.games.nemesis.forms import chosen_ship_and_crew
from companion.games.nemesis.rules.crew.hands import unnamed_cards
from companion.games.nemesis.state import HAND_SIZE, Character, Corridor, Pod, Room, State, Told, Weapon
from companion.i18n import from_data
from companion.schema import Words

SAMPLE = GameSetup(("1", "2", "3"), MappingProxyType({"1": "Ann", "2": "Ben", "3": "Cleo"}))


def setup(table: GameSetup) -> State:
    """Return the initial state. Raises Refused naming a wrong choice.

    The random part follows in the phase "preparing". Without decks it is left out, and the first five
    cards are the first hand.
    """
    data, people = chosen_ship_and_crew(table)
    is_dealt = data.settings.decks != "none"
    return State(
        ship=data,
        characters=MappingProxyType(
            {seat: _character(data, who, table.name(seat), is_dealt=is_dealt) for seat, who in people.items()}
        ),
        rooms=MappingProxyType({place.id: _room(data, place) for place in data.places}),
        corridors=MappingProxyType(
            {
                way.id: Corridor(way.ends, MappingProxyType(dict(way.numbers)), technical=way.technical)
                for way in data.corridors
            }
        ),
        bag=Bag(data.bag.tokens + data.bag.per_player * len(people)),
        pods=MappingProxyType({ascii_uppercase[number]: Pod(tile) for number, tile in enumerate(data.pods)}),
        active=table.seats[0],
        first=table.seats[0],
        turns=data.turns,
        eggs=data.eggs,
        phase="preparing" if is_dealt else "players",
        told=Told(from_data(data.title), from_data(data.text)) if data.text else None,
    )


def _room(data: Ship, place: Place) -> Room:
    tile = next((tile for tile in data.tiles if tile.id == place.tile), None)
    return Room(tile.title if tile else "", place.x, place.y, place.explored, tile=place.tile)


def _character(data: Ship, crew: Crew, name: Words, *, is_dealt: bool) -> Character:
    deck = unnamed_cards(crew.deck) if data.settings.hands == "box" else crew.deck
    first = () if is_dealt else deck[:HAND_SIZE]
    character = Character(name, data.start, first, deck[len(first) :], role=crew.id, items=crew.items)
    return replace(character, weapons=(Weapon(crew.weapon, crew.ammo),)) if crew.weapon else character
