"""Printed cards and monsters of the boxes, with the data that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from companion.engine import load, record
from companion.errors import ContentError

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
def meanings() -> Mapping[str, str]:
    """Return the effect of each condition. Raises ContentError for a value that is no sentence."""
    told = load(CONDITIONS)
    for name, words in told.items():
        if not isinstance(words, str) or not words.strip():
            raise ContentError(f"{CONDITIONS}: {name}: a sentence is needed")
    return MappingProxyType(dict(told))


def meaning(name: str) -> str:
    """Return the effect of a condition, or "" if only its printed card has it."""
    return meanings().get(name, "")


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
