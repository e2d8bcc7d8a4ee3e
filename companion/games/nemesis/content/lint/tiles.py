"""What lies in the places: tiles, the pods that hang there, the drives."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.lint.plan import place_at, twice
from companion.games.nemesis.content.ship import Ship


def tiles(ship: Ship) -> Iterator[str]:
    """Tiles that exist, each in one place, and enough of them."""
    yield from twice("tiles", [tile.id for tile in ship.tiles])
    yield from twice("tiles", [tile.engine for tile in ship.tiles if tile.engine])
    known = {tile.id for tile in ship.tiles}
    fixed = [place.tile for place in ship.places if place.tile]
    yield from twice("places", fixed)
    for place in ship.places:
        if place.tile and place.tile not in known:
            yield f"{place_at(ship, place.id)}: there is no tile {place.tile!r}."
        elif place.explored and not place.tile:
            yield f"{place_at(ship, place.id)}: it is explored, so a tile must be named."
    yield from _enough(ship, fixed)
    yield from _actions(ship)
    for tile in ship.pods:
        if tile not in known:
            yield f"pods: there is no tile {tile!r} where one could hang."


def _enough(ship: Ship, fixed: list[str]) -> Iterator[str]:
    """Without any tile to shuffle the people lay out their own."""
    open_places = sum(not place.tile for place in ship.places)
    free = [tile for tile in ship.tiles if tile.id not in fixed]
    if free and len(free) < open_places:
        yield f"tiles: {open_places} places wait for a tile, only {len(free)} can be shuffled."
    always = sum(tile.always for tile in free)
    if always > open_places:
        yield f"tiles: {always} are aboard always, but only {open_places} places wait for one."


def _actions(ship: Ship) -> Iterator[str]:
    stores = {item.store for item in ship.items.values() if item.store}
    for number, tile in enumerate(ship.tiles):
        here = f"tiles.{number}: room {tile.id}"
        if tile.store and tile.store not in stores:
            there = ", ".join(sorted(stores)) or "none"
            yield f"{here}: there is no store {tile.store!r}; there are {there}."
        if tile.effects and tile.sections:
            yield f"{here}: it has effects and sections; one of the two."
        elif (tile.effects or tile.sections) and not tile.action:
            yield f"{here}: its action needs a title."
