"""The map and what lies on it: places, corridors and their numbers, tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from companion.games.nemesis.content.ship import Ship, Way


def plan(ship: Ship) -> Iterator[str]:
    """Ends that exist, numbers that stand once at every room, and no room that nobody can reach."""
    yield from twice("places", [place.id for place in ship.places])
    yield from twice("corridors", [way.id for way in ship.corridors])
    known = {place.id: place for place in ship.places}
    if ship.start not in known:
        yield f"start: there is no place {ship.start!r}; there are {', '.join(known) or 'none'}."
    elif not known[ship.start].explored:
        yield f"start: {ship.start} must be explored: the crew wakes there."
    for place in ship.places:
        yield from _without_name(place_at(ship, place.id), place.id)
    for number, way in enumerate(ship.corridors):
        here = f"corridors.{number}: corridor {way.id}"
        yield from _ends(here, way, known.keys())
        yield from _known_numbers(here, ship, way)
    for name in known:
        yield from _numbers_of(ship, name)
    if ship.start in known:
        yield from _unreachable(ship)


def twice(where: str, names: list[str]) -> Iterator[str]:
    """Each name that stands there more than once."""
    for name, number in Counter(names).items():
        if number > 1:
            yield f"{where}: {name!r} stands there {number} times; each name stands once."


def _without_name(where: str, name: str) -> Iterator[str]:
    if not name or ":" in name or "/" in name:
        yield f"{where}: an id needs letters, and neither ':' nor '/'."


def place_at(ship: Ship, name: str) -> str:
    """The number of a place, where a form puts the fault, and its name."""
    return f"places.{[place.id for place in ship.places].index(name)}: place {name}"


def _ends(here: str, way: Way, known: Collection[str]) -> Iterator[str]:
    yield from _without_name(here, way.id)
    for end in way.ends:
        if end not in known:
            yield f"{here}: there is no place {end!r}."
    if len(set(way.ends)) < len(way.ends):
        yield f"{here}: it leads back to where it begins."
    elif len(way.ends) < 2 or (len(way.ends) > 2 and not way.technical):
        yield f"{here}: a corridor has two ends, not {len(way.ends)}; only a technical one may have more."


def _known_numbers(here: str, ship: Ship, way: Way) -> Iterator[str]:
    for room, printed in way.numbers.items():
        if room not in way.ends:
            yield f"{here}: numbers stand at {room!r}, which is none of its ends."
        for number in printed:
            if number not in numbers(ship):
                yield f"{here}: no face of the noise die is {number!r}; there are {', '.join(numbers(ship))}."


def numbers(ship: Ship) -> tuple[str, ...]:
    """The faces of the noise die that stand at corridors."""
    return tuple(sorted({face for face in ship.dice.noise if face.isdigit()} | {"1", "2", "3", "4"}))


def _numbers_of(ship: Ship, room: str) -> Iterator[str]:
    """NEM-X-NOISE-1: a number leads to one corridor."""
    printed = Counter(number for way in ship.corridors for number in way.numbers.get(room, ()))
    for number in numbers(ship):
        if printed[number] != 1:
            many = "no corridor" if not printed[number] else f"{printed[number]} corridors"
            yield f"{place_at(ship, room)}: the number {number} stands at {many} there; it stands at exactly one."


def _unreachable(ship: Ship) -> Iterator[str]:
    """Nobody walks through a technical corridor."""
    reached, border = {ship.start}, [ship.start]
    while border:
        here = border.pop()
        for way in ship.corridors:
            if here in way.ends and not way.technical:
                border += [end for end in way.ends if end not in reached]
                reached |= set(way.ends)
    for place in ship.places:
        if place.id not in reached:
            yield f"{place_at(ship, place.id)}: no corridor leads there from {ship.start}."


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
