"""How a table begins: the seats take the sample sheets in order, the Dealer has the figures of the content."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.draw_your_weapon.book import Rules
from companion.games.draw_your_weapon.content import Content, content
from companion.games.draw_your_weapon.decks import lay_out
from companion.games.draw_your_weapon.state import Character, State
from companion.rules.game import Setup
from companion.wire.prompt import DEALER


def setup(table: Setup) -> State:
    """`choices`: "asks_attribute" (bool): ask whether the attribute is added when the suit fits."""
    data = content()
    own = {seat: _player(data, place, table) for place, seat in enumerate(table.seats)}
    asks = bool(table.choices.get("asks_attribute", False))
    book = Rules(data.hand, data.values, data.attributes, data.associated, asks_attribute=asks)
    decks, held = lay_out(book, table.seats)
    return State(MappingProxyType({**own, **_figures(data)}), book, decks, held)


def _player(data: Content, place: int, table: Setup) -> Character:
    seat, sheet = table.seats[place], data.sheets[place % len(data.sheets)]
    return Character(
        table.name(seat),
        seat,
        MappingProxyType(dict(sheet.attributes)),
        data.hand,
        hp=sheet.hp,
        max_hp=sheet.hp,
        speed=sheet.speed,
        max_speed=sheet.speed,
        weapons=sheet.weapons,
    )


def _figures(data: Content) -> Mapping[str, Character]:
    return {f.id: Character(f.name, DEALER, MappingProxyType(dict(f.attributes))) for f in data.dealer}


SAMPLE = Setup(("1", "2", "3"), MappingProxyType({"1": "Ann", "2": "Ben", "3": "Cleo"}))
