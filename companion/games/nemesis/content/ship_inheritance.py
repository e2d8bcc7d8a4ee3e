"""What a ship takes over from the one it is like, as far as it fits: cards that name rooms which it does not have do less."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from companion.games.nemesis.content.lint.decks import unmet
from companion.games.nemesis.content.lint.effects import COMPUTER
from companion.games.nemesis.content.ship import EventCard, Ship, Tile


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
