"""What was chosen before the evening, read: the ship, the box on the table, the open points, who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from companion.errors import ContentError
from companion.games.nemesis import content
from companion.games.nemesis.box import boxed
from companion.games.nemesis.roles import Role, role_of
from companion.games.nemesis.ship import Crew, Ship
from companion.rules.content import record
from companion.rules.game import Setup
from companion.wire.prompt import Refused, Seat

T = TypeVar("T")
SETTINGS = ("decks", "hands", "turns")  # beside the flags
FLAGS = (
    "contamination_counts", "melee_contaminates", "careful_in_company", "technical_counts", "strict_combat",
    "shoot_eggs", "two_hands",
)  # fmt: skip


def chosen(table: Setup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """The ship as this table plays it, and who is who. Raises Refused naming the choice that is none."""
    ship = _read(content.ship_of, table.choices.get("ship") or content.SAMPLE)
    ship = _with_settings(_read(lambda box: boxed(ship, box), table.choices.get("box") or {}), table.choices)
    return _manned(ship, table)


def _with_settings(ship: Ship, choices: Mapping[str, Any]) -> Ship:
    """What was left open is as the ship says."""
    told = {key: choices[key] for key in ("decks", "hands", *FLAGS) if choices.get(key) not in (None, "")}
    whole = {key: getattr(ship.settings, key) for key in ("decks", "hands", *FLAGS)} | told
    settings = _read(lambda data: record(type(ship.settings), data, "The settings"), whole)
    return replace(ship, settings=settings, turns=choices.get("turns") or ship.turns)


def _manned(ship: Ship, table: Setup) -> tuple[Ship, Mapping[Seat, Crew]]:
    """Who is chosen by nobody is played in the order of the ship; what a role of one's own brings is of the ship then."""
    wished: Mapping[str, Any] = table.choices.get("crew") or {}
    people: dict[Seat, Crew] = {}
    named = {seat for seat in table.seats if wished.get(seat)}
    for seat in (*sorted(named, key=table.seats.index), *(seat for seat in table.seats if seat not in named)):
        taken = {crew.id for crew in people.values()}
        role = _role(ship, wished.get(seat), seat, taken)
        if role.crew.id in taken:
            raise Refused("TWICE", f"The {role.crew.title} is aboard once: choose somebody else for seat {seat}.")
        ship, people[seat] = role.aboard(ship), role.crew
    return ship, MappingProxyType({seat: people[seat] for seat in table.seats})


def _role(ship: Ship, wished: object, seat: Seat, taken: set[str]) -> Role:
    if not wished:
        free = [crew for crew in ship.crew if crew.id not in taken]
        if not free:
            raise Refused("NO_ROLE_LEFT", f"The ship has a crew of {len(ship.crew)}: nobody is left for seat {seat}.")
        return Role(free[0])
    if isinstance(wished, str):
        known = {crew.id: crew for crew in ship.crew}
        if wished not in known:
            raise Refused("UNKNOWN_ROLE", f"Nobody aboard is {wished!r}; there are {', '.join(known)}.")
        return Role(known[wished])
    return _read(lambda data: role_of(data, f"The role of seat {seat}", f"own{seat}"), wished)


def _read(read: Callable[[Any], T], data: object) -> T:
    try:
        return read(data)
    except ContentError as error:
        raise Refused("NOT_USABLE", str(error)) from error
