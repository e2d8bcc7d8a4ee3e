"""What is put right of the map: corridors, rooms, heavy objects."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule, count
from companion.games.nemesis.facts import (
    DoorSet,
    G,
    ItemsLeft,
    MarkTaken,
    NoiseMade,
    NoiseTaken,
    ObjectGone,
    ObjectPut,
    RoomMarked,
)
from companion.games.nemesis.rules.corrections.prompts import EVERYBODY, pick, pick_room
from companion.games.nemesis.rules.map import turn_up
from companion.games.nemesis.rules.names import OBJECT_NAMES, begun, ends_words, new_object, object_words, room_words
from companion.games.nemesis.state import Corridor, Room, State
from companion.schema import Option, Seat

MOST_ITEMS = 9


def tell_corridor(g: G, seat: Seat) -> Rule[None]:
    options = [Option(name, begun(ends_words(g.state, name))) for name in g.state.corridors]
    name = yield from pick(g, seat, f"{EVERYBODY}: which corridor is not right?", options, at="graph")
    if not name:
        return
    way = g.state.corridors[name]
    changed = yield from pick(g, seat, f"{EVERYBODY}: what is right in that corridor?", _of_corridor(way))
    match changed:
        case "noise":
            g.emit(NoiseMade(name))
        case "quiet":
            g.emit(NoiseTaken(name))
        case "closed" | "open" | "broken":
            g.emit(DoorSet(name, closed=changed == "closed", broken=changed == "broken"))


def _of_corridor(way: Corridor) -> Iterator[Option]:
    yield Option("quiet", "No Noise marker") if way.noise else Option("noise", "A Noise marker")
    if way.technical:
        return
    yield Option("open", "The door is open")
    yield Option("closed", "The door is closed")
    yield Option("broken", "The door is broken")


def tell_room(g: G, seat: Seat) -> Rule[None]:
    room = yield from pick_room(g, seat, "which room is not right?")
    if not room:
        return
    changed = yield from pick(g, seat, f"{EVERYBODY}: what is right in that room?", _of_room(g.state.rooms[room]))
    match changed:
        case "fire_less" | "malfunction_less":
            g.emit(MarkTaken(room, changed.removesuffix("_less")))
        case "fire":
            g.emit(RoomMarked(room, "fire"))
        case "malfunction":
            g.emit(RoomMarked(room, "malfunction"))
        case "items":
            title = f"{EVERYBODY}: so many items can still be found there"
            g.emit(ItemsLeft(room, (yield from g.number(count(seat, title, 0, MOST_ITEMS)))))
        case "explored":
            yield from turn_up(g, seat, room)


def _of_room(room: Room) -> Iterator[Option]:
    if not room.explored:
        yield Option("explored", "It is explored")
    yield Option("fire_less", "No fire") if "fire" in room.marks else Option("fire", "Fire")
    broken = "malfunction" in room.marks
    yield Option("malfunction_less", "No malfunction") if broken else Option("malfunction", "A malfunction")
    yield Option("items", "Items left")


def tell_object_more(g: G, seat: Seat) -> Rule[None]:
    kinds = [Option(kind, words) for kind, words in OBJECT_NAMES.items()]
    kind = yield from pick(g, seat, f"{EVERYBODY}: which heavy object?", kinds)
    room = (yield from pick_room(g, seat, "where does it lie?")) if kind else ""
    if room:
        g.emit(ObjectPut(new_object(g.state, kind), kind, room))


def tell_object_less(g: G, seat: Seat) -> Rule[None]:
    options = [
        Option(name, f"{object_words(g.state, name)}, {_whereabouts(g.state, name)}") for name in g.state.objects
    ]
    name = yield from pick(g, seat, f"{EVERYBODY}: which heavy object is gone?", options)
    if name in g.state.objects:
        g.emit(ObjectGone(name))


def _whereabouts(s: State, name: str) -> str:
    room = s.objects[name].room
    if room:
        return f"in {room_words(s, room)}"
    return next((f"with {c.name}" for c in s.characters.values() if name in c.heavy), "with nobody")
