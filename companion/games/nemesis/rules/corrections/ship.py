"""Corrections of the ship: corridors, rooms, things aboard, eggs, course, self-destruct sequence, pods and time."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Correction, CorrectionMenu, Rule
from companion.games.nemesis import facts
from companion.games.nemesis.rules.corrections.prompts import LEAVE, number, pick, pick_corridor, pick_room, refusals
from companion.games.nemesis.rules.corrections.things import THINGS
from companion.games.nemesis.rules.map.exploration import reveal_room
from companion.games.nemesis.rules.map.special_rooms import course_letters, pod_words
from companion.games.nemesis.state import Event, G, State
from companion.i18n import _
from companion.schema import TABLE, Option, Prompt, Refusal

MOST_ITEMS, MOST_EGGS, MOST_TURNS = 9, 20, 30
POD_CHANGES = (
    Option("locked", _("It is locked")),
    Option("unlocked", _("It is unlocked")),
    Option("gone", _("It is gone")),
)


def _refusals(s: State) -> dict[str, Refusal]:
    return refusals(
        {
            "intruder": (s.intruders, _("No Intruder is aboard.")),
            "token_less": (s.bag.inside, _("The bag is empty.")),
            "object_less": (s.objects, _("There is none.")),
            "pod": (_pods(s), _("No pod is left.")),
        }
    )


def _corridor_change(s: State, name: str) -> Prompt:
    way, title = s.corridors[name], _("what is right in that corridor?")
    options = [Option("quiet", _("No Noise marker")) if way.noise else Option("noise", _("A Noise marker"))]
    if not way.technical:
        options += [Option("open", _("The door is open")), Option("closed", _("The door is closed"))]
        options.append(Option("broken", _("The door is broken")))
    return pick(s, TABLE, "corridor.change", title, options, about=name)


def _changed_corridor(name: str, change: str) -> Event:
    match change:
        case "noise":
            return facts.NoiseMade(name)
        case "quiet":
            return facts.NoiseTaken(name)
        case _door:
            return facts.DoorSet(name, closed=change == "closed", broken=change == "broken")


def _room(s: State) -> Prompt:
    return pick_room(s, TABLE, "room", _("which room is not right?"))


def _room_change(s: State, room: str) -> Prompt:
    return pick(s, TABLE, "room.change", _("what is right in that room?"), _room_changes(s, room), about=room)


def _room_changes(s: State, room: str) -> Iterator[Option]:
    marks = s.rooms[room].marks
    if not s.rooms[room].explored:
        yield Option("explored", _("It is explored"))
    yield Option("fire_less", _("No fire")) if "fire" in marks else Option("fire", _("Fire"))
    broken = "malfunction" in marks
    yield Option("malfunction_less", _("No malfunction")) if broken else Option("malfunction", _("A malfunction"))
    yield Option("items", _("Items left"))


def _change_room(g: G, room: str, change: str) -> Rule[None]:
    match change:
        case "fire_less" | "malfunction_less":
            g.emit(facts.MarkTaken(room, change.removesuffix("_less")))
        case "fire" | "malfunction":
            g.emit(facts.RoomMarked(room, change))
        case "items":
            title = _("so many items can still be found there")
            items = number(g.state, TABLE, "room.items", title, MOST_ITEMS, about=room)
            g.emit(facts.ItemsLeft(room, (yield from g.number(items))))
        case "explored":
            yield from reveal_room(g, TABLE, room)


def _eggs(s: State) -> Prompt:
    return number(s, TABLE, "eggs", _("so many eggs lie in the nest"), MOST_EGGS)


def _course(s: State) -> Prompt:
    options = [Option(letter, _("Course {letter}", letter=letter)) for letter in course_letters(s)]
    return pick(s, TABLE, "course", _("which course is set?"), options)


def _set_course(g: G, letter: str) -> None:
    g.emit(facts.CourseSet(g.state.active, letter))


def _alarm(s: State) -> Prompt:
    title = _("so many turns until the ship goes up, 0 where no alarm sounds")
    return number(s, TABLE, "alarm", title, MOST_TURNS)


def _pod(s: State) -> Prompt:
    return pick(s, TABLE, "pod", _("which pod?"), _pods(s))


def _pods(s: State) -> list[Option]:
    return [Option(name, pod_words(s, name)) for name, pod in s.pods.items() if not pod.launched]


def _pod_change(s: State, pod: str) -> Prompt:
    return pick(s, TABLE, "pod.change", _("what is to be put right?"), POD_CHANGES, about=pod)


def _changed_pod(pod: str, change: str) -> Event:
    return facts.PodLaunched(pod) if change == "gone" else facts.PodSet(pod, change == "locked")


def _turns(s: State) -> Prompt:
    """Ask for 1 or more: the current turn counts."""
    return number(s, TABLE, "time", _("so many turns are left, this one included"), MOST_TURNS, least=1)


SHIP: CorrectionMenu[State, Event] = CorrectionMenu(
    (
        Correction("corridor", _("A corridor: noise, door"), (pick_corridor, _corridor_change), _changed_corridor),
        Correction("room", _("A room: fire, malfunction, items"), (_room, _room_change), effect=_change_room),
        *THINGS,
        Correction("eggs", _("Eggs in the nest"), (_eggs,), facts.EggsLeft),
        Correction("course", _("The course"), (_course,), effect=_set_course),
        Correction("alarm", _("The self-destruct sequence"), (_alarm,), lambda turns: facts.AlarmSet(turns or None)),
        Correction("pod", _("A pod: locked, unlocked, gone"), (_pod, _pod_change), _changed_pod),
        Correction("time", _("The time track"), (_turns,), facts.TurnsSet),
    ),
    _refusals,
    LEAVE,
)
