"""Craft Item: two items with the right blue icons make a crafted card (NEM-CRAFT)."""

from __future__ import annotations

from itertools import combinations

from companion.engine.play import Rule
from companion.games.nemesis.content.ship import CraftedItem
from companion.games.nemesis.facts.actions import Crafted
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.crew.inventory import keep_two
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Option, Refusal, Seat

COMPONENTS = 2


def crafts(s: State, seat: Seat) -> tuple[Option, ...]:
    """Every crafted card with every pair of items that makes it."""
    pairs = ["/".join(pair) for pair in combinations(s.characters[seat].items, COMPONENTS)]
    made = [f"{name}/{pair}" for name in s.ship.crafted for pair in pairs]
    return tuple(
        Option(target, craft_words(target), cannot_craft(s, seat, target))
        for target in dict.fromkeys(made)
        if shows_icons(s, s.ship.crafted[target.partition("/")[0]], tuple(target.split("/")[1:]))
    )


def craft_words(target: str) -> str:
    """One way to make something.

    >>> craft_words("torch/lighter/fuel")
    'torch, of lighter and fuel'
    """
    name, *parts = target.split("/")
    return f"{name}, of {' and '.join(parts)}"


def nothing_to_craft(s: State, seat: Seat) -> Refusal | None:
    """How many items there are everybody sees; what they are is their owner's secret."""
    if len(s.characters[seat].items) < COMPONENTS:
        return Refusal("WRONG_COMPONENTS", "It takes two items to craft one.", "NEM-CRAFT-1")
    if not any(is_available(s, name) for name in s.ship.crafted):
        return Refusal("CRAFTED_CARD_NOT_AVAILABLE", "No crafted card is available any more.", "NEM-CRAFT-2")
    return None


def cannot_craft(s: State, seat: Seat, target: str) -> Refusal | None:
    """NEM-CRAFT-1 to -3. `target`: "crafted/component/component"."""
    name, *parts = target.split("/")
    if not is_available(s, name):
        return Refusal("CRAFTED_CARD_NOT_AVAILABLE", f"The card {name} is not available.", "NEM-CRAFT-2")
    held = list(s.characters[seat].items)
    owned = all(held.count(part) >= parts.count(part) for part in parts)
    if not owned or not shows_icons(s, s.ship.crafted[name], tuple(parts)):
        return Refusal(
            "WRONG_COMPONENTS",
            f"{name} needs two items with the icons {' and '.join(s.ship.crafted[name].needs)}.",
            "NEM-CRAFT-3",
        )
    return None


def is_available(s: State, name: str) -> bool:
    """Each crafted card is there once (NEM-CRAFT-2)."""
    return name in s.ship.crafted and s.ship.crafted[name].available and name not in s.crafted_gone


def shows_icons(s: State, crafted: CraftedItem, parts: Faces) -> bool:
    """Do two cards match both icons, one each?"""
    if len(parts) != len(crafted.needs):
        return False
    blue = [s.ship.items[part].icons if part in s.ship.items else () for part in parts]
    one, other = crafted.needs
    return (one in blue[0] and other in blue[1]) or (one in blue[1] and other in blue[0])


def craft(g: G, seat: Seat, target: str) -> Rule[None]:
    """A crafted weapon lies in a hand slot, with all its ammo."""
    name, *parts = target.split("/")
    if cannot_craft(g.state, seat, target) is None:  # a correction may have come between
        g.emit(Crafted(seat, name, tuple(parts)))
    yield from keep_two(g, seat)
