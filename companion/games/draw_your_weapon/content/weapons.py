"""Shipped weapons and features by name, and readers for those in forms and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import SUITS, load, record, short
from companion.errors import ContentError
from companion.games.draw_your_weapon.content.records import Feature, Weapon
from companion.i18n import Text, _, listed
from companion.schema import Faces

CONTENT = Path(__file__).parents[1] / "content"
WEAPONS, FEATURES = CONTENT / "weapons.toml", CONTENT / "features.toml"
HIGHEST = 40  # highest value of a card or a bonus


@cache
def weapons() -> Mapping[str, Weapon]:
    """Return the shipped weapons. Raises ContentError naming the file and the place."""
    return MappingProxyType({name: weapon(data, f"{WEAPONS}: {name}") for name, data in load(WEAPONS).items()})


@cache
def features() -> Mapping[str, Feature]:
    """Return the shipped features. Raises ContentError naming the file and the place."""
    return MappingProxyType({name: feature(data, f"{FEATURES}: {name}") for name, data in load(FEATURES).items()})


def weapon(value: Any, where: str) -> Weapon:
    """Read a weapon: a record, or the name of a shipped one. Raises ContentError."""
    if isinstance(value, str):
        if value not in weapons():
            there = {"at": where, "name": short(value), "there": listed(weapons(), ", ")}
            raise ContentError(_("{at}: there is no weapon {name}; there are {there}.", **there))
        return weapons()[value]
    typed = record(Weapon, value, where)
    check_range(typed.low, typed.high, where)
    check_suits(typed.suits, where)
    check_number(typed.hands, 0, 2, f"{where}.hands")
    return typed


def feature(value: Any, where: str) -> Feature:
    """Read a feature: a record, or the name of a shipped one. Raises ContentError."""
    if isinstance(value, str):
        if value not in features():
            there = {"at": where, "name": short(value), "there": listed(features(), ", ")}
            raise ContentError(_("{at}: there is no feature {name}; there are {there}.", **there))
        return features()[value]
    typed = record(Feature, value, where)
    if typed.high or typed.low:
        check_range(typed.low, typed.high, where)
    check_suits(typed.suits, where)
    for place, effect in enumerate(typed.effects):
        check_number(effect.n, 0, HIGHEST, f"{where}.effects.{place}.n")
        if effect.do in {"mend", "condition"} and not effect.what:
            raise ContentError(_('{at}: which condition, "Winded"?', at=f"{where}.effects.{place}.what"))
    return typed


def check_range(low: int, high: int, where: str) -> None:
    """Raise ContentError where no card could be played (DYW-WEAPON-3)."""
    check_number(low, 1, HIGHEST, f"{where}.low")
    check_number(high, 1, HIGHEST, f"{where}.high")
    if low > high:
        numbers = {"low": low, "high": high}
        raise ContentError(
            _(
                "{at}: a value from {low} upwards is needed, not {high}: no card lies between.",
                at=f"{where}.high",
                **numbers,
            )
        )


def check_suits(suits: Faces, where: str) -> None:
    """Raise ContentError for a suit that no card has."""
    for suit in suits:
        if suit not in SUITS:
            raise ContentError(no_suit(f"{where}.suits", suit))


def check_number(number: int, least: int, most: int, where: str) -> None:
    """Raise ContentError for a number out of range."""
    if not least <= number <= most:
        raise ContentError(out_of_range(where, least, most, number))


def out_of_range(at: str, least: int, most: int, number: int) -> Text:
    numbers = {"least": least, "most": most, "number": number}
    return _("{at}: a number from {least} to {most} is needed, not {number}.", at=at, **numbers)


def no_record(at: str, value: str) -> Text:
    return _("{at}: a record is needed, not {value}.", at=at, value=value)


def no_suit(at: str, suit: str) -> Text:
    there = listed(SUITS, ", ")
    return _("{at}: there is no suit {suit}; there are {there}.", at=at, suit=short(suit), there=there)


def no_attribute(at: str, name: str, attributes: Iterable[str]) -> Text:
    there = listed(attributes, ", ") or _("none")
    return _("{at}: there is no attribute {name}; there are {there}.", at=at, name=short(name), there=there)


HANDS = 2


def too_many(weapons: Iterable[Weapon]) -> Faces:
    """Return the weapons that two hands cannot hold, in the order of the sheet. They are put away at first."""
    free, away = HANDS, []
    for weapon in weapons:
        if weapon.hands > free:
            away.append(weapon.name)
        else:
            free -= weapon.hands
    return tuple(away)
