"""Deeds to rooms: fire and malfunction, put and taken away."""

from __future__ import annotations

from companion.engine.play import Rule, choose, done
from companion.games.nemesis.facts.events import G, RoomMarked
from companion.games.nemesis.facts.ship import MarkTaken
from companion.games.nemesis.rules.effects.deed import ANY, EffectCall, somewhere
from companion.games.nemesis.rules.names import begun
from companion.games.nemesis.rules.titles import asked, name_of, room_words
from companion.games.nemesis.state import State
from companion.schema.prompt import Faces, Option, Refusal

FIRE, MALFUNCTION = "fire", "malfunction"


def burn(g: G, act: EffectCall) -> Rule[None]:
    """One marker a room, never two."""
    if FIRE not in g.state.rooms[act.room].marks:
        g.emit(RoomMarked(act.room, "fire"))
    yield from done()


def spoil(g: G, act: EffectCall) -> Rule[None]:
    """In the nest there is nothing that could break."""
    if MALFUNCTION not in g.state.rooms[act.room].marks:
        g.emit(RoomMarked(act.room, "malfunction"))
    yield from done()


def cannot_extinguish(s: State, act: EffectCall) -> Refusal | None:
    if not marked(s, act, FIRE):
        burning = "Nothing burns aboard." if act.effect.what == ANY else f"Nothing burns in {somewhere(s, act)}."
        return Refusal("NO_FIRE", burning)
    return None


def extinguish(g: G, act: EffectCall) -> Rule[None]:
    yield from _take(g, act, FIRE)


def cannot_repair(s: State, act: EffectCall) -> Refusal | None:
    """NEM-ACARD-8; which rooms are meant is data of the card (NEM-AMB-10)."""
    if not marked(s, act, MALFUNCTION):
        where = "aboard" if act.effect.what == ANY else f"in {somewhere(s, act)}"
        return Refusal("NO_MALFUNCTION", f"There is no malfunction {where}.")
    return None


def repair(g: G, act: EffectCall) -> Rule[None]:
    yield from _take(g, act, MALFUNCTION)


def marked(s: State, act: EffectCall, mark: str) -> Faces:
    """The rooms in question that have the marker."""
    rooms = tuple(s.rooms) if act.effect.what == ANY else (act.room,)
    return tuple(room for room in rooms if mark in s.rooms[room].marks)


def _take(g: G, act: EffectCall, mark: str) -> Rule[None]:
    rooms = marked(g.state, act, mark)
    if len(rooms) > 1:
        title = f"{name_of(g.state, act.seat)}: take the {mark} marker out of which room?"
        options = [Option(room, begun(room_words(g.state, room))) for room in rooms]
        rooms = yield from g.some(choose(asked(g.state, act.seat), title, options, rule="NEM-ACARD-8", at="graph"))
    for room in rooms:
        g.emit(MarkTaken(room, mark))
