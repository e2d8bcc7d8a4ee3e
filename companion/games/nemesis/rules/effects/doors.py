"""Deeds to doors: a corridor is closed or opened; a broken door does neither (NEM-X-NEIGHBOUR-1)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.facts.ship import DoorSet
from companion.games.nemesis.rules.effects.deed import ANY, EffectCall
from companion.games.nemesis.rules.names import corridor_words
from companion.games.nemesis.rules.titles import asked, name_of, room_words
from companion.games.nemesis.state import State, corridors_of
from companion.schema.prompt import Faces, Option, Refusal


def closable(s: State, act: EffectCall) -> Faces:
    """Open corridors whose door still works; nobody closes the technical one."""
    return tuple(name for name in _near(s, act) if not s.corridors[name].closed and not s.corridors[name].broken)


def openable(s: State, act: EffectCall) -> Faces:
    return tuple(name for name in _near(s, act) if s.corridors[name].closed)


def _near(s: State, act: EffectCall) -> Faces:
    """Around the room, or on the whole ship."""
    corridors = tuple(s.corridors) if act.effect.what == ANY else corridors_of(s, act.room)
    return tuple(name for name in corridors if not s.corridors[name].technical)


def cannot_close_door(s: State, act: EffectCall) -> Refusal | None:
    if not closable(s, act):
        return Refusal("NO_OPEN_DOOR", "No door that still works stands open here.")
    return None


def cannot_open_door(s: State, act: EffectCall) -> Refusal | None:
    if not openable(s, act):
        return Refusal("NO_CLOSED_DOOR", "No door is closed here.")
    return None


def close_door(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_doors(g, act, closable, closed=True)


def open_door(g: G, act: EffectCall) -> Rule[None]:
    yield from _set_doors(g, act, openable, closed=False)


def _set_doors(g: G, act: EffectCall, which: Callable[[State, EffectCall], Faces], *, closed: bool) -> Rule[None]:
    """So many doors, of the actor's choice; a broken one neither closes nor opens (NEM-X-NEIGHBOUR-1)."""
    there, number = which(g.state, act), act.effect.n
    if len(there) > number:
        verb = "close" if closed else "open"
        options = [Option(name, corridor_option(g.state, act, name)) for name in there]
        title = f"{name_of(g.state, act.seat)}: {verb} {number} door{'s' * (number > 1)}"
        prompt = choose(asked(g.state, act.seat), title, options, number, number, "NEM-X-NEIGHBOUR-1", at="graph")
        there = yield from g.some(prompt)
    for name in there:
        g.emit(DoorSet(name, closed=closed))


def corridor_option(s: State, act: EffectCall, name: str) -> str:
    """As seen from the room; one further away by where it lies: "Bridge - unexplored room 2"."""
    if act.room in s.corridors[name].ends:
        return corridor_words(s, act.room, name)
    first, *others = (room_words(s, end).removeprefix("the ") for end in s.corridors[name].ends)
    return " - ".join((first.capitalize(), *others))
