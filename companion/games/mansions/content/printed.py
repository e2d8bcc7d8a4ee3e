"""Printed cards, monsters and tiles of the boxes. Rectangles of tiles: x to the right, y down, as on a screen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from companion.engine import load, record
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Component, TilePart

ITEMS, CONDITIONS, MONSTERS = (Path(__file__).with_name(f"{name}.toml") for name in ("items", "conditions", "monsters"))
Record = TypeVar("Record")
WEAPONS: Mapping[str, tuple[str, str]] = {
    "bladedweapon": ("bladed", "melee"),
    "heavyweapon": ("heavy", "melee"),
    "firearm": ("firearm", "ranged"),
    "spellattack": ("spell", "ranged"),
}
"""Trait of a card -> class of weapon, and range of its attack."""


def table(cls: type[Record], path: Path) -> Mapping[str, Record]:
    """Load a file of records by name. Raises ContentError."""
    return MappingProxyType({name: record(cls, data, f"{path}: {name}") for name, data in load(path).items()})


@dataclass(frozen=True, slots=True)
class Item:
    """A possession. `rerolls` is a number of dice to roll again in a test of `skills`."""

    name: str
    rerolls: int = 0
    skills: tuple[str, ...] = ()
    light_source: bool = False
    spell: bool = False
    attack: str = ""  # "melee", "ranged"
    weapon: str = ""  # "heavy", "bladed", "firearm", "spell": pool of its attack lines
    damage: int = 0  # added damage; 0 = as printed on the card
    text: str = ""  # other effects of the card


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `traits`: weapon, bladedweapon, heavyweapon, firearm, spell, spellattack, lightsource, tome, key ..."""

    title: str
    traits: tuple[str, ...] = ()
    box: str = ""  # "" = defined by a scenario


@cache
def printed_cards() -> Mapping[str, Card]:
    return table(Card, ITEMS)


def item_of_card(card: str, title: str) -> Item:
    """Return the card as a possession with that name. An unknown card has no effects."""
    traits = printed_cards()[card].traits if card in printed_cards() else ()
    weapon, attack = next((WEAPONS[trait] for trait in WEAPONS if trait in traits), ("", ""))
    return Item(title, light_source="lightsource" in traits, spell="spell" in traits, attack=attack, weapon=weapon)


@cache
def condition_meanings() -> Mapping[str, str]:
    """Return the effect of each condition. Raises ContentError for a value that is no sentence."""
    sentences = load(CONDITIONS)
    for name, words in sentences.items():
        if not isinstance(words, str) or not words.strip():
            raise ContentError(f"{CONDITIONS}: {name}: a sentence is needed")
    return MappingProxyType(dict(sentences))


def condition_meaning(name: str) -> str:
    """Return the effect of a condition, or "" if only its printed card has it."""
    return condition_meanings().get(name, "")


@dataclass(frozen=True, slots=True)
class Beast:
    """A kind of monster. `health_each` is added for each investigator."""

    title: str
    health: float
    health_each: float
    awareness: int
    horror: int
    brawn: int
    traits: tuple[str, ...] = ()
    box: str = ""  # "" = defined by a scenario


@cache
def beasts() -> Mapping[str, Beast]:
    return table(Beast, MONSTERS)


TILES = Path(__file__).with_name("tiles.toml")
PAPER = (7.0, 7.0)  # unknown side: a square sheet


@dataclass(frozen=True, slots=True)
class Tile:
    """One side of a tile. Sizes are in map units, on a grid of 3.5."""

    title: str
    w: float
    h: float
    box: str
    reverse: str = ""  # the other side of the same tile, not on the table at the same time
    traits: tuple[str, ...] = ()
    sure: bool = True  # False: the size is inferred from its traits


@cache
def tiles() -> Mapping[str, Tile]:
    return table(Tile, TILES)


def tile_size(side: str) -> tuple[float, float]:
    """Return the printed width and height; those of paper for an unknown side."""
    known = tiles().get(side)
    return (known.w, known.h) if known is not None else PAPER


Rect: TypeAlias = tuple[float, float, float, float]  # x, y, width, height

QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cosine and sine of 0, 90, 180 and 270 degrees
DIGITS = 4


def rect(component: Component) -> Rect:
    """Return the rectangle of a tile. It is turned counter-clockwise about its top left corner at `at`.

    At (0, 0), 7 wide and 3.5 high, it covers (0, 0, 7, 3.5). Turned by 90 degrees it extends up from that corner.
    Other components are points.
    """
    x, y = component.at or (0.0, 0.0)
    if not isinstance(component.part, TilePart):
        return x, -y, 0.0, 0.0
    printed = tile_size(component.part.side)
    w, h = component.part.w or printed[0], component.part.h or printed[1]
    cosine, sine = _turn(component.part.turned)
    corners = [(a * cosine - b * sine, a * sine + b * cosine) for a, b in ((0, 0), (w, 0), (w, -h), (0, -h))]
    across, up = [a for a, _ in corners], [b for _, b in corners]
    left, top = x + min(across), -(y + max(up))
    wide, high = max(across) - min(across), max(up) - min(up)
    return round(left, DIGITS), round(top, DIGITS), round(wide, DIGITS), round(high, DIGITS)


def tile_holding(components: Iterable[Component], at: tuple[float, float]) -> str:
    """Return the name of the smallest tile that holds a point (x, y up), or ""."""
    x, y = at[0], -at[1]
    holding = [
        (w * h, component.name)
        for component in components
        if component.kind == "tile"
        for left, top, w, h in (rect(component),)
        if left <= x <= left + w and top <= y <= top + h
    ]
    return min(holding)[1] if holding else ""


def _turn(degrees: float) -> tuple[float, float]:
    """Return cosine and sine, exact for quarter turns."""
    quarters = degrees / 90
    if quarters == int(quarters):
        return QUARTERS[int(quarters) % 4]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
