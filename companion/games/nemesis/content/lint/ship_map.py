"""Checks of the map: places, corridors, numbers and tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from companion.engine import fault_at
from companion.games.nemesis.content.parsing import names
from companion.games.nemesis.content.ship import Ship, Way
from companion.i18n import Text, _, listed, ngettext


def check_plan(ship: Ship) -> Iterator[Text]:
    """Check corridors, their numbers, and that every room can be reached."""
    yield from find_duplicates("places", [place.id for place in ship.places])
    yield from find_duplicates("corridors", [way.id for way in ship.corridors])
    known = {place.id: place for place in ship.places}
    yield from _check_start(ship)
    for place in ship.places:
        yield from _check_name(place_at(ship, place.id), place.id)
    for number, way in enumerate(ship.corridors):
        here = _("{place}: corridor {name}", place=f"corridors.{number}", name=way.id)
        yield from _check_ends(here, way, known.keys())
        yield from _check_numbers(here, ship, way)
    for name in known:
        yield from _find_missing_numbers(ship, name)
    if ship.start in known:
        yield from _find_unreachable(ship)


def _check_start(ship: Ship) -> Iterator[Text]:
    known = {place.id: place for place in ship.places}
    if ship.start not in known:
        start, there = repr(ship.start), names(known)
        yield fault_at("start", _("there is no place {name}; there are {known}.", name=start, known=there))
    elif not known[ship.start].explored:
        yield fault_at("start", _("{name} must be explored: the crew wakes there.", name=ship.start))


def find_duplicates(where: str, named: list[str]) -> Iterator[Text]:
    """Return a fault for each duplicate name."""
    for name, number in Counter(named).items():
        if number > 1:
            fault = ngettext(
                "{name} stands there {n} time; each name stands once.",
                "{name} stands there {n} times; each name stands once.",
                number,
                name=repr(name),
            )
            yield fault_at(where, fault)


def _check_name(where: Text, name: str) -> Iterator[Text]:
    if not name or ":" in name or "/" in name:
        yield fault_at(where, _("an id needs letters, and neither ':' nor '/'."))


def place_at(ship: Ship, name: str) -> Text:
    """Return the index of a place, by which a form shows the fault, and its name."""
    number = [place.id for place in ship.places].index(name)
    return _("{place}: place {name}", place=f"places.{number}", name=name)


def _check_ends(here: Text, way: Way, known: Collection[str]) -> Iterator[Text]:
    yield from _check_name(here, way.id)
    for end in way.ends:
        if end not in known:
            yield fault_at(here, _("there is no place {name}.", name=repr(end)))
    if len(set(way.ends)) < len(way.ends):
        yield fault_at(here, _("it leads back to where it begins."))
    elif len(way.ends) < 2 or (len(way.ends) > 2 and not way.technical):
        fault = _("a corridor has two ends, not {n}; only a technical one may have more.", n=len(way.ends))
        yield fault_at(here, fault)


def _check_numbers(here: Text, ship: Ship, way: Way) -> Iterator[Text]:
    known = listed(numbers(ship), ", ")
    for room, printed in way.numbers.items():
        if room not in way.ends:
            yield fault_at(here, _("numbers stand at {room}, which is none of its ends.", room=repr(room)))
        for number in printed:
            if number not in numbers(ship):
                fault = _("no face of the noise die is {face}; there are {known}.", face=repr(number), known=known)
                yield fault_at(here, fault)


def numbers(ship: Ship) -> tuple[str, ...]:
    """Return the faces of the noise die that are numbers of corridors."""
    return tuple(sorted({face for face in ship.dice.noise if face.isdigit()} | {"1", "2", "3", "4"}))


def _find_missing_numbers(ship: Ship, room: str) -> Iterator[Text]:
    """NEM-X-NOISE-1: each number leads to one corridor."""
    printed = Counter(number for way in ship.corridors for number in way.numbers.get(room, ()))
    for number in numbers(ship):
        if not printed[number]:
            fault = _("the number {number} stands at no corridor there; it stands at exactly one.", number=number)
            yield fault_at(place_at(ship, room), fault)
        elif printed[number] > 1:
            fault = ngettext(
                "the number {number} stands at {n} corridor there; it stands at exactly one.",
                "the number {number} stands at {n} corridors there; it stands at exactly one.",
                printed[number],
                number=number,
            )
            yield fault_at(place_at(ship, room), fault)


def _find_unreachable(ship: Ship) -> Iterator[Text]:
    """Technical corridors do not count: characters cannot use them."""
    reached, border = {ship.start}, [ship.start]
    while border:
        here = border.pop()
        for way in ship.corridors:
            if here in way.ends and not way.technical:
                border += [end for end in way.ends if end not in reached]
                reached |= set(way.ends)
    for place in ship.places:
        if place.id not in reached:
            fault = _("no corridor leads there from {start}.", start=ship.start)
            yield fault_at(place_at(ship, place.id), fault)


def check_tiles(ship: Ship) -> Iterator[Text]:
    """Check that tiles exist, are laid once, and suffice."""
    yield from find_duplicates("tiles", [tile.id for tile in ship.tiles])
    yield from find_duplicates("tiles", [tile.engine for tile in ship.tiles if tile.engine])
    known = {tile.id for tile in ship.tiles}
    fixed = [place.tile for place in ship.places if place.tile]
    yield from find_duplicates("places", fixed)
    for place in ship.places:
        if place.tile and place.tile not in known:
            yield fault_at(place_at(ship, place.id), _("there is no tile {name}.", name=repr(place.tile)))
        elif place.explored and not place.tile:
            yield fault_at(place_at(ship, place.id), _("it is explored, so a tile must be named."))
    yield from _check_number_of_tiles(ship, fixed)
    yield from _check_actions(ship)
    for tile in ship.pods:
        if tile not in known:
            yield fault_at("pods", _("there is no tile {name} where one could hang.", name=repr(tile)))


def _check_number_of_tiles(ship: Ship, fixed: list[str]) -> Iterator[Text]:
    """Yield faults of the number of tiles. The players lay out a ship without free tiles."""
    open_places = sum(not place.tile for place in ship.places)
    free = [tile for tile in ship.tiles if tile.id not in fixed]
    if free and len(free) < open_places:
        fault = ngettext(
            "{n} place waits for a tile, only {free} can be shuffled.",
            "{n} places wait for a tile, only {free} can be shuffled.",
            open_places,
            free=len(free),
        )
        yield fault_at("tiles", fault)
    always = sum(tile.always for tile in free)
    if always > open_places:
        fault = ngettext(
            "{always} are aboard always, but only {n} place waits for one.",
            "{always} are aboard always, but only {n} places wait for one.",
            open_places,
            always=always,
        )
        yield fault_at("tiles", fault)


def _check_actions(ship: Ship) -> Iterator[Text]:
    stores = {item.store for item in ship.items.values() if item.store}
    for number, tile in enumerate(ship.tiles):
        here = room_at(number, tile.id)
        if tile.store and tile.store not in stores:
            yield fault_at(here, no_store(tile.store, stores))
        if tile.effects and tile.sections:
            yield fault_at(here, _("it has effects and sections; one of the two."))
        elif (tile.effects or tile.sections) and not tile.action:
            yield fault_at(here, _("its action needs a title."))


def room_at(number: int, name: str) -> Text:
    """Return the index of a tile, by which a form shows the fault, and its name."""
    return _("{place}: room {name}", place=f"tiles.{number}", name=name)


def no_store(name: str, stores: Collection[str]) -> Text:
    return _("there is no store {name}; there are {known}.", name=repr(name), known=names(sorted(stores)))
