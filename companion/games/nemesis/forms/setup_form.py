"""What a table chooses before it begins, as a form, and the ship and crew that follow from the choices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import GameSetup, record
from companion.errors import ContentError
from companion.games.nemesis.content import (
    OURS,
    SAMPLE,
    Crew,
    Role,
    Settings,
    Ship,
    a_record,
    boxed,
    checked,
    of_ship,
    record_of,
    role_of,
    ships,
)
from companion.schema import Field, Form, Pick, Refused, Seat

DECKS = (
    Pick("page", "Lamplight draws them", "no box needed: all of them are ours"),
    Pick("box", "Your box", "you draw the card or turn the tile, and tap what it says"),
)
HANDS = (
    Pick("page", "On your phone", "the page deals them and knows what they do"),
    Pick("box", "Real cards", "the page counts them; what a card says is chosen from a list"),
)
DEFAULTS = Settings()


def form() -> Form:
    """The choices of `setup`."""
    return Form(
        "An evening",
        (
            Field("ship", "Ship", "sheet", least=1, default=SAMPLE, sheet="ship"),
            Field("crew", "Role", "sheet", sheet="crew", each_seat=True),
            Field("decks", "Cards and tiles", "choice", options=DECKS, default="page"),
            Field("hands", "Action cards", "choice", options=HANDS, default="page"),
            Field("box", "Dice, bag and costs", "sheet", "Left open: as the ship says.", sheet="box"),
            *open_points(),
        ),
        "The page is the map, the noise, the bag and the referee. With the ship that comes along you need no box.",
    )


def open_points() -> tuple[Field, ...]:
    """What the text leaves open, or what tables play differently: our reading is what is filled in."""
    return (
        _flag(
            "contamination_counts",
            "A surprise looks at the whole hand",
            "Contamination cards count, too. Off: only Action cards do.",
        ),
        _flag("melee_contaminates", "Melee Attack brings Contamination", "A card before the roll, hit or miss."),
        _flag(
            "careful_in_company",
            "Careful Movement always leaves a marker",
            "Off: not in a room where somebody or something already is.",
        ),
        _flag(
            "technical_counts",
            "The duct counts for Careful Movement",
            "It is one of the corridors of each room with an entrance, and takes a marker. Off: it does not.",
        ),
        _flag(
            "strict_combat",
            "In combat only Shoot, Melee Attack and Escape",
            "And cards and items that are not for out of combat only. Off: all that is not forbidden.",
        ),
        _flag("shoot_eggs", "Eggs can be shot", "An egg is no Intruder. On: a shot or a blow may destroy one."),
        _flag("two_hands", "Two hands", "Weapons, heavy items and heavy objects take a hand each."),
    )


def _flag(name: str, label: str, words: str) -> Field:
    return Field(name, label, "flag", words, default=getattr(DEFAULTS, name), advanced=True)


T = TypeVar("T")
POINTS = tuple(field.name for field in fields(Settings))


def chosen(table: GameSetup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """The ship as this table plays it, and who is who. Raises Refused naming the choice that is none."""
    ship = _read(ships.ship_of, table.choices.get("ship") or ships.SAMPLE)
    box = _box(table.choices.get("box") or {})
    return _manned(_with_settings(_read(lambda data: boxed(ship, data), box), table.choices), table)


def _box(choice: object) -> object:
    """The one that comes with the game is called "ours"."""
    if not isinstance(choice, str):
        return choice
    if choice != OURS:
        raise Refused("UNKNOWN_BOX", f"There is no box {choice!r}; there is {OURS}.")
    return record_of(ships.ship_named(ships.SAMPLE))


def _with_settings(ship: Ship, choices: Mapping[str, Any]) -> Ship:
    """What was left open is as the ship says."""
    told = {key: choices[key] for key in POINTS if choices.get(key) not in (None, "")}
    whole = {key: getattr(ship.settings, key) for key in POINTS} | told
    return replace(ship, settings=_read(lambda data: record(Settings, data, "The settings"), whole))


def _manned(ship: Ship, table: GameSetup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """Who is chosen by nobody is played in the order of the ship; what a role of one's own brings is of the ship then."""
    wished = _read(lambda told: a_record(told, "crew"), table.choices.get("crew"))
    people: dict[Seat, Crew] = {}
    named = {seat for seat in table.seats if wished.get(seat)}
    for seat in (*sorted(named, key=table.seats.index), *(seat for seat in table.seats if seat not in named)):
        taken = {crew.id for crew in people.values()}
        role = _role(ship, wished.get(seat), seat, taken).fitted(ship)
        if role.crew.id in taken:
            raise Refused("TWICE", f"The {role.crew.title} is aboard once: choose somebody else for seat {seat}.")
        ship, people[seat] = role.aboard(ship), role.crew
    manned = _read(checked, ship) if any(not isinstance(one, str) for one in wished.values()) else ship
    return manned, MappingProxyType({seat: people[seat] for seat in table.seats})


def _role(ship: Ship, wished: object, seat: Seat, taken: set[str]) -> Role:
    if not wished:
        free = [crew for crew in ship.crew if crew.id not in taken]
        if not free:
            raise Refused("NO_ROLE_LEFT", f"The ship has a crew of {len(ship.crew)}: nobody is left for seat {seat}.")
        return Role(free[0])
    if not isinstance(wished, str):
        return _read(lambda data: role_of(data, f"The role of seat {seat}", f"own{seat}"), wished)
    role = of_ship(ship, wished) or of_ship(ships.ship_named(ships.SAMPLE), wished)
    if role is None:
        known = ", ".join(crew.id for crew in ship.crew)
        raise Refused("UNKNOWN_ROLE", f"Nobody aboard is {wished!r}; there are {known}.")
    return role


def _read(read: Callable[[Any], T], data: object) -> T:
    try:
        return read(data)
    except ContentError as error:
        raise Refused("NOT_USABLE", str(error)) from error
