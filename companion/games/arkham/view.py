"""What one seat sees, built up from nothing: of another's hand the number of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, assert_never

from companion.games.arkham.enemies import engaged_with
from companion.games.arkham.events import (
    ActionsLost,
    ActionSpent,
    CardPlayed,
    CardsCommitted,
    CardsDrawn,
    CluesFound,
    CluesMoved,
    DeckRenewed,
    EnemyAttacked,
    EnemyDamaged,
    EnemyDefeated,
    EnemyEngaged,
    EnemyEvaded,
    EnemyMoved,
    Event,
    Hurt,
    LocationRevealed,
    Moved,
    ResourcesChanged,
    ResultApplied,
    RoundBegan,
    SymbolResolved,
    TestBegan,
    TestEnded,
    TestResolved,
    TokenRevealed,
    TurnBegan,
    TurnEnded,
)
from companion.games.arkham.places import move_refused
from companion.games.arkham.skill import NAMES, chance, icons, judged
from companion.games.arkham.state import ACTIONS_A_TURN, Investigator, State, Test, Verdict
from companion.wire.prompt import Seat
from companion.wire.view import (
    BagFace,
    BagView,
    Bar,
    Block,
    Card,
    Cards,
    Corridor,
    Count,
    Counters,
    Graph,
    Heading,
    Odds,
    Room,
    Step,
    Steps,
    Sum,
    View,
)

STEPS = (
    ("ST.1", "Choose the skill"),
    ("ST.2", "Commit cards"),
    ("ST.3", "Reveal a token"),
    ("ST.4", "Token effect"),
    ("ST.5", "Add it up"),
    ("ST.6", "Compare"),
    ("ST.7", "Apply results"),
    ("ST.8", "End the test"),
)
MOST_ICONS_SHOWN = 4


def view(s: State, seat: Seat) -> View:
    """The test now with its chances, the last verdict, bag, map, seats, and the own hand."""
    return tuple(_blocks(s, seat))


def _blocks(s: State, seat: Seat) -> Iterator[Block]:
    yield _heading(s)
    if s.test is not None:
        yield _steps(s, s.test)
        yield from _now(s, s.test)
    if s.last is not None:
        yield verdict(s, s.last)
    yield bag_view(s)
    yield places(s)
    for name, who in s.seats.items():
        yield _counters(s, name, who)
    if seat in s.seats:
        yield _hand(s, seat)


def _heading(s: State) -> Heading:
    if s.test is None:
        return Heading(f"Round {s.round} · Investigation", f"{s.seats[s.active].name}'s turn")
    who = s.seats[s.test.performer]
    title = f"{s.test.skill.capitalize()} test · {s.test.title}"
    return Heading(title, f"{who.name} · {s.test.skill} {who.skills[s.test.skill]} · {s.test.difficulty} needed")


def _steps(s: State, test: Test) -> Steps:
    now = next(place for place, (name, _) in enumerate(STEPS) if name == test.step)
    notes = {"ST.2": f"{_committed(s, test)} icons" if test.committed else "", "ST.3": ", ".join(test.revealed)}
    steps = (Step(text, _reached(place, now), notes.get(name, ""), name) for place, (name, text) in enumerate(STEPS))
    return Steps("Steps", tuple(steps))


def _reached(place: int, now: int) -> Literal["done", "now", "todo"]:
    return "done" if place < now else "now" if place == now else "todo"


def _committed(s: State, test: Test) -> int:
    return sum(icons(s, one.card, test.skill) for one in test.committed)


def _now(s: State, test: Test) -> Iterator[Block]:
    """Before the result: what is committed, the chances, and the sum as far as it is known."""
    if test.committed:
        cards = tuple(
            Card(c.card, c.card, f"{s.seats[c.by].name}, +{icons(s, c.card, test.skill)}") for c in test.committed
        )
        yield Cards("Committed", cards)
    if test.step in ("ST.1", "ST.2", "ST.3"):
        yield odds(s, test)
    elif s.last is None:
        yield replace(verdict(s, judged(s, test)), title="The token lies there", verdict="", sentence="")


def odds(s: State, test: Test) -> Odds:
    """Rows by icons committed, exact over what is in the bag."""
    have = _committed(s, test)
    first = max(0, have - MOST_ICONS_SHOWN + 1)
    rows = range(first, first + MOST_ICONS_SHOWN + 1)
    bare = replace(test, committed=())
    bars = tuple(
        Bar(f"{n} icon{'' if n == 1 else 's'}", float(chance(s, bare, n)), counts=n == have, now=n == have)
        for n in rows
    )
    subtitle = f"{test.skill} {s.seats[test.performer].skills[test.skill]}, {test.difficulty} needed"
    now = float(chance(s, test))
    return Odds("Odds before the draw", subtitle, bars, now, f"with {have} icons", "rows")


def verdict(s: State, last: Verdict) -> Sum:
    """The last test with its reasons."""
    return Sum(
        title=f"{'Success' if last.passed else 'Failure'} by {last.by}",
        terms=last.terms,
        total=last.value,
        needed=last.difficulty,
        verdict="passed" if last.passed else "failed",
        sentence=sentence(s, last),
        faces=last.tokens,
        object="token",
    )


def sentence(s: State, last: Verdict) -> str:
    """As in "Ann: intellect 4 + icons 2 - token 2 = 4, 3 needed: passed by 1."."""
    name = s.seats[last.performer].name
    end = f"{'passed' if last.passed else 'failed'} by {last.by}"
    if last.auto:
        return f"{name}: automatic {'success' if last.auto == 'success' else 'failure'}, {end}."
    first, *others = last.terms
    parts = [f"{first.label} {first.value}"]
    parts += [
        f"{t.label} {t.text}" if t.text else f"{'−' if t.value < 0 else '+'} {t.label} {abs(t.value)}" for t in others
    ]
    floor = f" (counts as {last.value})" if last.value != last.total else ""
    return f"{name}: {' '.join(parts)} = {last.total}{floor}, {last.difficulty} needed: {end}."


def bag_view(s: State) -> BagView:
    """What is inside by face, and what lies outside at present."""
    out = Counter(s.bag.out)
    faces = tuple(BagFace(face, number, out[face]) for face, number in Counter(s.bag.inside + s.bag.out).items())
    return BagView(f"In the bag · {len(s.bag.inside)} of {len(s.bag.inside + s.bag.out)}", faces)


def places(s: State) -> Graph:
    """The locations and the ways between them."""
    rooms = tuple(_room(s, name) for name in s.locations)
    ways = sorted({tuple(sorted((a, b))) for a, place in s.locations.items() for b in place.connects})
    return Graph("Locations", rooms, tuple(Corridor(f"{a}-{b}", (a, b)) for a, b in ways))


def _room(s: State, name: str) -> Room:
    """A location; `option` where a tap on it answers where the active seat moves."""
    place = s.locations[name]
    marks = [f"clue {place.clues}"] if place.clues else []
    marks += [f"shroud {place.shroud}"] if place.revealed else ["unrevealed"]
    marks += [e.title for e in s.enemies.values() if e.location == name and not e.defeated]
    near = name if move_refused(s, s.seats[s.active].location, name) is None else ""
    here = tuple(seat for seat, who in s.seats.items() if who.location == name)
    return Room(name, place.title, place.x, place.y, tuple(marks), here, near)


def _counters(s: State, seat: Seat, who: Investigator) -> Counters:
    items = (
        Count("Actions", who.actions, ACTIONS_A_TURN, "action"),
        Count("Clues", who.clues, icon="clue"),
        Count("Resources", who.resources, icon="resource"),
        Count("Damage", who.damage, who.health, "damage"),
        Count("Horror", who.horror, who.sanity, "horror"),
        Count("Cards in hand", len(who.hand) + who.unknown, icon="card"),
        Count("Enemies engaged", len(engaged_with(s, seat)), icon="enemy"),
    )
    return Counters(who.name, items, seat)


def _hand(s: State, seat: Seat) -> Cards:
    """For its owner alone."""
    who = s.seats[seat]
    known = tuple(Card(card, card, " · ".join(s.cards[card].icons)) for card in who.hand)
    others = (Card("unknown", f"{who.unknown} more in the hand"),) if who.unknown else ()
    return Cards("Your hand", known + others, seat)


def tell(s: State, event: Event, seat: Seat) -> str:  # noqa: ARG001  no fact here is hidden from a seat
    """One sentence of the log; empty where counters say it."""
    match event:
        case TurnBegan(who):
            return f"{s.seats[who].name}'s turn."
        case RoundBegan(number):
            return f"Round {number}: everybody readies, draws a card and gains a resource."
        case ActionSpent(who, action):
            return f"{s.seats[who].name}: {action}."
        case ActionsLost(who, number):
            return f"{s.seats[who].name} loses {number} actions."
        case CardsDrawn() | ResourcesChanged() | TurnEnded() | TestEnded() | ResultApplied():
            return ""
        case DeckRenewed(who):
            return f"{s.seats[who].name} shuffles the discard pile into a new deck."
        case CardPlayed(who, card):
            return f"{s.seats[who].name} plays {card}."
        case Moved(who, _, to):
            return f"{s.seats[who].name} moves to {s.locations[to].title}."
        case EnemyMoved(enemy, _, to):
            return f"{s.enemies[enemy].title} moves to {s.locations[to].title}."
        case LocationRevealed(location, clues):
            return f"{s.locations[location].title} is revealed, clues: {clues}."
        case CluesMoved(source, to, number):
            return f"Clues move from {s.locations[source].title} to {s.locations[to].title}: {number}."
        case CluesFound(who, location, number):
            return (
                f"{s.seats[who].name} finds {number} clue{'' if number == 1 else 's'}, {s.locations[location].title}."
            )
        case EnemyEngaged(enemy, who):
            return f"{s.enemies[enemy].title} is engaged with {s.seats[who].name}."
        case EnemyEvaded(enemy, who, automatic):
            return f"{s.seats[who].name} {'automatically ' if automatic else ''}evades {s.enemies[enemy].title}."
        case EnemyAttacked(enemy, who, damage, horror, _):
            return f"{s.enemies[enemy].title} attacks {s.seats[who].name}: {damage} damage, {horror} horror."
        case EnemyDamaged(enemy, number):
            return f"{s.enemies[enemy].title} takes {number} damage."
        case EnemyDefeated(enemy):
            return f"{s.enemies[enemy].title} is defeated."
        case Hurt(who, damage, horror):
            return f"{s.seats[who].name} suffers {damage} damage, {horror} horror."
        case TestBegan(performer, skill, difficulty, title):
            return f"{title}: {s.seats[performer].name} tests {skill} against {difficulty}."
        case CardsCommitted(cards):
            return "; ".join(f"{s.seats[c.by].name} commits {_card(c.card)}" for c in cards) + "." if cards else ""
        case TokenRevealed(token):
            return f"Token: {NAMES.get(token, token)}."
        case SymbolResolved(symbol, _):
            return f"The {NAMES[symbol]} takes effect."
        case TestResolved(last):
            return sentence(s, last)
    assert_never(event)


def _card(card: str) -> str:
    """A card known only by its icons is worded by them."""
    return f"a card ({card.replace(':', ' ')})" if card.startswith("icons:") else card
