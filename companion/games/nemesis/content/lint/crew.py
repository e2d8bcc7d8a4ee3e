"""The crew, its Action cards, items and what is crafted of them."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.lint.plan import twice
from companion.games.nemesis.content.ship import Ship

DECK = 10  # NEM-ACARD-1
ICONS = 2  # of a crafted card (NEM-CRAFT-1)
CONTAMINATION = "Contamination"


def crew(ship: Ship) -> Iterator[str]:
    """Decks of ten, sections that differ, crafted cards that can be made."""
    yield from twice("crew", [one.id for one in ship.crew])
    if not ship.crew:
        yield "crew: nobody is aboard."
    for one in ship.crew:
        if len(one.deck) != DECK:
            yield f"crew.{one.id}: deck: {len(one.deck)} Action cards are in it, {DECK} are needed."
        if CONTAMINATION in one.deck:
            yield f"crew.{one.id}: deck: {CONTAMINATION} is no Action card."
    for title, card in ship.cards.items():
        yield from twice(f"cards.{title}", [section.id for section in card.sections])
    yield from _crafted(ship)


def _crafted(ship: Ship) -> Iterator[str]:
    shown = {icon for item in ship.items.values() for icon in item.icons}
    for name, card in ship.crafted.items():
        if len(card.needs) != ICONS:
            yield f"crafted.{name}: {len(card.needs)} icons stand on it, {ICONS} are needed."
        for icon in card.needs:
            if icon not in shown:
                yield f"crafted.{name}: no item shows the icon {icon!r}."
