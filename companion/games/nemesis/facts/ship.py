"""Facts of the ship: engines, course, pods, doors, alarm, eggs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.nemesis.state import State, with_character, with_corridor, with_room
from companion.schema import Seat


@dataclass(frozen=True, slots=True)
class EngineSeen:
    """A player looked at an engine. The others know that, not what it showed."""

    seat: Seat
    engine: str


@dataclass(frozen=True, slots=True)
class EngineTurned:
    """An engine was repaired or broken face down. Only `seat` knows its state afterwards."""

    seat: Seat
    engine: str
    works: bool


@dataclass(frozen=True, slots=True)
class CourseSeen:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CourseSet:
    seat: Seat
    letter: str


@dataclass(frozen=True, slots=True)
class SignalSent:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AlarmSet:
    """`turns` None: the self-destruct sequence is stopped."""

    turns: int | None


@dataclass(frozen=True, slots=True)
class PodSet:
    pod: str
    locked: bool


@dataclass(frozen=True, slots=True)
class PodEntered:
    seat: Seat
    pod: str


@dataclass(frozen=True, slots=True)
class PodLaunched:
    pod: str


@dataclass(frozen=True, slots=True)
class FellAsleep:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DoorSet:
    corridor: str
    closed: bool
    broken: bool = False


@dataclass(frozen=True, slots=True)
class NoiseTaken:
    corridor: str


@dataclass(frozen=True, slots=True)
class MarkTaken:
    room: str
    mark: str


@dataclass(frozen=True, slots=True)
class ItemsLeft:
    room: str
    items: int


@dataclass(frozen=True, slots=True)
class TokenTaken:
    token: str


@dataclass(frozen=True, slots=True)
class EggsLeft:
    eggs: int


@dataclass(frozen=True, slots=True)
class TurnsSet:
    turns: int  # left, this one included


ShipFact: TypeAlias = (
    EngineSeen
    | EngineTurned
    | CourseSeen
    | CourseSet
    | SignalSent
    | AlarmSet
    | PodSet
    | PodEntered
    | PodLaunched
    | FellAsleep
    | DoorSet
    | NoiseTaken
    | MarkTaken
    | ItemsLeft
    | EggsLeft
    | TokenTaken
    | TurnsSet
)


def apply_ship(s: State, event: ShipFact) -> State:
    match event:
        case EngineSeen(seat, engine):
            known = replace(s.engines[engine], seen=tuple(dict.fromkeys((*s.engines[engine].seen, seat))))
            return replace(s, engines=MappingProxyType({**s.engines, engine: known}))
        case EngineTurned(seat, engine, works):
            turned = replace(s.engines[engine], works=works, seen=(seat,))
            return replace(s, engines=MappingProxyType({**s.engines, engine: turned}))
        case CourseSeen(seat):
            return replace(s, course=replace(s.course, seen=tuple(dict.fromkeys((*s.course.seen, seat)))))
        case CourseSet(_, letter):
            return replace(s, course=replace(s.course, set=letter))
        case SignalSent(seat):
            return with_character(s, seat, replace(s.characters[seat], signal=True))
        case AlarmSet(turns):
            return replace(s, self_destruct=turns)
        case PodSet(pod, locked):
            return replace(s, pods=MappingProxyType({**s.pods, pod: replace(s.pods[pod], locked=locked)}))
        case PodEntered(seat, pod):
            inside = replace(s.pods[pod], aboard=(*s.pods[pod].aboard, seat))
            s = replace(s, pods=MappingProxyType({**s.pods, pod: inside}))
            return with_character(s, seat, replace(s.characters[seat], fate="pod"))
        case PodLaunched(pod):
            return replace(s, pods=MappingProxyType({**s.pods, pod: replace(s.pods[pod], launched=True)}))
        case FellAsleep(seat):
            return with_character(s, seat, replace(s.characters[seat], fate="asleep"))
        case DoorSet(corridor, closed, broken):
            return with_corridor(s, corridor, replace(s.corridors[corridor], closed=closed, broken=broken))
        case NoiseTaken(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], noise=False))
        case MarkTaken(room, mark):
            left = tuple(one for one in s.rooms[room].marks if one != mark)
            return with_room(s, room, replace(s.rooms[room], marks=left))
        case ItemsLeft(room, items):
            return with_room(s, room, replace(s.rooms[room], items=items))
        case EggsLeft(eggs):
            return replace(s, eggs=eggs)
        case TokenTaken(token):
            return replace(s, bag=s.bag.removed(token))
        case TurnsSet(turns):
            return replace(s, turns=turns)
    assert_never(event)
