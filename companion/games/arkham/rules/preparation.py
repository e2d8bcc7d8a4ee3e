"""Before the first turn: what is laid ready, and what is written on index cards where nobody has the printed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.arkham.content import Card as PlayerCard
from companion.games.arkham.rules.in_play import clues_of, health
from companion.games.arkham.state import State
from companion.schema import Card, Cards


def preparations(s: State) -> Iterator[Cards]:
    """The checklist, and card by card what is written; nothing any more once somebody has begun."""
    begins = s.round == 1 and s.phase == "investigation" and not s.taken and not s.active
    if not begins:
        return
    if s.scenario.checklist:
        yield Cards("Lay ready", tuple(Card(str(n), line) for n, line in enumerate(s.scenario.checklist)))
    if s.scenario.encounters:
        yield _locations(s)
        yield _enemies(s)
        yield _encounters(s)
    yield from _decks(s)


def _locations(s: State) -> Cards:
    places = (
        Card(
            name,
            place.title,
            f"shroud {place.shroud} · clues {clues_of(s, name)}{' · put aside' if place.hidden else ''}",
        )
        for name, place in s.locations.items()
    )
    return Cards("Cards to write: locations", tuple(places))


def _enemies(s: State) -> Cards:
    foes = (
        Card(name, foe.title, f"fight {foe.fight} · health {health(s, foe)} · evade {foe.evade}")
        for name, foe in s.enemies.items()
    )
    return Cards("Cards to write: enemies", tuple(foes))


def _encounters(s: State) -> Cards:
    cards = (Card(name, card.title, f"{card.count} ×") for name, card in s.scenario.encounters.items())
    return Cards("Cards to write: encounter deck", tuple(cards))


def _decks(s: State) -> Iterator[Cards]:
    for seat, who in s.seats.items():
        cards = (Card(card, card, _says(s.cards[card], number)) for card, number in Counter(who.list).items())
        if who.list:
            yield Cards(f"Cards to write: {who.title or who.name}", tuple(cards), seat)


def _says(card: PlayerCard, number: int) -> str:
    """As in "2 × · asset, 3 · combat · Fight with it: +1."."""
    kind = card.type if card.type == "skill" else f"{'fast ' if card.fast else ''}{card.type}, {card.cost}"
    return " · ".join(part for part in (f"{number} ×", kind, ", ".join(card.icons), card.text) if part)
