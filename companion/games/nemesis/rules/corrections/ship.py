"""What is put right of the ship: corridors, rooms, Intruders, the bag, eggs, the alarm, the pods, the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.engine import Rule, count
from companion.games.nemesis.facts import AlarmSet, CourseSet, EggsLeft, G, PodLaunched, PodSet, TurnsSet, Way
from companion.games.nemesis.rules.corrections import intruders, rooms
from companion.games.nemesis.rules.corrections.prompts import EVERYBODY, Told, listed_way, pick, possible
from companion.games.nemesis.rules.map import letters, pod_words
from companion.games.nemesis.state import State
from companion.schema import TABLE, Option, Seat

MOST_EGGS, MOST_TURNS = 20, 30


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
        "corridor": rooms.tell_corridor,
        "room": rooms.tell_room,
        "intruder_more": intruders.tell_intruder_more,
        "intruder": intruders.tell_intruder,
        "token_more": intruders.tell_token_more,
        "token_less": intruders.tell_token_less,
        "object_more": rooms.tell_object_more,
        "object_less": rooms.tell_object_less,
        "eggs": _eggs,
        "course": _course,
        "alarm": _alarm,
        "pod": _pod,
        "time": _time,
    }
)
