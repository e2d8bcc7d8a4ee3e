"""Whole implementations of small things, for tests: a toy game, and one with a form and sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, assert_never, get_args

from companion.engine import Game, GameSetup, Play, Rule, SheetKind, choose, count, draw, nothing_hidden, roll, show
from companion.errors import ContentError
from companion.schema import Faces, Field, Form, Paragraph, Pick, Refused, Seat, View

COIN: Faces = ("heads", "tails")


@dataclass(frozen=True, slots=True)
class Rolled:
    faces: Faces


@dataclass(frozen=True, slots=True)
class Shown:
    seat: str
    card: str


@dataclass(frozen=True, slots=True)
class Drawn:
    token: str


@dataclass(frozen=True, slots=True)
class Scored:
    points: int


Event: TypeAlias = Rolled | Shown | Drawn | Scored


@dataclass(frozen=True, slots=True)
class State:
    """A game of three procedures by choice: coins to roll, a card of each seat, a token from the bag."""

    seats: Faces = ("1", "2")
    bag: Faces = ("skull", "skull", "-1", "star")
    coins: Faces = ()
    cards: tuple[tuple[str, str], ...] = ()
    points: int = 0


G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    match event:
        case Rolled(faces):
            return replace(s, coins=faces)
        case Shown(seat, card):
            return replace(s, cards=(*s.cards, (seat, card)))
        case Drawn(token):
            left = list(s.bag)
            left.remove(token)
            return replace(s, bag=tuple(left))
        case Scored(points):
            return replace(s, points=s.points + points)
    assert_never(event)


def play(g: G) -> Rule[None]:
    what = yield from g.one(choose("1", "Ann: what now?", ("coins", "cards", "bag", "stumble")))
    match what:
        case "coins":
            faces = yield from g.some(roll("1", "Ann: roll 3 coins", COIN, 3, of=("coin",)))
            if faces == ("tails", "tails", "heads"):
                raise Refused("UNLUCKY", "These three together are refused by the rule itself.")
            g.emit(Rolled(faces))
            g.emit(Scored((yield from g.number(count("1", "Ann: points", 0, 3)))))
        case "cards":
            cards = ("AS", "2S", "3S")
            asked = (show(s, f"Seat {s}: a card", cards, of=("card",)) for s in g.state.seats)
            given = yield from g.ask(*(replace(prompt, whom=f"Seat {prompt.seat}") for prompt in asked))
            for seat, (card,) in zip(g.state.seats, given, strict=True):
                g.emit(Shown(seat, card))
        case "bag":
            g.emit(Drawn((yield from g.one(draw("1", "Ann: a token", g.state.bag, of=("token", "tag"))))))
        case _:
            raise ZeroDivisionError("a rule's own mistake")


def over(s: State) -> str:
    return "Ann has won." if s.points >= 6 else ""


def view(s: State, seat: Seat) -> View:
    return (Paragraph(f"{s.points} points"),)


def tell(s: State, event: Event, seat: Seat) -> str:
    match event:
        case Rolled(faces):
            return f"Ann rolls {', '.join(faces)}."
        case Shown(who, card):
            return f"Seat {who} shows {card}."
        case Drawn(token):
            return f"Ann draws {token}."
        case Scored(points):
            return f"{points} points."
    assert_never(event)


TOY: Game[State, Event] = Game(
    name="toy",
    title="Toy",
    blurb="Coins, cards and a bag.",
    seats=range(1, 3),
    events=get_args(Event),
    setup=lambda setup: State(seats=setup.seats),
    apply=apply,
    play=play,
    over=over,
    view=view,
    tell=tell,
    sample=GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}),
    kinds=("coin", "card", "token"),
    veil=nothing_hidden,
)


HERO = Form(
    "A hero",
    (
        Field("title", "Name", least=1, most=40),
        Field("health", "Health", "number", least=1, most=20, default=7),
        Field("skills", "Skills", "group", fields=(Field("brains", "Brains", "number", most=9, default=3),)),
        Field("sign", "Elder sign", "choice", options=(Pick("plus", "+1"), Pick("minus", "−1", "for the bold"))),
        Field("traits", "Traits", "choices", options=(Pick("wet", "Wet"), Pick("dry", "Dry"))),
        Field("items", "Items", "list", most=3, fields=(Field("name", "Name"), Field("worth", "Worth", "number"))),
        Field("notes", "Notes", "long", most=400, advanced=True),
    ),
)
CHOICES = Form(
    "A night with coins",
    (
        Field("mood", "Mood", "choice", options=(Pick("calm", "Calm"), Pick("wild", "Wild", "more coins"))),
        Field("hero", "Hero", "sheet", sheet="hero", least=1, each_seat=True, default="bold"),
        Field("rival", "Rival", "sheet", "Left open: nobody.", sheet="hero"),
        Field("points", "Points to begin with", "number", most=5, help="Six win."),
        Field("dark", "In the dark", "flag", advanced=True),
    ),
    blurb="Choose a mood and who plays.",
)
HEROES = {"bold": {"title": "The Bold", "health": 9}, "meek": {"title": "The Meek", "health": 5}}


def proof(data: Mapping[str, Any]) -> str:
    """Require a title, and a hero with another name than "Nobody"."""
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise ContentError("title: a hero needs a name.")
    if title == "Nobody":
        raise ContentError("title: nobody is called Nobody.")
    return title


def formed_setup(setup: GameSetup) -> State:
    """The points that were chosen; a hero must be chosen for each seat."""
    heroes = setup.choices.get("hero", {})
    for seat in setup.seats:
        if seat not in heroes:
            raise ContentError(f"hero.{seat}: choose a hero.")
    return State(seats=setup.seats, points=setup.choices.get("points", 0))


FORMED: Game[State, Event] = replace(
    TOY,
    setup=formed_setup,
    sample=GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}, {"hero": {"1": "bold", "2": "meek"}}),
    form=CHOICES,
    sheets={"hero": SheetKind(HERO, lambda: HEROES, proof)},
    carry=lambda state: {"points": state.points - 6, "mood": "wild", "won": 1},
)
