"""Facts of the ship: rooms, corridors, engines, course, pods, alarm, eggs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.nemesis.facts.base import CharacterFact
from companion.games.nemesis.names import ends_of, room_words
from companion.games.nemesis.state import (
    Course,
    Engine,
    Event,
    State,
    corridors_of,
    tile_of,
    with_character,
    with_corridor,
    with_entry,
    with_room,
)
from companion.i18n import NOTHING, _, ngettext
from companion.schema import Cue, Seat, Words


@dataclass(frozen=True, slots=True)
class RoomLaid(Event):
    """A tile was laid face down."""

    room: str
    tile: str

    def apply(self, s: State) -> State:
        return with_room(s, self.room, replace(s.rooms[self.room], tile=self.tile))


@dataclass(frozen=True, slots=True)
class Explored(Event):
    """A room is known from now on."""

    room: str

    def apply(self, s: State) -> State:
        room, tile = s.rooms[self.room], tile_of(s, self.room)
        return with_room(s, self.room, replace(room, explored=True, title=tile.title if tile else room.title))

    def line(self, s: State) -> Words:
        return _("It is {room}.", room=room_words(s, self.room))


@dataclass(frozen=True, slots=True)
class RoomMarked(Event):
    room: str
    mark: Literal["malfunction", "fire"]

    def apply(self, s: State) -> State:
        marks = dict.fromkeys((*s.rooms[self.room].marks, self.mark))
        return with_room(s, self.room, replace(s.rooms[self.room], marks=tuple(marks)))

    def line(self, s: State) -> Words:
        room = room_words(s, self.room)
        return _("Fire in {room}.", room=room) if self.mark == "fire" else _("Malfunction in {room}.", room=room)


@dataclass(frozen=True, slots=True)
class MarkTaken(Event):
    room: str
    mark: str

    def apply(self, s: State) -> State:
        left = tuple(mark for mark in s.rooms[self.room].marks if mark != self.mark)
        return with_room(s, self.room, replace(s.rooms[self.room], marks=left))

    def line(self, s: State) -> Words:
        room = room_words(s, self.room)
        if self.mark == "fire":
            return _("The fire is out in {room}.", room=room)
        return _("The malfunction is repaired in {room}.", room=room)


@dataclass(frozen=True, slots=True)
class ItemsLeft(Event):
    room: str
    items: int

    def apply(self, s: State) -> State:
        return with_room(s, self.room, replace(s.rooms[self.room], items=self.items))

    def line(self, s: State) -> Words:
        if not s.rooms[self.room].explored:
            return NOTHING
        return _("Items to be found in {room}: {n}.", room=room_words(s, self.room), n=self.items)


@dataclass(frozen=True, slots=True)
class CorridorClosed(Event):
    """An exploration token closed a door."""

    corridor: str

    def apply(self, s: State) -> State:
        return with_corridor(s, self.corridor, replace(s.corridors[self.corridor], closed=True))

    def line(self, s: State) -> Words:
        return _("A door closes between {one} and {other}.", **ends_of(s, self.corridor))

    def cue(self, s: State) -> Cue | None:
        return Cue("door", self.line(s))


@dataclass(frozen=True, slots=True)
class DoorSet(Event):
    corridor: str
    closed: bool
    broken: bool = False

    def apply(self, s: State) -> State:
        changed = replace(s.corridors[self.corridor], closed=self.closed, broken=self.broken)
        return with_corridor(s, self.corridor, changed)

    def line(self, s: State) -> Words:
        ends = ends_of(s, self.corridor)
        if self.broken:
            return _("The door between {one} and {other} is broken for good.", **ends)
        if self.closed:
            return _("The door between {one} and {other} closes.", **ends)
        return _("The door between {one} and {other} opens.", **ends)

    def cue(self, s: State) -> Cue | None:
        return Cue("door", self.line(s))


@dataclass(frozen=True, slots=True)
class NoiseMade(Event):
    corridor: str

    def apply(self, s: State) -> State:
        return with_corridor(s, self.corridor, replace(s.corridors[self.corridor], noise=True))

    def line(self, s: State) -> Words:
        if s.corridors[self.corridor].technical:
            return _("Noise in the technical corridor.")
        return _("Noise between {one} and {other}.", **ends_of(s, self.corridor))

    def cue(self, s: State) -> Cue | None:
        return Cue("noise", self.line(s))


@dataclass(frozen=True, slots=True)
class NoiseTaken(Event):
    corridor: str

    def apply(self, s: State) -> State:
        return with_corridor(s, self.corridor, replace(s.corridors[self.corridor], noise=False))

    def line(self, s: State) -> Words:
        if s.corridors[self.corridor].technical:
            return _("It falls silent in the technical corridor.")
        return _("It falls silent between {one} and {other}.", **ends_of(s, self.corridor))


@dataclass(frozen=True, slots=True)
class NoiseCleared(Event):
    room: str

    def apply(self, s: State) -> State:
        for name in corridors_of(s, self.room):
            s = with_corridor(s, name, replace(s.corridors[name], noise=False))
        return s

    def line(self, s: State) -> Words:
        return _("The corridors of {room} fall silent.", room=room_words(s, self.room))


@dataclass(frozen=True, slots=True)
class EngineLaid(Event):
    engine: str
    works: bool

    def apply(self, s: State) -> State:
        return replace(s, engines=with_entry(s.engines, self.engine, Engine(self.works)))


@dataclass(frozen=True, slots=True)
class EngineSeen(CharacterFact):
    """A player looked at an engine. The others know that, not what it showed."""

    engine: str

    def apply(self, s: State) -> State:
        engine = s.engines[self.engine]
        seen = tuple(dict.fromkeys((*engine.seen, self.seat)))
        return replace(s, engines=with_entry(s.engines, self.engine, replace(engine, seen=seen)))

    def line(self, s: State) -> Words:
        return _("{who} looks at engine {engine}.", who=self.who(s), engine=self.engine)

    def line_for(self, s: State, seat: Seat) -> Words:
        if seat != self.seat:
            return self.line(s)
        if s.engines[self.engine].works:
            return _("You see: engine {engine} works.", engine=self.engine)
        return _("You see: engine {engine} is broken.", engine=self.engine)


@dataclass(frozen=True, slots=True)
class EngineTurned(CharacterFact):
    """An engine was repaired or broken face down. Only `seat` knows its state afterwards."""

    engine: str
    works: bool

    def apply(self, s: State) -> State:
        turned = replace(s.engines[self.engine], works=self.works, seen=(self.seat,))
        return replace(s, engines=with_entry(s.engines, self.engine, turned))

    def line(self, s: State) -> Words:
        return _("{who} works on engine {engine}.", who=self.who(s), engine=self.engine)

    def line_for(self, s: State, seat: Seat) -> Words:
        if seat != self.seat:
            return self.line(s)
        if self.works:
            return _("You repair engine {engine}.", engine=self.engine)
        return _("You break engine {engine}.", engine=self.engine)


@dataclass(frozen=True, slots=True)
class CourseLaid(Event):
    planets: Mapping[str, str]

    def apply(self, s: State) -> State:
        return replace(s, course=Course(self.planets))


@dataclass(frozen=True, slots=True)
class CourseSeen(CharacterFact):
    def apply(self, s: State) -> State:
        return replace(s, course=replace(s.course, seen=tuple(dict.fromkeys((*s.course.seen, self.seat)))))

    def line(self, s: State) -> Words:
        return _("{who} reads the course.", who=self.who(s))

    def line_for(self, s: State, seat: Seat) -> Words:
        return _("You read the course.") if seat == self.seat else self.line(s)


@dataclass(frozen=True, slots=True)
class CourseSet(CharacterFact):
    letter: str

    def apply(self, s: State) -> State:
        return replace(s, course=replace(s.course, set=self.letter))

    def line(self, s: State) -> Words:
        return _("{who} sets the course to {letter}.", who=self.who(s), letter=self.letter)


@dataclass(frozen=True, slots=True)
class AlarmSet(Event):
    """`turns` None: the self-destruct sequence is stopped."""

    turns: int | None

    def apply(self, s: State) -> State:
        return replace(s, self_destruct=self.turns)

    def line(self, s: State) -> Words:
        if self.turns is None:
            return _("Self-destruction is stopped.")
        return ngettext("Self-destruction in {n} turn!", "Self-destruction in {n} turns!", self.turns)

    def cue(self, s: State) -> Cue | None:
        return Cue("alarm", self.line(s), "good" if self.turns is None else "bad")


@dataclass(frozen=True, slots=True)
class PodSet(Event):
    pod: str
    locked: bool

    def apply(self, s: State) -> State:
        return replace(s, pods=with_entry(s.pods, self.pod, replace(s.pods[self.pod], locked=self.locked)))

    def line(self, s: State) -> Words:
        if self.locked:
            return _("Escape pod {pod} is locked.", pod=self.pod)
        return _("Escape pod {pod} is unlocked.", pod=self.pod)


@dataclass(frozen=True, slots=True)
class PodEntered(CharacterFact):
    pod: str

    def apply(self, s: State) -> State:
        entered = replace(s.pods[self.pod], aboard=(*s.pods[self.pod].aboard, self.seat))
        s = replace(s, pods=with_entry(s.pods, self.pod, entered))
        return with_character(s, self.seat, replace(s.characters[self.seat], fate="pod"))

    def line(self, s: State) -> Words:
        return _("{who} climbs into escape pod {pod}.", who=self.who(s), pod=self.pod)


@dataclass(frozen=True, slots=True)
class PodLaunched(Event):
    pod: str

    def apply(self, s: State) -> State:
        return replace(s, pods=with_entry(s.pods, self.pod, replace(s.pods[self.pod], launched=True)))

    def line(self, s: State) -> Words:
        return _("Escape pod {pod} leaves the ship.", pod=self.pod)

    def cue(self, s: State) -> Cue | None:
        return Cue("alarm", self.line(s))


@dataclass(frozen=True, slots=True)
class EggsLeft(Event):
    eggs: int

    def apply(self, s: State) -> State:
        return replace(s, eggs=self.eggs)

    def line(self, s: State) -> Words:
        return ngettext("{n} egg in the nest.", "{n} eggs in the nest.", self.eggs)
