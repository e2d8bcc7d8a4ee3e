"""Dice, bag, crew, cards and decks, and what their effects name."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.box import COMBAT, COSTS, NOISE, is_token
from companion.games.nemesis.content.lint.ship_map import numbers, twice
from companion.games.nemesis.content.ship import KINDS, SUFFERED, Condition, Effect, Ship
from companion.schema import Faces


def box(ship: Ship) -> Iterator[str]:
    """Faces, tokens and actions that the rules know."""
    yield from _die("dice.noise", ship.dice.noise, NOISE)
    yield from _die("dice.combat", ship.dice.combat, COMBAT)
    for name in ("tokens", "per_player", "spare"):
        for token in getattr(ship.bag, name):
            yield from token_faults(f"bag.{name}", token)
    if not ship.bag.tokens:
        yield "bag.tokens: the bag is empty."
    for name in COSTS:
        if name not in ship.costs:
            yield f"costs: {name} is missing; there are {', '.join(COSTS)}."
    for name in ship.costs:
        if name not in COSTS:
            yield f"costs: there is no action {name!r}; there are {', '.join(COSTS)}."


def token_faults(where: str, token: str) -> Iterator[str]:
    """A token is "blank", or a kind with its number: "adult-3"."""
    if not is_token(token):
        yield f"{where}: {token!r} is no token: write 'blank', or one of {', '.join(KINDS)} with its number ('adult-3')."


def _die(where: str, faces: Faces, known: Faces) -> Iterator[str]:
    if not faces:
        yield f"{where}: a die needs at least one face."
    for face in dict.fromkeys(faces):
        if face not in known:
            yield f"{where}: there is no face {face!r}; there are {', '.join(known)}."


DECK = 10  # NEM-ACARD-1
ICONS = 2  # of a crafted card (NEM-CRAFT-1)
CONTAMINATION = "Contamination"


def crew(ship: Ship) -> Iterator[str]:
    """Decks of ten, sections that differ, crafted cards that can be made."""
    yield from twice("crew", [one.id for one in ship.crew])
    if not ship.crew:
        yield "crew: nobody is aboard."
    for one in ship.crew:
        if len(one.deck) != DECK:
            yield f"crew.{one.id}: deck: {len(one.deck)} Action cards are in it, {DECK} are needed."
        if CONTAMINATION in one.deck:
            yield f"crew.{one.id}: deck: {CONTAMINATION} is no Action card."
    for title, card in ship.cards.items():
        yield from twice(f"cards.{title}", [section.id for section in card.sections])
    yield from _crafted(ship)


def _crafted(ship: Ship) -> Iterator[str]:
    shown = {icon for item in ship.items.values() for icon in item.icons}
    for name, card in ship.crafted.items():
        if len(card.needs) != ICONS:
            yield f"crafted.{name}: {len(card.needs)} icons stand on it, {ICONS} are needed."
        for icon in card.needs:
            if icon not in shown:
                yield f"crafted.{name}: no item shows the icon {icon!r}."


HEAVY = ("egg", "character_corpse", "intruder_carcass")  # NEM-HEAVY-2
MOST_PLANETS = 8  # of a course: A to H


def decks(ship: Ship) -> Iterator[str]:
    yield from twice("attacks", [card.id for card in ship.attacks])
    yield from twice("events", [card.id for card in ship.events])
    yield from twice("objectives", [one.id for one in ship.objectives])
    for card in ship.attacks:
        for effect in card.effects:
            if effect.do not in SUFFERED:
                yield f"attacks.{card.id}: an attack does not {effect.do!r}; it does {', '.join(sorted(SUFFERED))}."
    for event in ship.events:
        if event.number not in numbers(ship):
            yield f"events.{event.id}: there is no corridor number {event.number!r}; there are {', '.join(numbers(ship))}."
    yield from _course(ship)
    for one in ship.objectives:
        if not one.needs:
            yield f"objectives.{one.id}: it asks for nothing."
        for need in one.needs:
            yield from unmet(ship, f"objectives.{one.id}", need)


def _course(ship: Ship) -> Iterator[str]:
    yield from twice("planets", [*ship.planets])
    if len(ship.planets) > MOST_PLANETS:
        yield f"planets: {len(ship.planets)} stand there, {MOST_PLANETS} at most."
    if ship.planets and ship.home not in ship.planets:
        yield f"home: {ship.home!r} is none of the planets; there are {', '.join(ship.planets)}."
    if ship.infected > ship.contamination:
        yield f"infected: {ship.infected} of {ship.contamination} Contamination cards cannot be infected."


def unmet(ship: Ship, where: str, need: Condition) -> Iterator[str]:
    """What could never hold on this ship."""
    carried = (*HEAVY, *ship.items)
    if need.test == "course" and need.what not in ship.planets:
        yield f"{where}: there is no planet {need.what!r}; there are {', '.join(ship.planets) or 'none'}."
    if need.test == "carries" and need.what not in carried:
        yield f"{where}: nothing is called {need.what!r}: name an item, or one of {', '.join(HEAVY)}."
    if need.test == "killed" and need.what not in ("", *KINDS):
        yield f"{where}: there is no kind {need.what!r}; there are {', '.join(KINDS)}."
    if need.test == "explored" and need.n > len(ship.places):
        yield f"{where}: {need.n} rooms are asked for, the ship has {len(ship.places)}."


COMPUTER = "computer"  # of `where`: only beside a computer that works


def effects(ship: Ship) -> Iterator[str]:
    for where, effect in _all(ship):
        yield from _named(ship, where, effect)


def _all(ship: Ship) -> Iterator[tuple[str, Effect]]:
    """Every effect with its place."""
    for title, card in ship.cards.items():
        yield from ((f"cards.{title}", e) for section in card.sections for e in section.effects)
    for name, item in ship.items.items():
        yield from ((f"items.{name}", effect) for effect in item.effects)
    for number, tile in enumerate(ship.tiles):
        parts = (tile.effects, *(section.effects for section in tile.sections))
        yield from ((f"tiles.{number}: room {tile.id}", effect) for part in parts for effect in part)
    for event in ship.events:
        yield from ((f"events.{event.id}", effect) for effect in event.effects)


def _named(ship: Ship, where: str, effect: Effect) -> Iterator[str]:
    known = {tile.id for tile in ship.tiles}
    stores = {item.store for item in ship.items.values() if item.store}
    engines = {tile.engine for tile in ship.tiles if tile.engine}
    if effect.where and effect.where not in known and effect.where != COMPUTER:
        yield f"{where}: {effect.do}: there is no tile {effect.where!r}."
    match effect.do:
        case "gain" if effect.what not in ship.items:
            yield f"{where}: gain: there is no item {effect.what!r}."
        case "search" if effect.what not in ("", *stores):
            yield f"{where}: search: there is no store {effect.what!r}; there are {', '.join(sorted(stores)) or 'none'}."
        case "spawn" if effect.what not in KINDS:
            yield f"{where}: spawn: there is no kind {effect.what!r}; there are {', '.join(KINDS)}."
        case "token":
            yield from token_faults(f"{where}: token", effect.what)
        case "tell" if not effect.what:
            yield f"{where}: tell: it says nothing."
        case "look_engine" | "repair_engine" | "break_engine" if effect.what not in ("", "any", *engines):
            yield f"{where}: {effect.do}: there is no drive {effect.what!r}; there are {', '.join(sorted(engines)) or 'none'}."
        case _:
            pass
