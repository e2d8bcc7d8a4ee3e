"""What is put right of the ship: corridors, rooms, Intruders, the bag, eggs, the alarm, the pods, the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.engine.play import Rule, count
from companion.games.nemesis.content.ship import KINDS
from companion.games.nemesis.facts.crew import IntruderHurt, IntruderRemoved, ObjectGone, ObjectPut
from companion.games.nemesis.facts.events import G, RoomMarked, Way
from companion.games.nemesis.facts.intruders import IntruderDied, IntruderMoved, NoiseMade, TokenAdded
from companion.games.nemesis.facts.ship import (
    AlarmSet,
    CourseSet,
    DoorSet,
    EggsLeft,
    ItemsLeft,
    MarkTaken,
    NoiseTaken,
    PodLaunched,
    PodSet,
    TokenTaken,
    TurnsSet,
)
from companion.games.nemesis.rules.corrections.crew import new_object
from companion.games.nemesis.rules.corrections.prompts import Told, listed_way, pick, possible
from companion.games.nemesis.rules.effects.bridge import letters
from companion.games.nemesis.rules.effects.escape_pods import pod_words
from companion.games.nemesis.rules.exploration import turn_up
from companion.games.nemesis.rules.intruders.encounters import intruder_appears
from companion.games.nemesis.rules.names import OBJECT_NAMES, begun, ends_words, object_words
from companion.games.nemesis.rules.titles import room_words
from companion.games.nemesis.state import Corridor, Room, State
from companion.schema.prompt import TABLE, Option, Seat

MOST_ITEMS, MOST_EGGS, MOST_TURNS = 9, 20, 30
EVERYBODY = "Everybody"


def ways(s: State) -> tuple[Way, ...]:
    """One list for the ship."""
    return (listed_way(TABLE, f"{EVERYBODY}: put the ship right", _options(s), TOLD),)


def _options(s: State) -> Iterator[Option]:
    yield Option("corridor", "A corridor: noise, door")
    yield Option("room", "A room: fire, malfunction, items")
    yield Option("intruder_more", "An Intruder comes")
    yield possible("intruder", "An Intruder: moved, hurt, gone", s.intruders, "No Intruder is aboard.")
    yield Option("token_more", "A token into the bag")
    yield possible("token_less", "A token out of the bag", s.bag.inside, "The bag is empty.")
    yield Option("object_more", "A heavy object lies in a room")
    yield possible("object_less", "A heavy object is gone", s.objects, "There is none.")
    yield Option("eggs", "Eggs in the nest")
    yield Option("course", "The course")
    yield Option("alarm", "The self-destruct sequence")
    yield possible("pod", "A pod: locked, unlocked, gone", _hanging(s), "No pod is left.")
    yield Option("time", "The time track")


def _hanging(s: State) -> tuple[str, ...]:
    return tuple(name for name, pod in s.pods.items() if not pod.launched)


def _corridor(g: G, seat: Seat) -> Rule[None]:
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


def _room(g: G, seat: Seat) -> Rule[None]:
    room = yield from _which_room(g, seat, "which room is not right?")
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


def _which_room(g: G, seat: Seat, asked: str) -> Rule[str]:
    options = [Option(room, begun(room_words(g.state, room))) for room in g.state.rooms]
    return (yield from pick(g, seat, f"{EVERYBODY}: {asked}", options, at="graph"))


def _intruder_more(g: G, seat: Seat) -> Rule[None]:
    kind = yield from pick(g, seat, f"{EVERYBODY}: which Intruder comes?", [Option(kind) for kind in KINDS])
    room = (yield from _which_room(g, seat, "where does it stand?")) if kind else ""
    if room:
        intruder_appears(g, next(one for one in KINDS if one == kind), room)


def _intruder(g: G, seat: Seat) -> Rule[None]:
    options = [Option(n, f"{i.kind} in {room_words(g.state, i.room)}") for n, i in g.state.intruders.items()]
    name = yield from pick(g, seat, f"{EVERYBODY}: which Intruder is not right?", options)
    changed = (yield from pick(g, seat, f"{EVERYBODY}: what is right of it?", _of_intruder())) if name else ""
    if name not in g.state.intruders:
        return
    match changed:
        case "moved":
            room = yield from _which_room(g, seat, "where does it stand?")
            if room and name in g.state.intruders:  # it may have died while the people thought
                g.emit(IntruderMoved(name, room))
        case "hurt" | "healed":
            g.emit(IntruderHurt(name, 1 if changed == "hurt" else -1))
        case "dead":
            g.emit(IntruderDied(name))
        case "gone":
            g.emit(IntruderRemoved(name))


def _of_intruder() -> Iterator[Option]:
    yield Option("moved", "It stands elsewhere")
    yield Option("hurt", "An injury more")
    yield Option("healed", "An injury less")
    yield Option("dead", "It is dead, its carcass lies there")
    yield Option("gone", "It is gone")


def _token_more(g: G, seat: Seat) -> Rule[None]:
    bag = g.state.ship.bag
    options = [Option(token) for token in sorted({*bag.tokens, *bag.per_player, *bag.spare})]
    token = yield from pick(g, seat, f"{EVERYBODY}: which token goes into the bag?", options)
    if token:
        g.emit(TokenAdded(token))


def _token_less(g: G, seat: Seat) -> Rule[None]:
    options = [Option(token) for token in sorted(set(g.state.bag.inside))]
    token = yield from pick(g, seat, f"{EVERYBODY}: which token goes out of the bag?", options)
    if token in g.state.bag.inside:
        g.emit(TokenTaken(token))


def _object_more(g: G, seat: Seat) -> Rule[None]:
    kinds = [Option(kind, words) for kind, words in OBJECT_NAMES.items()]
    kind = yield from pick(g, seat, f"{EVERYBODY}: which heavy object?", kinds)
    room = (yield from _which_room(g, seat, "where does it lie?")) if kind else ""
    if room:
        g.emit(ObjectPut(new_object(g.state, kind), kind, room))


def _object_less(g: G, seat: Seat) -> Rule[None]:
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


def _eggs(g: G, seat: Seat) -> Rule[None]:
    title = f"{EVERYBODY}: so many eggs lie in the nest"
    g.emit(EggsLeft((yield from g.number(count(seat, title, 0, MOST_EGGS)))))


def _course(g: G, seat: Seat) -> Rule[None]:
    options = [Option(letter, f"Course {letter}") for letter in letters(g.state)]
    letter = yield from pick(g, seat, f"{EVERYBODY}: which course is set?", options)
    if letter:
        g.emit(CourseSet(g.state.active, letter))


def _alarm(g: G, seat: Seat) -> Rule[None]:
    """Zero: no alarm sounds."""
    title = f"{EVERYBODY}: so many turns until the ship goes up, 0 where no alarm sounds"
    turns = yield from g.number(count(seat, title, 0, MOST_TURNS))
    g.emit(AlarmSet(turns or None))


def _pod(g: G, seat: Seat) -> Rule[None]:
    options = [Option(name, pod_words(g.state, name)) for name in _hanging(g.state)]
    pod = yield from pick(g, seat, f"{EVERYBODY}: which pod?", options)
    states = (Option("locked", "It is locked"), Option("unlocked", "It is unlocked"), Option("gone", "It is gone"))
    changed = (yield from pick(g, seat, f"{EVERYBODY}: what is right of it?", states)) if pod else ""
    if changed == "gone":
        g.emit(PodLaunched(pod))
    elif changed:
        g.emit(PodSet(pod, changed == "locked"))


def _time(g: G, seat: Seat) -> Rule[None]:
    """This turn counts: at 0 the ship would jump."""
    title = f"{EVERYBODY}: so many turns are left, this one included"
    g.emit(TurnsSet((yield from g.number(count(seat, title, 1, MOST_TURNS)))))


TOLD: Mapping[str, Told] = MappingProxyType(
    {
        "corridor": _corridor,
        "room": _room,
        "intruder_more": _intruder_more,
        "intruder": _intruder,
        "token_more": _token_more,
        "token_less": _token_less,
        "object_more": _object_more,
        "object_less": _object_less,
        "eggs": _eggs,
        "course": _course,
        "alarm": _alarm,
        "pod": _pod,
        "time": _time,
    }
)
