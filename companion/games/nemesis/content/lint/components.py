"""Checks of dice, bag, crew, cards, decks and effects."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import fault_at
from companion.games.nemesis.content.box import COMBAT, COSTS, NOISE, is_token, without_face
from companion.games.nemesis.content.lint.ship_map import find_duplicates, no_store, numbers, room_at
from companion.games.nemesis.content.parsing import Where, names
from companion.games.nemesis.content.ship import COMPUTER, CONTAMINATION, KINDS, SUFFERED, Condition, Effect, Ship
from companion.i18n import Text, _, ngettext
from companion.schema import Faces


def check_box(ship: Ship) -> Iterator[Text]:
    """Check dice, bag and costs."""
    yield from _check_die("dice.noise", ship.dice.noise, NOISE)
    yield from _check_die("dice.combat", ship.dice.combat, COMBAT)
    for name in ("tokens", "per_player", "spare"):
        for token in getattr(ship.bag, name):
            yield from check_token(f"bag.{name}", token)
    if not ship.bag.tokens:
        yield fault_at("bag.tokens", _("the bag is empty."))
    for name in COSTS:
        if name not in ship.costs:
            yield fault_at("costs", _("{name} is missing; there are {known}.", name=name, known=names(COSTS)))
    for name in ship.costs:
        if name not in COSTS:
            known = names(COSTS)
            yield fault_at("costs", _("there is no action {name}; there are {known}.", name=repr(name), known=known))


def check_token(where: Where, token: str) -> Iterator[Text]:
    if not is_token(token):
        fault = _(
            "{token} is no token: write 'blank', or one of {kinds} with its number ('adult-3').",
            token=repr(token),
            kinds=names(KINDS),
        )
        yield fault_at(where, fault)


def _check_die(where: str, faces: Faces, known: Faces) -> Iterator[Text]:
    if not faces:
        yield fault_at(where, without_face())
    for face in dict.fromkeys(faces):
        if face not in known:
            fault = _("there is no face {name}; there are {known}.", name=repr(face), known=names(known))
            yield fault_at(where, fault)


DECK = 10  # NEM-ACARD-1
ICONS = 2  # of a crafted card (NEM-CRAFT-1)


def check_crew(ship: Ship) -> Iterator[Text]:
    """Check roles, action cards and crafted items."""
    yield from find_duplicates("crew", [role.id for role in ship.crew])
    if not ship.crew:
        yield fault_at("crew", _("nobody is aboard."))
    for role in ship.crew:
        if len(role.deck) != DECK:
            yield fault_at(f"crew.{role.id}: deck", wrong_deck_size(len(role.deck)))
        if CONTAMINATION in role.deck:
            yield fault_at(f"crew.{role.id}: deck", _("{card} is no Action card.", card=CONTAMINATION))
    for title, card in ship.cards.items():
        yield from find_duplicates(f"cards.{title}", [section.id for section in card.sections])
    yield from _check_crafted(ship)


def wrong_deck_size(number: int) -> Text:
    return ngettext(
        "{n} Action card is in it, {needed} are needed.",
        "{n} Action cards are in it, {needed} are needed.",
        number,
        needed=DECK,
    )


def _check_crafted(ship: Ship) -> Iterator[Text]:
    shown = {icon for item in ship.items.values() for icon in item.icons}
    for name, card in ship.crafted.items():
        if len(card.needs) != ICONS:
            fault = ngettext(
                "{n} icon stands on it, {needed} are needed.",
                "{n} icons stand on it, {needed} are needed.",
                len(card.needs),
                needed=ICONS,
            )
            yield fault_at(f"crafted.{name}", fault)
        for icon in card.needs:
            if icon not in shown:
                yield fault_at(f"crafted.{name}", _("no item shows the icon {icon}.", icon=repr(icon)))


HEAVY = ("egg", "character_corpse", "intruder_carcass")  # NEM-HEAVY-2
MOST_PLANETS = 8  # of a course: A to H


def check_decks(ship: Ship) -> Iterator[Text]:
    yield from find_duplicates("attacks", [card.id for card in ship.attacks])
    yield from find_duplicates("events", [card.id for card in ship.events])
    yield from find_duplicates("objectives", [objective.id for objective in ship.objectives])
    for card in ship.attacks:
        for effect in card.effects:
            if effect.do not in SUFFERED:
                fault = _(
                    "an attack does not {deed}; it does {known}.", deed=repr(effect.do), known=names(sorted(SUFFERED))
                )
                yield fault_at(f"attacks.{card.id}", fault)
    for event in ship.events:
        if event.number not in numbers(ship):
            number, known = repr(event.number), names(numbers(ship))
            fault = _("there is no corridor number {number}; there are {known}.", number=number, known=known)
            yield fault_at(f"events.{event.id}", fault)
    yield from _check_course(ship)
    for objective in ship.objectives:
        if not objective.needs:
            yield fault_at(f"objectives.{objective.id}", _("it asks for nothing."))
        for need in objective.needs:
            yield from find_impossible_needs(ship, f"objectives.{objective.id}", need)


def _check_course(ship: Ship) -> Iterator[Text]:
    yield from find_duplicates("planets", [*ship.planets])
    if len(ship.planets) > MOST_PLANETS:
        yield fault_at("planets", _("{n} stand there, {most} at most.", n=len(ship.planets), most=MOST_PLANETS))
    if ship.planets and ship.home not in ship.planets:
        home, known = repr(ship.home), names(ship.planets)
        yield fault_at("home", _("{name} is none of the planets; there are {known}.", name=home, known=known))
    if ship.infected > ship.contamination:
        fault = ngettext(
            "{infected} of {n} Contamination card cannot be infected.",
            "{infected} of {n} Contamination cards cannot be infected.",
            ship.contamination,
            infected=ship.infected,
        )
        yield fault_at("infected", fault)


def find_impossible_needs(ship: Ship, where: str, need: Condition) -> Iterator[Text]:
    """Return faults of a condition that can never hold on this ship."""
    name = repr(need.what)
    if need.test == "course" and need.what not in ship.planets:
        known = names(ship.planets)
        yield fault_at(where, _("there is no planet {name}; there are {known}.", name=name, known=known))
    if need.test == "carries" and need.what not in (*HEAVY, *ship.items):
        fault = _("nothing is called {name}: name an item, or one of {known}.", name=name, known=names(HEAVY))
        yield fault_at(where, fault)
    if need.test == "killed" and need.what not in ("", *KINDS):
        yield fault_at(where, _no_kind(need.what))
    if need.test == "explored" and need.n > len(ship.places):
        fault = ngettext(
            "{n} room is asked for, the ship has {there}.",
            "{n} rooms are asked for, the ship has {there}.",
            need.n,
            there=len(ship.places),
        )
        yield fault_at(where, fault)


def _no_kind(name: str) -> Text:
    return _("there is no kind {name}; there are {known}.", name=repr(name), known=names(KINDS))


def check_effects(ship: Ship) -> Iterator[Text]:
    for where, effect in _all_effects(ship):
        yield from _check_names(ship, where, effect)


def _all_effects(ship: Ship) -> Iterator[tuple[Where, Effect]]:
    for title, card in ship.cards.items():
        yield from ((f"cards.{title}", effect) for section in card.sections for effect in section.effects)
    for name, item in ship.items.items():
        yield from ((f"items.{name}", effect) for effect in item.effects)
    for number, tile in enumerate(ship.tiles):
        parts = (tile.effects, *(section.effects for section in tile.sections))
        yield from ((room_at(number, tile.id), effect) for part in parts for effect in part)
    for event in ship.events:
        yield from ((f"events.{event.id}", effect) for effect in event.effects)


def _check_names(ship: Ship, where: Where, effect: Effect) -> Iterator[Text]:
    known = {tile.id for tile in ship.tiles}
    stores = {item.store for item in ship.items.values() if item.store}
    engines = {tile.engine for tile in ship.tiles if tile.engine}
    here, name = fault_at(where, effect.do), repr(effect.what)
    if effect.where and effect.where not in known and effect.where != COMPUTER:
        yield fault_at(here, _("there is no tile {name}.", name=repr(effect.where)))
    match effect.do:
        case "gain" if effect.what not in ship.items:
            yield fault_at(here, _("there is no item {name}.", name=name))
        case "search" if effect.what not in ("", *stores):
            yield fault_at(here, no_store(effect.what, stores))
        case "spawn" if effect.what not in KINDS:
            yield fault_at(here, _no_kind(effect.what))
        case "token":
            yield from check_token(here, effect.what)
        case "tell" if not effect.what:
            yield fault_at(here, _("it says nothing."))
        case "look_engine" | "repair_engine" | "break_engine" if effect.what not in ("", "any", *engines):
            there = names(sorted(engines))
            yield fault_at(here, _("there is no drive {name}; there are {known}.", name=name, known=there))
        case _:
            pass
