"""Corrections of the ship, in one list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine import Rule
from companion.games.nemesis.facts import AlarmSet, CourseSet, EggsLeft, PodLaunched, PodSet, TurnsSet
from companion.games.nemesis.rules.corrections import intruders, rooms
from companion.games.nemesis.rules.corrections.prompts import Told, listed_way, number, pick, possible
from companion.games.nemesis.rules.map.special_rooms import letters, pod_words
from companion.games.nemesis.state import G, State, Way
from companion.i18n import _
from companion.schema import TABLE, Option, Seat

MOST_EGGS, MOST_TURNS = 20, 30


def ways(s: State) -> tuple[Way, ...]:
    return (listed_way(s, TABLE, _("put the ship right"), _options(s), TOLD),)


def _options(s: State) -> Iterator[Option]:
    yield Option("corridor", _("A corridor: noise, door"))
    yield Option("room", _("A room: fire, malfunction, items"))
    yield Option("intruder_more", _("An Intruder comes"))
    yield possible("intruder", _("An Intruder: moved, hurt, gone"), s.intruders, _("No Intruder is aboard."))
    yield Option("token_more", _("A token into the bag"))
    yield possible("token_less", _("A token out of the bag"), s.bag.inside, _("The bag is empty."))
    yield Option("object_more", _("A heavy object lies in a room"))
    yield possible("object_less", _("A heavy object is gone"), s.objects, _("There is none."))
    yield Option("eggs", _("Eggs in the nest"))
    yield Option("course", _("The course"))
    yield Option("alarm", _("The self-destruct sequence"))
    yield possible("pod", _("A pod: locked, unlocked, gone"), _hanging(s), _("No pod is left."))
    yield Option("time", _("The time track"))


def _hanging(s: State) -> tuple[str, ...]:
    return tuple(name for name, pod in s.pods.items() if not pod.launched)


def _eggs(g: G, seat: Seat) -> Rule[None]:
    g.emit(EggsLeft((yield from number(g, seat, "eggs", _("so many eggs lie in the nest"), MOST_EGGS))))


def _course(g: G, seat: Seat) -> Rule[None]:
    options = [Option(letter, _("Course {letter}", letter=letter)) for letter in letters(g.state)]
    letter = yield from pick(g, seat, "course", _("which course is set?"), options)
    if letter:
        g.emit(CourseSet(g.state.active, letter))


def _alarm(g: G, seat: Seat) -> Rule[None]:
    """0 stops the alarm."""
    title = _("so many turns until the ship goes up, 0 where no alarm sounds")
    turns = yield from number(g, seat, "alarm", title, MOST_TURNS)
    g.emit(AlarmSet(turns or None))


def _pod(g: G, seat: Seat) -> Rule[None]:
    options = [Option(name, pod_words(g.state, name)) for name in _hanging(g.state)]
    pod = yield from pick(g, seat, "pod", _("which pod?"), options)
    if not pod:
        return
    changed = yield from pick(g, seat, "pod.change", _("what is to be put right?"), _POD_STATES, about=pod)
    if changed == "gone":
        g.emit(PodLaunched(pod))
    elif changed:
        g.emit(PodSet(pod, changed == "locked"))


_POD_STATES = (
    Option("locked", _("It is locked")),
    Option("unlocked", _("It is unlocked")),
    Option("gone", _("It is gone")),
)


def _time(g: G, seat: Seat) -> Rule[None]:
    """Ask for 1 or more: the current turn counts."""
    title = _("so many turns are left, this one included")
    g.emit(TurnsSet((yield from number(g, seat, "time", title, MOST_TURNS, least=1))))


TOLD: Mapping[str, Told] = {
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
