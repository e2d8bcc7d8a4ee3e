"""Deeds to Intruders: injuries without the combat die."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.effects.deed import ANY, EffectCall, somewhere
from companion.games.nemesis.rules.intruders.attacks import hurt
from companion.games.nemesis.rules.names import begun
from companion.games.nemesis.rules.titles import asked, name_of, room_words
from companion.games.nemesis.state import State, intruders_in
from companion.schema.prompt import Faces, Option, Refusal


def cannot_injure(s: State, act: EffectCall) -> Refusal | None:
    if not intruders_in(s, act.room):
        return Refusal("NOT_SAME_PLACE", f"No Intruder is in {somewhere(s, act)}.", "NEM-SHOOT-3")
    return None


def injure(g: G, act: EffectCall) -> Rule[None]:
    """One Intruder of the room."""
    there = intruders_in(g.state, act.room)
    if len(there) > 1:
        options = [Option(name, f"The {g.state.intruders[name].kind}") for name in there]
        title = f"{name_of(g.state, act.seat)}: which Intruder is hurt?"
        there = yield from g.some(choose(asked(g.state, act.seat), title, options, rule="NEM-SHOOT-3"))
    for name in there:
        yield from hurt(g, act.seat, name, act.effect.n)


def rooms_with_intruders(s: State, act: EffectCall) -> Faces:
    """The rooms with an Intruder that are in question."""
    rooms = tuple(s.rooms) if act.effect.what == ANY else (act.room,)
    return tuple(room for room in rooms if intruders_in(s, room))


def cannot_injure_all(s: State, act: EffectCall) -> Refusal | None:
    if not rooms_with_intruders(s, act):
        return Refusal("NOT_SAME_PLACE", "No Intruder is there to be hurt.", "NEM-SHOOT-3")
    return None


def injure_all(g: G, act: EffectCall) -> Rule[None]:
    """All Intruders of the room, or of a room of one's choice."""
    rooms = rooms_with_intruders(g.state, act)
    if len(rooms) > 1:
        options = [Option(room, begun(room_words(g.state, room))) for room in rooms]
        title = f"{name_of(g.state, act.seat)}: the Intruders of which room are hurt?"
        rooms = yield from g.some(choose(asked(g.state, act.seat), title, options, rule="NEM-SHOOT-3", at="graph"))
    for room in rooms:
        for name in intruders_in(g.state, room):
            yield from hurt(g, act.seat, name, act.effect.n)
