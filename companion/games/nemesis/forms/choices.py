"""What was chosen before the evening, read: the ship, the box on the table, the open points, who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine.content import record
from companion.engine.game import GameSetup
from companion.errors import ContentError
from companion.games.nemesis.content import ships
from companion.games.nemesis.content.box import OURS, boxed, record_of
from companion.games.nemesis.content.lint import checked
from companion.games.nemesis.content.parsing import a_record
from companion.games.nemesis.content.roles import Role, of_ship, role_of
from companion.games.nemesis.content.ship import Crew, Settings, Ship
from companion.schema.prompt import Refused, Seat

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
