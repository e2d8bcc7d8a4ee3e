"""Shipped ships and those that players write, which may inherit from a shipped one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import RULEBOOK_FILE, fault_at, load, record, require_record
from companion.errors import ContentError
from companion.games.nemesis.content import form_values
from companion.games.nemesis.content.lint.components import find_impossible_needs
from companion.games.nemesis.content.lint.faults import check
from companion.games.nemesis.content.parsing import names, words
from companion.games.nemesis.content.ship import COMPUTER, EventCard, Ship, Tile
from companion.i18n import _


def inherit(ship: Ship, own: Collection[str]) -> Ship:
    """Drop inherited parts that do not fit. `own`: keys that the ship defines, which stay as they are."""
    rooms = {tile.id for tile in ship.tiles}
    if "tiles" not in own:
        ship = replace(ship, tiles=_tiles(ship))
    if "pods" not in own:
        ship = replace(ship, pods=tuple(tile for tile in ship.pods if tile in rooms))
    if "events" not in own:
        ship = replace(ship, events=tuple(_event(event, rooms) for event in ship.events))
    if "objectives" not in own:
        fit = tuple(
            objective
            for objective in ship.objectives
            if not any(any(find_impossible_needs(ship, "", need)) for need in objective.needs)
        )
        ship = replace(ship, objectives=fit)
    return ship


def _tiles(ship: Ship) -> tuple[Tile, ...]:
    """Mark no more tiles as `always` than there are free places."""
    fixed = {place.tile for place in ship.places}
    places = sum(not place.tile for place in ship.places)
    always = [tile.id for tile in ship.tiles if tile.always and tile.id not in fixed][:places]
    return tuple(replace(tile, always=tile.id in always) for tile in ship.tiles)


def _event(event: EventCard, rooms: Collection[str]) -> EventCard:
    """Drop effects in rooms that the ship lacks."""
    known = ("", COMPUTER, *rooms)
    return replace(event, effects=tuple(effect for effect in event.effects if effect.where in known))


CONTENT = Path(__file__).parents[1] / "content"
SAMPLE = "kittiwake"
LIKE_KEY = "like"  # key of a ship: inherits missing keys from that one
EMPTY_VALUES: tuple[Any, ...] = ([], "")  # in a form


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Return the records of all shipped ships by name."""
    ships = (path for path in sorted(CONTENT.glob("*.toml")) if path.name != RULEBOOK_FILE)
    return MappingProxyType({path.stem: load(path) for path in ships})


@cache
def ship_named(name: str) -> Ship:
    """Return a shipped ship. Raises ContentError naming the known ones."""
    _known(name, "ship")
    return record(Ship, dict(shipped()[name]), str(CONTENT / f"{name}.toml"))


def ship_of(choice: Any, where: str = "") -> Ship:
    """Return a shipped ship by name, or a written one. Raises ContentError naming the place."""
    if isinstance(choice, str):
        return ship_named(choice)
    data = require_record(choice, where or _("A ship"))
    ship = record(Ship, with_inherited_keys(data), where or "ship")
    return check(inherit(ship, own_keys(data)) if data.get(LIKE_KEY) else ship, where)


def with_inherited_keys(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the file record with inherited keys. Raises ContentError for an unknown `like`."""
    like = words(data.get(LIKE_KEY), LIKE_KEY)
    own = {key: value for key, value in form_values.file(data).items() if key != LIKE_KEY}
    if not like:
        return own
    _known(like, LIKE_KEY)
    return {**shipped()[like], **{key: own[key] for key in own_keys(data)}}


def own_keys(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the keys that the ship defines."""
    return frozenset(
        key for key, value in form_values.file(data).items() if key != LIKE_KEY and value not in EMPTY_VALUES
    )


def _known(name: str, where: str) -> None:
    if name not in shipped():
        raise ContentError(
            fault_at(where, _("there is no ship {name}; there are {known}.", name=repr(name), known=names(shipped())))
        )
