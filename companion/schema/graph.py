"""The block of a map of rooms and the ways between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.translatable import Words


@dataclass(frozen=True, slots=True)
class RoomThreat:
    """Something hostile in a room."""

    id: str
    title: Words
    icon: str = ""  # its silhouette, as in Foe
    hurt: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a graph; x, y in map units, which the page scales to the space there is. Its bare id is an option too."""

    id: str
    title: Words
    x: float
    y: float
    marks: tuple[str, ...] = ()  # signs that lie there: "fire", "malfunction"; one several times is counted
    here: tuple[str, ...] = ()
    option: str = ""  # a tap on it is this option of the open prompt
    other: str = ""  # this one instead while `Graph.other` is switched on
    known: bool = True  # nobody has seen it yet: it is drawn dark
    items: int | None = None  # left to be found; None: nobody knows, or none ever
    lurkers: tuple[RoomThreat, ...] = ()
    note: Words = ""  # told when it is tapped
    risk: float | None = None  # the chance that a step into it meets something, 0..1


@dataclass(frozen=True, slots=True)
class Corridor:
    """A way between two rooms. Its id is an option as well: where a prompt offers it, a tap on the corridor answers."""

    id: str
    ends: tuple[str, str]
    numbers: str = ""  # printed numbers, "1" or "3·4"
    noise: bool = False
    closed: bool = False
    broken: bool = False  # its door closes no more
    beyond: str = ""  # the numbers at its second end, where they differ


@dataclass(frozen=True, slots=True)
class Duct:
    """A way behind the walls: no line on the map, an opening in each of its rooms. Its id is an option as a corridor's."""

    id: str
    title: Words
    openings: tuple[tuple[str, str], ...]  # room, numbers printed there
    noise: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    title: Words
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]
    ducts: tuple[Duct, ...] = ()
    other: Words = ""  # the word of a switch: with it a tap on a room means its `other` option
    kind: Literal["graph"] = "graph"
