"""A game for the torture: every kind of prompt, private hands and wishes, secret draws, and an endless game.

Every secret contains a unique word that begins with "Zq".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never, get_args

from companion.engine import Game, GameSetup, Play, Rule, choose, count, draw, roll, show
from companion.schema import HOUSE, TABLE, Faces, Paragraph, Refused, Seat, View

COIN: Faces = ("heads", "tails")
BAG: Faces = ("skull", "skull", "-1", "star")
HAND = 3
UNLUCKY: Faces = ("tails", "tails", "heads")


@dataclass(frozen=True, slots=True)
class Tossed:
    faces: Faces


@dataclass(frozen=True, slots=True)
class Counted:
    points: int


@dataclass(frozen=True, slots=True)
class Played:
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Pulled:
    token: str


@dataclass(frozen=True, slots=True)
class Wished:
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A secret draw of the seat `house`."""

    thing: str


Event: TypeAlias = Tossed | Counted | Played | Pulled | Wished | Hidden


@dataclass(frozen=True, slots=True)
class State:
    seats: Faces
    hands: Mapping[Seat, Faces]
    dealt: int
    shown: Faces = ()  # public cards
    wishes: Mapping[Seat, str] = field(default_factory=lambda: MappingProxyType({}))
    coins: Faces = ()
    points: int = 0
    pulled: str = ""
    hidden: str = ""


G: TypeAlias = Play[State, Event]


def card(number: int) -> str:
    return f"Zqcard{number}x"


def setup(chosen: GameSetup) -> State:
    hands = {s: tuple(card(k * HAND + n) for n in range(HAND)) for k, s in enumerate(chosen.seats)}
    return State(chosen.seats, MappingProxyType(hands), HAND * len(hands))


def apply(s: State, event: Event) -> State:
    match event:
        case Tossed(faces):
            return replace(s, coins=faces)
        case Counted(points):
            return replace(s, points=s.points + points)
        case Played(seat, one):
            left = (*(c for c in s.hands[seat] if c != one), card(s.dealt))
            return replace(s, hands=MappingProxyType({**s.hands, seat: left}), dealt=s.dealt + 1, shown=(*s.shown, one))
        case Pulled(token):
            return replace(s, pulled=token)
        case Wished(seat, one):
            return replace(s, wishes=MappingProxyType({**s.wishes, seat: one}))
        case Hidden(thing):
            return replace(s, hidden=thing)
    assert_never(event)


def play(g: G) -> Rule[None]:
    what = yield from g.one(choose("1", "Ann: what now?", ("coins", "cards", "bag", "wish", "hide")))
    match what:
        case "coins":
            faces = yield from g.some(roll("1", "Ann: toss 3 coins", COIN, 3, of=("coin",)))
            if faces == UNLUCKY:
                raise Refused("UNLUCKY", "These three together are refused by the rule itself.")
            g.emit(Tossed(faces))
            g.emit(Counted((yield from g.number(count("2", "Ben: points", 0, 3)))))
        case "cards":
            yield from cards(g)
        case "bag":
            g.emit(Pulled((yield from g.one(draw("2", "Ben: a token", BAG, of=("token", "tag"))))))
        case "wish":
            for seat in g.state.seats:
                asks = choose(seat, f"Seat {seat}: a wish", g.state.hands[seat], secret=True)
                g.emit(Wished(seat, (yield from g.one(asks))))
        case _:
            things = tuple(f"Zqhouse{n}x" for n in range(3))
            g.emit(Hidden((yield from g.one(draw(HOUSE, "The house hides a thing", things)))))


def cards(g: G) -> Rule[None]:
    """All seats play a card at once."""
    asked = (show(s, f"Seat {s}: a card", g.state.hands[s], of=("card",)) for s in g.state.seats)
    given = yield from g.ask(*asked)
    for seat, (one,) in zip(g.state.seats, given, strict=True):
        g.emit(Played(seat, one))


def view(s: State, seat: Seat) -> View:
    own = (Paragraph(" ".join((*s.hands[seat], s.wishes.get(seat, "")))),) if seat in s.hands else ()
    return (
        Paragraph(f"{s.points} points, {s.pulled} pulled, {' '.join(s.coins)}"),
        Paragraph(" ".join(s.shown[-8:])),
        *own,
    )


def tell(s: State, event: Event, seat: Seat) -> str:
    match event:
        case Tossed(faces):
            return f"Ann tosses {', '.join(faces)}."
        case Counted(points):
            return f"{points} points."
        case Played(who, one):
            return f"Seat {who} plays {one}."
        case Pulled(token):
            return f"Ben pulls {token}."
        case Wished(who, one):
            return f"You wish for {one}." if who == seat else f"Seat {who} makes a wish."
        case Hidden():
            return "The house hides something."
    assert_never(event)


def hidden_from(s: State, seat: Seat) -> frozenset[str]:
    """The words that must not be sent to a seat now (TABLE: to the screen in the middle, and to displays)."""
    others = {c for who, hand in s.hands.items() if who != seat or seat == TABLE for c in hand}
    wishes = {c for who, c in s.wishes.items() if who != seat and c not in s.shown}
    return frozenset(others | wishes | {s.hidden}) - {""}


GAME: Game[State, Event] = Game(
    name="cellar",
    title="Cellar",
    blurb="Coins, cards, a bag, wishes, and a house that hides things.",
    seats=range(2, 4),
    events=get_args(Event),
    setup=setup,
    apply=apply,
    play=play,
    over=lambda _state: "",
    view=view,
    tell=tell,
    sample=GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}),
    kinds=("coin", "card", "token"),
)
