"""Shipped investigators and their cards, and the form for a printed investigator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.engine import check_form, load, record
from companion.errors import ContentError
from companion.games.mansions.content.combat_lines import WEAPONS
from companion.games.mansions.content.printed import Item
from companion.games.mansions.content.scenario import SKILLS
from companion.games.mansions.named import SKILL_TITLES
from companion.i18n import Text, _, from_data, listed
from companion.schema import Field, Form, Words

FOLDER = Path(__file__).parent
INVESTIGATORS, POSSESSIONS = FOLDER / "investigators.toml", FOLDER / "possessions.toml"
ATTACKS = ("", "melee", "ranged")

FORM = Form(
    _("An investigator"),
    (
        Field("name", _("Name"), "text", least=1, most=40),
        *(Field(skill, SKILL_TITLES[skill], "number", least=1, most=9, default=3) for skill in SKILLS),
        Field("health", _("Health"), "number", least=1, most=20, default=7),
        Field("sanity", _("Sanity"), "number", least=1, most=20, default=7),
        Field("clues", _("Clues to begin with"), "number", least=0, most=5, advanced=True),
        Field("calling", _("Calling"), "text", most=40, advanced=True),
        Field("text", _("Who it is"), "long", most=400, advanced=True),
    ),
    _("Copy the numbers from the card before you. What it can do besides stays on the card."),
)


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator before the game, as written or typed: a key for each skill."""

    name: str
    strength: int
    agility: int
    observation: int
    lore: int
    influence: int
    will: int
    health: int
    sanity: int
    clues: int = 0
    calling: str = ""
    text: str = ""
    possessions: tuple[str, ...] = ()  # names of cards of ours

    @property
    def skills(self) -> Mapping[str, int]:
        return MappingProxyType({skill: getattr(self, skill) for skill in SKILLS})


def shipped() -> Mapping[str, Mapping[str, Any]]:
    keys = [field.name for field in FORM.fields]
    return {name: {key: sheet[key] for key in keys if key in sheet} for name, sheet in load(INVESTIGATORS).items()}


def figure(choice: str | Mapping[str, Any]) -> Figure:
    """Return a shipped investigator, or a typed one. Raises ContentError with the possible names."""
    if not isinstance(choice, str):
        return read(choice, _("The investigator"))
    if choice not in load(INVESTIGATORS):
        there = listed((from_data(name) for name in load(INVESTIGATORS)), ", ")
        raise ContentError(_("There is no investigator {name}; there are {names}.", name=choice, names=there))
    return read(load(INVESTIGATORS)[choice], f"{INVESTIGATORS}: {choice}")


def proof(sheet: Mapping[str, Any]) -> str:
    """Return the name of a typed investigator. Raises ContentError naming the place."""
    return read(sheet, _("The investigator")).name


def read(sheet: Mapping[str, Any], where: Words) -> Figure:
    """Read a sheet. Raises ContentError."""
    written = {key: value for key, value in sheet.items() if value is not None}
    try:
        check_form(FORM.fields, written)
    except ContentError as error:
        raise ContentError(_("{where}: {fault}", where=where, fault=error.sentence)) from error
    who = record(Figure, written, str(where))
    for name in who.possessions:
        if name not in possessions():
            there = listed((from_data(card) for card in possessions()), ", ")
            raise ContentError(
                _("{where}: there is no card {name}; there are {names}", where=where, name=name, names=there)
            )
    return replace(who, name=who.name.strip())


@cache
def possessions() -> Mapping[str, Item]:
    """Return the shipped cards by name. Raises ContentError naming the file and the card."""
    return cards(load(POSSESSIONS)["possessions"], str(POSSESSIONS))


def spoken(name: str) -> Text:
    """Return the name of a card within a sentence: "lucky penny"."""
    return from_data(_spoken().get(name.casefold(), name))


@cache
def _spoken() -> Mapping[str, str]:
    return MappingProxyType({name.casefold(): name for name in load(POSSESSIONS)["spoken"]})


def cards(written: Iterable[Mapping[str, Any]], where: str) -> Mapping[str, Item]:
    """Read cards, by name. Raises ContentError naming the place."""
    named: dict[str, Item] = {}
    for entry in written:
        card = record(Item, entry, f"{where}: {entry.get('name')}")
        _check(card, f"{where}: {card.name}")
        if card.name in named:
            raise ContentError(f"{where}: two cards are called {card.name}")
        named[card.name] = card
    return MappingProxyType(named)


def _check(card: Item, where: str) -> None:
    """Check that a weapon has class, reach and damage, and that rerolls name their tests."""
    if card.attack not in ATTACKS or card.weapon not in ("", *WEAPONS):
        raise ContentError(f"{where}: attack is melee or ranged, weapon is one of {', '.join(WEAPONS)}")
    if len({bool(card.weapon), bool(card.attack), card.damage > 0}) > 1:
        raise ContentError(f"{where}: a weapon needs all of weapon, attack and damage")
    if bool(card.rerolls) != bool(card.skills) or set(card.skills) - set(SKILLS):
        raise ContentError(f"{where}: rerolls needs skills out of {', '.join(SKILLS)}")
