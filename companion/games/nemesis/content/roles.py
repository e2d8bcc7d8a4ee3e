"""Roles that players write, with whole Action cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from companion.engine import fault_at, fault_lines, record, require_list, require_number, require_record
from companion.errors import ContentError
from companion.games.nemesis.content.lint.components import DECK, wrong_deck_size
from companion.games.nemesis.content.lint.faults import check_sizes
from companion.games.nemesis.content.parsing import Where, records, words
from companion.games.nemesis.content.ship import CONTAMINATION, ActionCard, Crew, Item, Ship
from companion.i18n import _, joined, ngettext

MOST_AMMO = 12


@dataclass(frozen=True, slots=True)
class Role:
    """A role, with cards and a weapon that the ship may lack."""

    crew: Crew
    cards: Mapping[str, ActionCard] = field(default_factory=lambda: MappingProxyType({}))
    items: Mapping[str, Item] = field(default_factory=lambda: MappingProxyType({}))

    def fit_to(self, ship: Ship) -> Role:
        """Rename cards that differ from a card of the ship with the same title."""
        new_titles = {title: self._title_aboard(title, ship.cards) for title in self.cards}
        cards = {new_titles[title]: card for title, card in self.cards.items()}
        deck = tuple(new_titles.get(title, title) for title in self.crew.deck)
        return Role(replace(self.crew, deck=deck), MappingProxyType(cards), self.items)

    def _title_aboard(self, title: str, aboard: Mapping[str, ActionCard]) -> str:
        names = (title, f"{title} ({self.crew.title[:16]})", f"{title} ({self.crew.id})")
        return next((name for name in names if aboard.get(name, self.cards[title]) == self.cards[title]), names[-1])

    def add_to(self, ship: Ship) -> Ship:
        """Return the ship with the additions of a fitted role."""
        crew = ship.crew if any(member.id == self.crew.id for member in ship.crew) else (*ship.crew, self.crew)
        cards, items = {**ship.cards, **self.cards}, {**self.items, **ship.items}
        return replace(ship, crew=crew, cards=MappingProxyType(cards), items=MappingProxyType(items))


def of_ship(ship: Ship, name: str) -> Role | None:
    """Return a role of a ship with its cards and items, None for an unknown name."""
    crew = next((member for member in ship.crew if member.id == name), None)
    if crew is None:
        return None
    cards = {title: ship.cards[title] for title in crew.deck if title in ship.cards}
    items = {item: ship.items[item] for item in (crew.weapon, *crew.items) if item in ship.items}
    return Role(crew, MappingProxyType(cards), MappingProxyType(items))


def role_of(source: Any, where: Where, name: str) -> Role:
    """Parse a role from a form or a file. Raises ContentError naming the place."""
    data = dict(require_record(source, where or _("A role")))
    try:
        return _role(data, name)
    except ContentError as error:
        if not where:
            raise
        raise ContentError(joined("\n", (fault_at(where, fault) for fault in fault_lines(error)))) from error


def _role(data: dict[str, Any], name: str) -> Role:
    cards = _cards(records(data.pop("deck", None), "deck"))
    items = [
        words(entry.get("name") if isinstance(entry, Mapping) else entry, "items")
        for entry in require_list(data.pop("items", None), "items")
    ]
    ammo = require_number(data.get("ammo"), "ammo", MOST_AMMO)
    injuries = require_number(data.pop("injuries", None), "injuries", 5)
    crew = record(Crew, {**data, "id": name, "ammo": ammo, "deck": list(cards), "items": items}, "")
    held = {crew.weapon: Item(ammo=ammo, injuries=injuries)} if crew.weapon else {}
    role = Role(crew, MappingProxyType(cards), MappingProxyType(held))
    large = tuple(check_sizes(role))
    if large:
        raise ContentError(joined("\n", large))
    return role


def _cards(deck: list[Mapping[str, Any]]) -> dict[str, ActionCard]:
    """Return the ten cards by title."""
    titles = [words(card.get("title"), f"deck.{place}.title") for place, card in enumerate(deck)]
    for title, number in Counter(titles).items():
        if not title or title == CONTAMINATION:
            raise ContentError(
                fault_at(f"deck.{titles.index(title)}.title", _("an Action card needs a title of its own."))
            )
        if number > 1:
            fault = ngettext(
                "{title} stands there {n} time; each title stands once.",
                "{title} stands there {n} times; each title stands once.",
                number,
                title=title,
            )
            raise ContentError(fault_at("deck", fault))
    if len(deck) != DECK:
        raise ContentError(fault_at("deck", wrong_deck_size(len(deck))))
    return {title: _card(card, f"deck.{place}") for place, (title, card) in enumerate(zip(titles, deck, strict=True))}


def _card(source: Mapping[str, Any], where: str) -> ActionCard:
    """Parse a card with sections as in a file, or with effects that name their section as in a form."""
    data = {key: value for key, value in source.items() if key not in ("title", "effects")}
    effects = records(source.get("effects"), f"{where}.effects")
    if effects:
        data["sections"] = [section for section in _sections(effects) if section["effects"]]
    return record(ActionCard, data, where)


def _sections(effects: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Split effects at [OR]."""
    split: dict[str, list[dict[str, Any]]] = {"first": [], "or": []}
    for effect in effects:
        part = dict(effect)
        split["or" if part.pop("section", "first") == "or" else "first"].append(part)
    return [{"id": name, "effects": part} for name, part in split.items()]
