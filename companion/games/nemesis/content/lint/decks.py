"""The decks: attacks, events, objectives, and what they name."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.lint.plan import numbers, twice
from companion.games.nemesis.content.ship import KINDS, SUFFERED, Condition, Ship

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
