"""Effects on the map: fire, malfunction, doors, movement."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.nemesis.facts import DoorSet, MarkTaken, RoomMarked
from companion.games.nemesis.names import corridor_words, room_option, room_words
from companion.games.nemesis.rules.effect_call import (
    ANY,
    EffectCall,
    affected_seats,
    ask_actor,
    choose_some,
    room_in_refusal,
)
from companion.games.nemesis.rules.map.exploration import reveal_room
from companion.games.nemesis.rules.map.movement import (
    cannot_be_careful,
    cannot_move_carefully,
    careful_move_options,
    move,
    move_carefully,
    move_options,
)
from companion.games.nemesis.state import G, State, corridors_of, neighbours
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Faces, Option, Refusal, Seat

FIRE, MALFUNCTION = "fire", "malfunction"


def place_fire(g: G, act: EffectCall) -> None:
    if FIRE not in g.state.rooms[act.room].marks:
        g.emit(RoomMarked(act.room, "fire"))


def place_malfunction(g: G, act: EffectCall) -> None:
    if MALFUNCTION not in g.state.rooms[act.room].marks:
        g.emit(RoomMarked(act.room, "malfunction"))


def cannot_extinguish(s: State, act: EffectCall) -> Refusal | None:
    here, aboard = _("Nothing burns in {room}.", room=room_in_refusal(s, act)), _("Nothing burns aboard.")
    return None if marked_rooms(s, act, FIRE) else Refusal("NO_FIRE", aboard if act.effect.what == ANY else here)


def extinguish(g: G, act: EffectCall) -> Rule[None]:
    yield from _take_mark(g, act, FIRE, _("take the fire marker out of which room?"))


def cannot_repair(s: State, act: EffectCall) -> Refusal | None:
    """NEM-ACARD-8. The card's data says which rooms (NEM-AMB-10)."""
    here, aboard = (
        _("There is no malfunction in {room}.", room=room_in_refusal(s, act)),
        _("There is no malfunction aboard."),
    )
    return (
        None
        if marked_rooms(s, act, MALFUNCTION)
        else Refusal("NO_MALFUNCTION", aboard if act.effect.what == ANY else here)
    )


def repair(g: G, act: EffectCall) -> Rule[None]:
    yield from _take_mark(g, act, MALFUNCTION, _("take the malfunction marker out of which room?"))


def marked_rooms(s: State, act: EffectCall, mark: str) -> Faces:
    rooms = tuple(s.rooms) if act.effect.what == ANY else (act.room,)
    return tuple(room for room in rooms if mark in s.rooms[room].marks)


def _take_mark(g: G, act: EffectCall, mark: str, title: Text) -> Rule[None]:
    rooms = {room: room_option(g.state, room) for room in marked_rooms(g.state, act, mark)}
    chosen = yield from choose_some(g, act, title, rooms, 1, rule="NEM-ACARD-8", at="graph", key=f"mark.{mark}")
    for room in chosen:
        g.emit(MarkTaken(room, mark))


def closable_doors(s: State, act: EffectCall) -> Faces:
    """Return open corridors with a working door. A technical corridor has none."""
    return tuple(name for name in _doors_near(s, act) if not s.corridors[name].closed and not s.corridors[name].broken)


def openable_doors(s: State, act: EffectCall) -> Faces:
    return tuple(name for name in _doors_near(s, act) if s.corridors[name].closed)


def _doors_near(s: State, act: EffectCall) -> Faces:
    corridors = tuple(s.corridors) if act.effect.what == ANY else corridors_of(s, act.room)
    return tuple(name for name in corridors if not s.corridors[name].technical)


def cannot_close_door(s: State, act: EffectCall) -> Refusal | None:
    return None if closable_doors(s, act) else Refusal("NO_OPEN_DOOR", _("No door that still works stands open here."))


def cannot_open_door(s: State, act: EffectCall) -> Refusal | None:
    return None if openable_doors(s, act) else Refusal("NO_CLOSED_DOOR", _("No door is closed here."))


def close_door(g: G, act: EffectCall) -> Rule[None]:
    title = ngettext("close {n} door", "close {n} doors", act.effect.n)
    return _set_doors(g, act, closable_doors(g.state, act), "door.close", title)


def open_door(g: G, act: EffectCall) -> Rule[None]:
    title = ngettext("open {n} door", "open {n} doors", act.effect.n)
    return _set_doors(g, act, openable_doors(g.state, act), "door.open", title)


def _set_doors(g: G, act: EffectCall, doors: Faces, key: str, title: Text) -> Rule[None]:
    """Set that many doors of the actor's choice. A broken one does not move (NEM-X-NEIGHBOUR-1)."""
    corridors = {name: corridor_option(g.state, act.room, name) for name in doors}
    number, rule = act.effect.n, "NEM-X-NEIGHBOUR-1"
    for name in (yield from choose_some(g, act, title, corridors, number, rule=rule, at="graph", key=key)):
        g.emit(DoorSet(name, closed=key == "door.close"))


def corridor_option(s: State, here: str, name: str) -> Text:
    """Name a corridor from a room, or by its two ends: "Bridge - unexplored room 2"."""
    if here in s.corridors[name].ends:
        return corridor_words(s, here, name)
    first, second = (
        from_data(s.rooms[end].title) if s.rooms[end].explored else room_words(s, end) for end in s.corridors[name].ends
    )
    return _("{one.cap} - {other}", one=first, other=second)


STAY = "stay"


def cannot_walk(s: State, act: EffectCall) -> Refusal | None:
    if not any(move_options(s, seat) for seat in affected_seats(s, act)):
        return Refusal("NO_WAY", _("No open corridor leads out of the room."), "NEM-X-NEIGHBOUR-1")
    return None


def walk(g: G, act: EffectCall) -> Rule[None]:
    """Move up to that many times. After the first the player may stop."""
    for seat in affected_seats(g.state, act):
        for number in range(act.effect.n):
            to = yield from _ask_for_room(g, seat, move_options(g.state, seat), number)
            if to == STAY or seat not in affected_seats(g.state, act):
                break
            yield from move(g, seat, to)


def cannot_walk_carefully(s: State, act: EffectCall) -> Refusal | None:
    refused = [option.refused for seat in affected_seats(s, act) for option in careful_move_options(s, seat)]
    if not refused:
        return cannot_walk(s, act)
    fighting = [cannot_be_careful(s, seat) for seat in affected_seats(s, act)]
    return fighting[0] if all(fighting) else refused[0] if all(refused) else None


def walk_carefully(g: G, act: EffectCall) -> Rule[None]:
    """NEM-CAREFUL-1."""
    for seat in affected_seats(g.state, act):
        for number in range(act.effect.n):
            there = () if cannot_be_careful(g.state, seat) else careful_move_options(g.state, seat)
            to = yield from _ask_for_room(g, seat, there, number)
            if to == STAY or seat not in affected_seats(g.state, act) or cannot_move_carefully(g.state, seat, to):
                break
            yield from move_carefully(g, seat, to)


def _ask_for_room(g: G, seat: Seat, there: tuple[Option, ...], number: int) -> Rule[str]:
    """Ask for the next room. STAY if there is nothing to choose or the player stops."""
    if not any(option.refused is None for option in there):
        return STAY
    stop = (Option(STAY, _("Stay here")),) if number else ()
    prompt = choose(seat, _("go where?"), (*there, *stop), rule="NEM-MOVE-1", at="graph", key="walk")
    return (yield from g.one(prompt))


def unknown_rooms(s: State, room: str) -> Faces:
    return tuple(near for near in neighbours(s, room) if not s.rooms[near].explored)


def cannot_explore(s: State, act: EffectCall) -> Refusal | None:
    return None if unknown_rooms(s, act.room) else Refusal("NOTHING_UNKNOWN", _("Every room next door is known."))


def look_next_door(g: G, act: EffectCall) -> Rule[None]:
    """Reveal an adjacent room without its token."""
    rooms = unknown_rooms(g.state, act.room)
    if not rooms:
        return
    options = [Option(room, _("Look into {room}", room=room_words(g.state, room))) for room in rooms]
    title, ask = _("look into which room?"), ask_actor(g.state, act)
    room = yield from g.one(ask(title, options, rule="NEM-X-ENTER-1", at="graph", key="explore.room"))
    yield from reveal_room(g, act.seat, room)
