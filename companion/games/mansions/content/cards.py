"""Item cards, spells and conditions: what the rules know of a printed card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.engine import load, record
from companion.errors import ContentError

FILE = Path(__file__).parents[1] / "content" / "items.toml"
WEAPONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "bladedweapon": ("bladed", "melee"),
        "heavyweapon": ("heavy", "melee"),
        "firearm": ("firearm", "ranged"),
        "spellattack": ("spell", "ranged"),
    }
)
"""Trait of a card -> class of weapon, and whether one attacks with it in one's own space or from afar."""


@dataclass(frozen=True, slots=True)
class Item:
    """A possession; `rerolls` dice may be rolled again in a test of one of `skills`."""

    name: str
    rerolls: int = 0
    skills: tuple[str, ...] = ()
    light_source: bool = False
    spell: bool = False
    attack: str = ""  # "melee", "ranged"
    weapon: str = ""  # "heavy", "bladed", "firearm", "spell": which lines an attack with it draws from
    damage: int = 0  # that it adds; 0 = it stands on the card
    text: str = ""  # what it does besides


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `traits`: weapon, bladedweapon, heavyweapon, firearm, spell, spellattack, lightsource, tome, key ..."""

    title: str
    traits: tuple[str, ...] = ()
    box: str = ""  # "" = of a scenario


@cache
def printed_cards() -> Mapping[str, Card]:
    """Every card by its id ("ItemCommonKnife")."""
    return MappingProxyType({name: record(Card, told, f"{FILE}: {name}") for name, told in load(FILE).items()})


def item_of_card(card: str, title: str) -> Item:
    """The card as a possession of that name; one that is not known lets nothing be done."""
    traits = printed_cards()[card].traits if card in printed_cards() else ()
    weapon, attack = next((WEAPONS[trait] for trait in WEAPONS if trait in traits), ("", ""))
    return Item(title, light_source="lightsource" in traits, spell="spell" in traits, attack=attack, weapon=weapon)


CONDITIONS = Path(__file__).parents[1] / "content" / "conditions.toml"


@cache
def meanings() -> Mapping[str, str]:
    """Condition -> what it does. Raises ContentError for what is no sentence."""
    told = load(CONDITIONS)
    for name, words in told.items():
        if not isinstance(words, str) or not words.strip():
            raise ContentError(f"{CONDITIONS}: {name}: a sentence is needed")
    return MappingProxyType(dict(told))


def meaning(name: str) -> str:
    """Of one condition; "" = only its printed card says."""
    return meanings().get(name, "")
