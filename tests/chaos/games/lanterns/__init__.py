"""An endless game for crash tests: dice and tokens in turn, sometimes a choice and a secret draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never, get_args

from companion.engine import Game, GameSetup, Play, Rule, choose, draw, nothing_hidden, roll
from companion.schema import HOUSE, Faces, Paragraph, Seat, View

DIE: Faces = ("success", "success", "success", "investigation", "investigation", "blank", "blank", "blank")
BAG: Faces = ("skull", "cultist", "tablet", "elder_sign", "+1", "0", "-1", "-2", "-3", "-4")
WAYS: Faces = ("left", "right")
ROUND = 8  # turns: six rolls, a draw, a choice


@dataclass(frozen=True, slots=True)
class Lit:
    """Dice were read."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Drew:
    token: str


@dataclass(frozen=True, slots=True)
class Went:
    """A chosen path and the secret draw."""

    way: str
    secret: str


Event: TypeAlias = Lit | Drew | Went


@dataclass(frozen=True, slots=True)
class State:
    seats: tuple[Seat, ...] = ("1", "2")
    turn: int = 0
    shone: int = 0  # total successes
    last: Faces = ()


G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    match event:
        case Lit(faces):
            return replace(s, turn=s.turn + 1, shone=s.shone + faces.count("success"), last=faces)
        case Drew(token):
            return replace(s, turn=s.turn + 1, last=(token,))
        case Went(way, _):
            return replace(s, turn=s.turn + 1, last=(way,))
    assert_never(event)


def play(g: G) -> Rule[None]:
    seat = g.state.seats[g.state.turn % len(g.state.seats)]
    match g.state.turn % ROUND:
        case 6:
            g.emit(Drew((yield from g.one(draw(seat, "A token from the bag", BAG, of=("token", "tag"))))))
        case 7:
            way = yield from g.one(choose(seat, "Which way?", WAYS))
            g.emit(Went(way, (yield from g.one(draw(HOUSE, "What waits there", WAYS)))))
        case _:
            g.emit(Lit((yield from g.some(roll(seat, "Two dice", DIE, 2, of=("mom_d8",))))))


def view(s: State, seat: Seat) -> View:
    return (Paragraph(f"Turn {s.turn}: {s.shone} lanterns shine. {', '.join(s.last)}"),)


def tell(s: State, event: Event, seat: Seat) -> str:
    match event:
        case Lit(faces):
            return f"{', '.join(faces)}."
        case Drew(token):
            return f"{token} comes."
        case Went(way, _):
            return f"To the {way}."
    assert_never(event)


GAME: Game[State, Event] = Game(
    name="lanterns",
    title="Lanterns",
    blurb="Light one after the other.",
    seats=range(1, 3),
    events=get_args(Event),
    setup=lambda setup: State(seats=setup.seats),
    apply=apply,
    play=play,
    over=lambda s: "",
    view=view,
    tell=tell,
    sample=GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}),
    kinds=("mom_d8", "token"),
    veil=nothing_hidden,
)
