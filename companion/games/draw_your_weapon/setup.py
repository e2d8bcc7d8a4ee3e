"""Build the first state: characters of the seats, and figures of the adventure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from companion.engine import GameSetup, load
from companion.games.draw_your_weapon.content import (
    CONTENT,
    Adventure,
    Figure,
    Rules,
    Sheet,
    adventures,
    characters,
    table_rules,
    too_many,
)
from companion.games.draw_your_weapon.content.table_rules import check_attributes
from companion.games.draw_your_weapon.rules.cards import lay_out
from companion.games.draw_your_weapon.state import Character, State
from companion.schema import DEALER, Seat

FIGURES = CONTENT / "figures.toml"


def setup(table: GameSetup) -> State:
    """Read `choices`: adventure, characters by seat, and rules, each a name or a full record. Raises ContentError."""
    book = table_rules.chosen(table.choices.get("rules", ""))
    adventure = adventures.chosen(table.choices.get("adventure", ""))
    if adventure is not None:
        rules_fit(adventure, book)
    own = {seat: _player(table, seat, book, adventure) for seat in table.seats}
    people = figures() if adventure is None else adventure.figures
    decks, held = lay_out(book, table.seats)
    return State(MappingProxyType({**own, **_dealers(people)}), book, decks, held, adventure)


@cache
def figures() -> tuple[Figure, ...]:
    """Return the Dealer's figures without an adventure."""
    entries = load(FIGURES)["figures"]
    return tuple(characters.figure(entry, f"{FIGURES}: figures.{n}") for n, entry in enumerate(entries))


def _player(table: GameSetup, seat: Seat, book: Rules, adventure: Adventure | None) -> Character:
    """Return the character with a hand and full HP."""
    sheet = _sheet(table, seat, book, adventure.sheets if adventure is not None else ())
    return Character(
        table.names.get(seat, ""),
        seat,
        MappingProxyType(dict(sheet.attributes)),
        book.hand,
        level=sheet.level,
        hp=sheet.hp,
        max_hp=sheet.hp,
        reserve=sheet.reserve,
        clout=sheet.clout,
        speed=sheet.speed,
        max_speed=sheet.speed,
        guard=sheet.guard,
        guard_refresh=sheet.guard_refresh,
        weapons=sheet.weapons,
        away=too_many(sheet.weapons),
        features=sheet.features,
        title=sheet.title,
        text=sheet.text,
    )


def _sheet(table: GameSetup, seat: Seat, book: Rules, ready: Sequence[Sheet]) -> Sheet:
    """Return the chosen sheet of a seat. Without a choice take one of the adventure's `ready`, else a shipped one."""
    choice = (table.choices.get("characters") or {}).get(seat) or ""
    place = table.seats.index(seat)
    if choice:
        sheet = characters.chosen(choice, f"characters.{seat}")
    else:
        there = ready or tuple(characters.characters().values())
        sheet = there[place % len(there)]
    check_attributes((name for name, value in sheet.attributes.items() if value), book, f"characters.{seat}.attributes")
    return sheet


def _dealers(people: Iterable[Figure]) -> Mapping[str, Character]:
    return {figure.id: _dealer(figure) for figure in people}


def _dealer(figure: Figure) -> Character:
    return Character(
        figure.name,
        DEALER,
        MappingProxyType(dict(figure.attributes)),
        hp=figure.hp,
        max_hp=figure.hp or None,
        guard=figure.guard,
        weapons=figure.weapons,
        features=figure.features,
        text=figure.text,
    )


def rules_fit(adventure: Adventure, book: Rules) -> None:
    """Raise ContentError where a prepared Call names an attribute that the table lacks."""
    for scene in adventure.scenes:
        for call in scene.calls:
            check_attributes((call.attribute,), book, f"adventure: {scene.id}.{call.id}")


SAMPLE = GameSetup(
    ("1", "2", "3"),
    MappingProxyType({"1": "Ann", "2": "Ben", "3": "Cleo"}),
    MappingProxyType({"adventure": adventures.SAMPLE, "rules": table_rules.SAMPLE}),
)
