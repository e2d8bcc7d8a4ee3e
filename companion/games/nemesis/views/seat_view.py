"""What each seat sees, built up from nothing. A hand is its owner's; unexplored rooms and the deck are nobody's."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.nemesis.content import Allowed, Item
from companion.games.nemesis.rules.names import counted, object_words
from companion.games.nemesis.state import ACTIONS_PER_ROUND, Character, State, objective_of
from companion.games.nemesis.views.evening import PHASES, ending, heading, owes, steps, told_card, track, turns
from companion.games.nemesis.views.rolls import bag, odds, verdict, ways
from companion.games.nemesis.views.ship_map import ship
from companion.schema import Block, Card, Cards, Count, Member, Roster, Seat, View

MOST_SERIOUS = 3  # a further wound kills
MOST_LIGHT = 2  # a third one is a serious wound
FATES = {"dead": "dead", "pod": "in an escape pod", "asleep": "asleep"}


def crew(s: State) -> Roster:
    return Roster("The crew", tuple(_member(s, seat, c) for seat, c in s.characters.items()))


def _member(s: State, seat: Seat, c: Character) -> Member:
    role = next((one.title for one in s.ship.crew if one.id == c.role), "")
    if c.fate != "aboard":
        return Member(seat, c.name, role, state="gone", word=FATES[c.fate])
    words = " · ".join(part for part in (role, "signal sent" if c.signal else "") if part)
    items = tuple(_items(s, seat, c))
    if c.passed:
        return Member(seat, c.name, words, items, "done", "passed")
    return Member(seat, c.name, words, items, "now" if seat == s.active and s.phase == "players" else "")


def _items(s: State, seat: Seat, c: Character) -> Iterator[Count]:
    if seat == s.active and s.phase == "players" and not c.passed:
        yield Count("actions left", c.actions, ACTIONS_PER_ROUND, "action")
    yield Count("cards in hand", len(c.hand), None, "cards")
    if c.items:
        yield Count("items", len(c.items), None, "item")
    yield from (Count(f"ammo, {w.name}", w.ammo, None, "ammo") for w in c.weapons)
    yield from (Count(f"carries the {object_words(s, name)}", 1, None, "heavy") for name in c.heavy)
    if c.light_wounds:
        yield Count("light wounds", c.light_wounds, MOST_LIGHT, "wound")
    if c.serious_wounds:
        yield Count("serious wounds", c.serious_wounds, MOST_SERIOUS, "serious")
    if c.slime:
        yield Count("slime", 1, None, "slime")
    if c.larva:
        yield Count("carries a larva", 1, None, "larva")


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


def where(s: State) -> str:
    """The phase, and how long the ship still flies."""
    if s.phase == "over":
        return "It is over"
    return f"{PHASES.get(s.phase, 'Players’ turns')} · {turns(s)}"


def view(s: State, seat: Seat) -> View:
    """The blocks for one seat: where the evening stands, what goes on, the ship, what is its own, the crew, the bag."""
    return tuple(_blocks(s, seat))


def own_blocks(s: State, seat: Seat) -> tuple[Block, ...]:
    """What is for this seat alone."""
    return tuple(secrets(s, seat))


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield heading(s)
    yield from ending(s)
    yield from steps(s)
    if s.last is not None and s.phase != "over":
        yield verdict(s, s.last)
    yield from told_card(s)
    yield from odds(s)
    yield ship(s, seat)
    yield from track(s)
    yield from owes(s)
    yield from own_blocks(s, seat)
    yield crew(s)
    yield from ways(s)
    yield from bag(s, seat)
