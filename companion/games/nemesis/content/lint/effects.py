"""What effects name: items, stores, tokens, kinds, tiles, drives."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.lint.box import token_faults
from companion.games.nemesis.content.ship import KINDS, Effect, Ship

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
