"""A member of the crew as people write one down: the role, with its Action cards in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from companion.errors import ContentError
from companion.games.nemesis.ship import ActionCard, Crew, Item, Ship
from companion.rules.content import record

DECK = 10  # NEM-ACARD-1


@dataclass(frozen=True, slots=True)
class Role:
    """A role, and what it brings aboard: cards and a weapon that the ship does not know."""

    crew: Crew
    cards: Mapping[str, ActionCard] = field(default_factory=lambda: MappingProxyType({}))
    items: Mapping[str, Item] = field(default_factory=lambda: MappingProxyType({}))

    def aboard(self, ship: Ship) -> Ship:
        """The ship with all of it. Raises ContentError where a card of the same title says another thing."""
        for title, card in self.cards.items():
            if ship.cards.get(title, card) != card:
                raise ContentError(f"The {self.crew.title}: {title} is another card aboard: give it another title.")
        crew = ship.crew if any(one.id == self.crew.id for one in ship.crew) else (*ship.crew, self.crew)
        cards, items = {**ship.cards, **self.cards}, {**self.items, **ship.items}
        return replace(ship, crew=crew, cards=MappingProxyType(cards), items=MappingProxyType(items))


def role_of(told: Mapping[str, Any], where: str, name: str) -> Role:
    """A role out of a form or a file. Raises ContentError naming the place."""
    data = dict(told)
    cards = _cards(data.pop("deck", None), where)
    weapon = Item(ammo=data.get("ammo", 0), injuries=data.pop("injuries", 0), heavy=True)
    items = [one["name"] if isinstance(one, Mapping) else one for one in data.pop("items", ())]
    crew = record(Crew, {**data, "id": name, "deck": list(cards), "items": items}, where)
    if len(cards) != DECK:
        raise ContentError(f"{where}: deck: {len(cards)} Action cards are in it, {DECK} are needed.")
    return Role(crew, MappingProxyType(cards), MappingProxyType({crew.weapon: weapon}))


def _cards(told: Any, where: str) -> dict[str, ActionCard]:
    """The ten by their titles, each of another one."""
    if not isinstance(told, list | tuple):
        raise ContentError(f"{where}: deck: a list of ten Action cards is needed.")
    titles = [one.get("title", "") for one in told]
    for title, number in Counter(titles).items():
        if number > 1:
            raise ContentError(f"{where}: deck: {title} stands there {number} times, a title stands once.")
    return {one["title"]: _card(one, f"{where}: deck.{place}") for place, one in enumerate(told)}


def _card(told: Mapping[str, Any], where: str) -> ActionCard:
    """A card: its effects in one list, each with the section it belongs to, or in sections as a file has them."""
    data = {key: value for key, value in told.items() if key not in ("title", "effects")}
    effects = told.get("effects", ())
    if effects and not data.get("sections"):
        data["sections"] = [section for section in _sections(effects) if section["effects"]]
    return record(ActionCard, data, where)


def _sections(effects: Any) -> list[dict[str, Any]]:
    """Parts that are split by [OR]."""
    split: dict[str, list[dict[str, Any]]] = {"first": [], "or": []}
    for effect in effects:
        part = dict(effect)
        split["or" if part.pop("section", "first") == "or" else "first"].append(part)
    return [{"id": name, "effects": part} for name, part in split.items()]
