"""Deeds of the feet: a movement, a careful one, a look into the next room."""

from __future__ import annotations

from companion.engine.play import Rule, choose
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.actions.movement import (
    cannot_move_carefully,
    careful_ways,
    move,
    move_carefully,
    not_in_combat,
    ways,
)
from companion.games.nemesis.rules.effects.deed import EffectCall, whom
from companion.games.nemesis.rules.exploration import turn_up
from companion.games.nemesis.rules.titles import asked, name_of, room_words
from companion.games.nemesis.state import State, neighbours
from companion.schema.prompt import Faces, Option, Refusal, Seat

STAY = "stay"


def cannot_walk(s: State, act: EffectCall) -> Refusal | None:
    if not any(ways(s, seat) for seat in whom(s, act)):
        return Refusal("NO_WAY", "No open corridor leads out of the room.", "NEM-X-NEIGHBOUR-1")
    return None


def walk(g: G, act: EffectCall) -> Rule[None]:
    """So many movements with all that belongs to them; whoever has gone once may stop."""
    for seat in whom(g.state, act):
        for number in range(act.effect.n):
            to = yield from _whither(g, seat, ways(g.state, seat), number)
            if to == STAY or seat not in whom(g.state, act):
                break
            yield from move(g, seat, to)


def cannot_sneak(s: State, act: EffectCall) -> Refusal | None:
    refused = [option.refused for seat in whom(s, act) for option in careful_ways(s, seat)]
    if not refused:
        return cannot_walk(s, act)
    fighting = [not_in_combat(s, seat) for seat in whom(s, act)]
    return fighting[0] if all(fighting) else refused[0] if all(refused) else None


def sneak(g: G, act: EffectCall) -> Rule[None]:
    """Careful movements (NEM-CAREFUL-1)."""
    for seat in whom(g.state, act):
        for number in range(act.effect.n):
            there = () if not_in_combat(g.state, seat) else careful_ways(g.state, seat)
            to = yield from _whither(g, seat, there, number)
            if to == STAY or seat not in whom(g.state, act) or cannot_move_carefully(g.state, seat, to):
                break
            yield from move_carefully(g, seat, to)


def _whither(g: G, seat: Seat, there: tuple[Option, ...], number: int) -> Rule[str]:
    """The next room; STAY where there is none, or none more is wanted."""
    if not any(option.refused is None for option in there):
        return STAY
    stop = (Option(STAY, "Stay here"),) if number else ()
    title = f"{name_of(g.state, seat)}: go where?"
    return (yield from g.one(choose(seat, title, (*there, *stop), rule="NEM-MOVE-1", at="graph")))


def unknown_rooms(s: State, room: str) -> Faces:
    """Rooms next door that nobody knows."""
    return tuple(near for near in neighbours(s, room) if not s.rooms[near].explored)


def cannot_explore(s: State, act: EffectCall) -> Refusal | None:
    if not unknown_rooms(s, act.room):
        return Refusal("NOTHING_UNKNOWN", "Every room next door is known.")
    return None


def look_next_door(g: G, act: EffectCall) -> Rule[None]:
    """Turn up a room from outside, without its token."""
    rooms = unknown_rooms(g.state, act.room)
    if not rooms:
        return
    options = [Option(room, f"Look into {room_words(g.state, room)}") for room in rooms]
    title = f"{name_of(g.state, act.seat)}: look into which room?"
    room = yield from g.one(choose(asked(g.state, act.seat), title, options, rule="NEM-X-ENTER-1", at="graph"))
    yield from turn_up(g, act.seat, room)
