"""The ships that are written down, and those that people write. A ship may take over what fits from another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import FILE, a_record, load, placed_at, record
from companion.errors import ContentError
from companion.games.nemesis.content import form_values
from companion.games.nemesis.content.lint.components import COMPUTER, unmet
from companion.games.nemesis.content.lint.faults import checked
from companion.games.nemesis.content.parsing import names, words
from companion.games.nemesis.content.ship import EventCard, Ship, Tile
from companion.i18n import _


def inherit(ship: Ship, own: Collection[str]) -> Ship:
    """`own`: keys that were written for this ship; they stay as they are, faults and all."""
    rooms = {tile.id for tile in ship.tiles}
    if "tiles" not in own:
        ship = replace(ship, tiles=_tiles(ship))
    if "pods" not in own:
        ship = replace(ship, pods=tuple(tile for tile in ship.pods if tile in rooms))
    if "events" not in own:
        ship = replace(ship, events=tuple(_event(event, rooms) for event in ship.events))
    if "objectives" not in own:
        fit = tuple(one for one in ship.objectives if not any(any(unmet(ship, "", need)) for need in one.needs))
        ship = replace(ship, objectives=fit)
    return ship


def _tiles(ship: Ship) -> tuple[Tile, ...]:
    """No more of them are aboard always than there are places without a room."""
    fixed = {place.tile for place in ship.places}
    places = sum(not place.tile for place in ship.places)
    always = [tile.id for tile in ship.tiles if tile.always and tile.id not in fixed][:places]
    return tuple(replace(tile, always=tile.id in always) for tile in ship.tiles)


def _event(event: EventCard, rooms: Collection[str]) -> EventCard:
    """Without what would happen in rooms that are not there."""
    known = ("", COMPUTER, *rooms)
    return replace(event, effects=tuple(effect for effect in event.effects if effect.where in known))


CONTENT = Path(__file__).parents[1] / "content"
SAMPLE = "kittiwake"
LIKE = "like"  # a key of a ship: what is not written in it is as in this one
LEFT_OPEN: tuple[Any, ...] = ([], "")  # in a form


@cache
def shipped() -> Mapping[str, Mapping[str, Any]]:
    """Name -> what is written, of each ship that comes with the game."""
    ships = (path for path in sorted(CONTENT.glob("*.toml")) if path.name != FILE)
    return MappingProxyType({path.stem: load(path) for path in ships})


@cache
def ship_named(name: str) -> Ship:
    """A ship that comes with the game. Raises ContentError naming those there are."""
    _known(name, "ship")
    return record(Ship, dict(shipped()[name]), str(CONTENT / f"{name}.toml"))


def ship_of(choice: Any, where: str = "") -> Ship:
    """A shipped ship by name, or one that was written. Raises ContentError naming the place."""
    if isinstance(choice, str):
        return ship_named(choice)
    told = a_record(choice, where or _("A ship"))
    ship = record(Ship, whole(told), where or "ship")
    return checked(inherit(ship, written_in(told)) if told.get(LIKE) else ship, where)


def whole(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """As a file has it, with what is taken from the ship it is like. Raises ContentError where there is none of that name."""
    like = words(told.get(LIKE), LIKE)
    own = {key: value for key, value in form_values.file(told).items() if key != LIKE}
    if not like:
        return own
    _known(like, LIKE)
    return {**shipped()[like], **{key: own[key] for key in written_in(told)}}


def written_in(told: Mapping[str, Any]) -> frozenset[str]:
    """The keys of its own that say something."""
    return frozenset(k for k, value in form_values.file(told).items() if k != LIKE and value not in LEFT_OPEN)


def _known(name: str, where: str) -> None:
    if name not in shipped():
        raise ContentError(
            placed_at(where, _("there is no ship {name}; there are {known}.", name=repr(name), known=names(shipped())))
        )
