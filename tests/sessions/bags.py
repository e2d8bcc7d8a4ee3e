"""A game of draws for tests of two readers: one token, a second beside it or after it, and two together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, get_args

from companion.engine import Game, GameSetup, Play, Rule, choose, draw, nothing_hidden
from companion.schema import Faces, Paragraph, Seat, View

BAG: Faces = ("skull", "skull", "cultist", "-1", "-2")
OF = ("token", "tag")


@dataclass(frozen=True, slots=True)
class Drawn:
    faces: Faces


Event: TypeAlias = Drawn


@dataclass(frozen=True, slots=True)
class State:
    drawn: tuple[Faces, ...] = ()


G: TypeAlias = Play[State, Event]


def play(g: G) -> Rule[None]:
    """Drawn tokens return to the bag before the next procedure."""
    what = yield from g.one(choose("1", "Ann: what now?", ("one", "again", "apart", "two", "rest")))
    if what == "rest":
        return
    faces = yield from g.some(draw("1", "Ann: a token", BAG, of=OF, count=2 if what == "two" else 1))
    g.emit(Drawn(faces))
    if what in {"again", "apart"}:  # the first stays on the tray, or goes back immediately
        lying = faces if what == "again" else ()
        left = tuple(BAG[k] for k in range(len(BAG)) if what == "apart" or k != BAG.index(faces[0]))
        g.emit(Drawn((yield from g.some(draw("1", "Ann: another token", left, of=OF, locked=lying)))))
    yield from g.one(choose("1", "Ann: done?", ("go",)))


def view(s: State, seat: Seat) -> View:
    return (Paragraph(f"{len(s.drawn)} draws"),)


BAGS: Game[State, Event] = Game(
    name="bags",
    title="Bags",
    blurb="Tokens, drawn.",
    seats=range(1, 3),
    events=get_args(Event) or (Drawn,),
    setup=lambda _setup: State(),
    apply=lambda s, event: replace(s, drawn=(*s.drawn, event.faces)),
    play=play,
    over=lambda _s: "",
    view=view,
    tell=lambda _s, event, _seat: f"Ann draws {', '.join(event.faces)}.",
    sample=GameSetup(("1", "2"), {"1": "Ann", "2": "Ben"}),
    veil=nothing_hidden,
)
