"""What a seat alone may read: its hand, its items, its objectives, and what it has found out."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content.ship import Allowed, Item
from companion.games.nemesis.rules.names import counted
from companion.games.nemesis.state import Character, State, objective_of
from companion.schema.prompt import Seat
from companion.schema.view import Block, Card, Cards

ALLOWED: dict[Allowed, str] = {"any": "", "in_combat": "in combat only", "out_of_combat": "out of combat only"}
PAYS_NOTHING = "pays for nothing"


def secrets(s: State, seat: Seat) -> Iterator[Block]:
    """Nothing where the seat is none of the crew: the public screen, a dealer."""
    if seat not in s.characters:
        return
    mine = s.characters[seat]
    yield from _objectives(s, seat, mine)
    yield Cards("Your hand", tuple(_action_card(s, place, card) for place, card in enumerate(mine.hand)), seat)
    if mine.items:
        yield Cards("Your items", tuple(_item(s, place, item) for place, item in enumerate(mine.items)), seat)
    yield from _known(s, seat, mine)


def _objectives(s: State, seat: Seat, mine: Character) -> Iterator[Block]:
    if mine.objective:
        yield Cards("Your objective", (_objective(s, mine.objective),), seat)
    elif mine.objectives:
        cards = tuple(_objective(s, name) for name in mine.objectives)
        yield Cards("Your objectives: one of them will be kept", cards, seat)


def _objective(s: State, name: str) -> Card:
    one = objective_of(s, name)
    return Card(name, one.title, one.text)


def _action_card(s: State, place: int, name: str) -> Card:
    if name in s.contamination:
        return Card(f"{place}", name, PAYS_NOTHING)
    card = s.ship.cards.get(name)
    if card is None:
        return Card(f"{place}", name)
    parts = ", or: ".join(part.text for part in card.sections if part.text)
    return Card(f"{place}", name, _joined(_cost(card.cost), ALLOWED[card.allowed], parts, card.text))


def _cost(cost: int) -> str:
    return f"{counted(cost, 'card')} more" if cost else ""


def _item(s: State, place: int, name: str) -> Card:
    item = s.ship.items.get(name, Item())
    action = _joined(counted(item.cost, "card"), ALLOWED[item.allowed]) if item.acts and item.cost else ""
    icons = f"to craft: {', '.join(item.icons)}" if item.icons else ""
    return Card(f"i{place}", name, _joined(action, item.text, icons))


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _known(s: State, seat: Seat, mine: Character) -> Iterator[Block]:
    """Engines and the course as far as this seat has looked, and what a scan has said."""
    cards = [
        Card(f"e{name}", f"Engine {name}", "works" if e.works else "is broken")
        for name, e in s.engines.items()
        if seat in e.seen
    ]
    if seat in s.course.seen:
        cards += [Card(f"c{letter}", f"Course {letter}", planet) for letter, planet in s.course.planets.items()]
    if mine.infected:
        cards.append(Card("infected", "Infected", f"{counted(mine.infected, 'card')} of your hand, says the scan"))
    if cards:
        yield Cards("What you know", tuple(cards), seat)
