"""Corrections of the map: corridors, rooms, heavy objects."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule
from companion.games.nemesis import facts
from companion.games.nemesis.names import OBJECT_NAMES, ends_option, object_words, put_object, room_words, who
from companion.games.nemesis.rules.corrections.prompts import number, pick, pick_room
from companion.games.nemesis.rules.map.exploration import reveal_room
from companion.games.nemesis.state import Corridor, G, Room, State
from companion.i18n import Text, _
from companion.schema import Option, Seat

MOST_ITEMS = 9


def tell_corridor(g: G, seat: Seat) -> Rule[None]:
    options = [Option(name, ends_option(g.state, name)) for name in g.state.corridors]
    name = yield from pick(g, seat, "corridor", _("which corridor is not right?"), options, at="graph")
    if not name:
        return
    title, way = _("what is right in that corridor?"), g.state.corridors[name]
    changed = yield from pick(g, seat, "corridor.change", title, _of_corridor(way), about=name)
    match changed:
        case "noise":
            g.emit(facts.NoiseMade(name))
        case "quiet":
            g.emit(facts.NoiseTaken(name))
        case "closed" | "open" | "broken":
            g.emit(facts.DoorSet(name, closed=changed == "closed", broken=changed == "broken"))


def _of_corridor(way: Corridor) -> Iterator[Option]:
    yield Option("quiet", _("No Noise marker")) if way.noise else Option("noise", _("A Noise marker"))
    if way.technical:
        return
    yield Option("open", _("The door is open"))
    yield Option("closed", _("The door is closed"))
    yield Option("broken", _("The door is broken"))


def tell_room(g: G, seat: Seat) -> Rule[None]:
    room = yield from pick_room(g, seat, "room", _("which room is not right?"))
    if not room:
        return
    options = _of_room(g.state.rooms[room])
    changed = yield from pick(g, seat, "room.change", _("what is right in that room?"), options, about=room)
    match changed:
        case "fire_less" | "malfunction_less":
            g.emit(facts.MarkTaken(room, changed.removesuffix("_less")))
        case "fire":
            g.emit(facts.RoomMarked(room, "fire"))
        case "malfunction":
            g.emit(facts.RoomMarked(room, "malfunction"))
        case "items":
            title = _("so many items can still be found there")
            g.emit(facts.ItemsLeft(room, (yield from number(g, seat, "room.items", title, MOST_ITEMS, about=room))))
        case "explored":
            yield from reveal_room(g, seat, room)


def _of_room(room: Room) -> Iterator[Option]:
    if not room.explored:
        yield Option("explored", _("It is explored"))
    yield Option("fire_less", _("No fire")) if "fire" in room.marks else Option("fire", _("Fire"))
    broken = "malfunction" in room.marks
    yield Option("malfunction_less", _("No malfunction")) if broken else Option("malfunction", _("A malfunction"))
    yield Option("items", _("Items left"))


def tell_object_more(g: G, seat: Seat) -> Rule[None]:
    kinds = [Option(kind, words) for kind, words in OBJECT_NAMES.items()]
    kind = yield from pick(g, seat, "object", _("which heavy object?"), kinds)
    room = (yield from pick_room(g, seat, "object.place", _("where does it lie?"))) if kind else ""
    if room:
        g.emit(facts.ObjectPut(put_object(g.state, kind), kind, room))


def tell_object_less(g: G, seat: Seat) -> Rule[None]:
    options = [Option(name, _whereabouts(g.state, name)) for name in g.state.objects]
    name = yield from pick(g, seat, "object.gone", _("which heavy object is gone?"), options)
    if name in g.state.objects:
        g.emit(facts.ObjectGone(name))


def _whereabouts(s: State, name: str) -> Text:
    """Return a heavy object, and where it is."""
    thing, room = object_words(s, name), s.objects[name].room
    if room:
        return _("{thing}, in {room}", thing=thing, room=room_words(s, room))
    owner = next((seat for seat, c in s.characters.items() if name in c.heavy), "")
    return _("{thing}, with {who}", thing=thing, who=who(s, owner)) if owner else _("{thing}, with nobody", thing=thing)
