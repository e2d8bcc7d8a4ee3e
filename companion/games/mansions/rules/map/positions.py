"""Who is where: our own maps know it; of maps that know tiles only, the people are asked, and only where it matters."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.play import Rule, choose
from companion.games.mansions.facts.cards_and_figures import MonsterSeen
from companion.games.mansions.facts.events import G
from companion.games.mansions.rules.map import spaces
from companion.games.mansions.state import Monster, State, exact
from companion.schema.prompt import TABLE, Option, Seat

STAY, UNSAID = "stay", "unsaid"
NOT_NOW = Option(STAY, "Not now")


def places(s: State) -> tuple[str, ...]:
    """Where one can be told to stand: the spaces on the table, or else its tiles."""
    if exact(s):
        return tuple(name for name in s.spaces if spaces.revealed(s, name))
    story = s.story
    there = () if story is None else (story.component(name) for name in story.board)
    return tuple(one.name for one in there if one is not None and one.kind == "tile")


def same_space(g: G, seat: Seat) -> Rule[tuple[Monster, ...]]:
    """The monsters in the space of an investigator."""
    here = g.state.seats[seat].space
    if exact(g.state):
        return tuple(m for m in g.state.monsters.values() if m.space == here)
    there = yield from _asked(g, seat, _maybe_here(g.state, here), "in the same space as")
    for monster in there if here else ():
        if monster.space != here:  # the same space is the same tile
            g.emit(MonsterSeen(monster.name, here))
    return there


def monsters_in_range(g: G, seat: Seat) -> Rule[tuple[Monster, ...]]:
    """The monsters within range of an investigator. MOM-RANGE-1."""
    here = g.state.seats[seat].space
    if exact(g.state):
        return tuple(m for m in g.state.monsters.values() if spaces.in_range(g.state, here, m.space))
    return (yield from _asked(g, seat, tuple(g.state.monsters.values()), "within range, three spaces, of"))


def _maybe_here(s: State, here: str) -> tuple[Monster, ...]:
    """On the same tile, or nobody said where."""
    return tuple(m for m in s.monsters.values() if not m.space or not here or m.space == here)


def _asked(g: G, seat: Seat, maybe: Sequence[Monster], where: str) -> Rule[tuple[Monster, ...]]:
    name = g.state.seats[seat].name
    if not maybe:
        return ()
    if len(maybe) == 1:
        (one,) = maybe
        answers = (Option("yes", "yes"), Option("no", "no"))
        said = yield from g.one(choose(seat, f"{name}: is {one.name} {where} {name}?", answers, rule="MOM-RANGE-1"))
        return (one,) if said == "yes" else ()
    asked = f"{name}: which of these are {where} {name}?"
    names = yield from g.some(choose(seat, asked, [m.name for m in maybe], 0, len(maybe), "MOM-RANGE-1"))
    return tuple(m for m in maybe if m.name in names)


def companions(s: State, seat: Seat) -> tuple[Seat, ...]:
    """The investigators that can be in the same space."""
    here = s.seats[seat].space
    others = ((other, who) for other, who in s.seats.items() if other != seat and not who.eliminated)
    if exact(s):
        return tuple(other for other, who in others if who.space == here)
    return tuple(other for other, who in others if not here or not who.space or who.space == here)


def in_fire(g: G, seat: Seat) -> Rule[bool]:
    """Does the space of an investigator burn?"""
    here, fire = g.state.seats[seat].space, g.state.tokens.fire
    if exact(g.state):
        return here in fire
    if not fire or (here and here not in fire):
        return False
    name = g.state.seats[seat].name
    answers = (Option("yes", "yes: one facedown damage"), Option("no", "no"))
    return (yield from g.one(choose(seat, f"{name}: is there Fire in the space of {name}?", answers))) == "yes"


def beside(g: G, seat: Seat) -> Rule[tuple[Seat, ...]]:
    """The other investigators in the space of one."""
    maybe = companions(g.state, seat)
    if not maybe or exact(g.state):
        return maybe
    title = f"Everybody: who is in the same space as {g.state.seats[seat].name}?"
    return (yield from g.some(choose(TABLE, title, people(g.state, maybe), 0, len(maybe))))


def people(s: State, seats: tuple[Seat, ...]) -> tuple[Option, ...]:
    return tuple(Option(seat, s.seats[seat].name) for seat in seats)
