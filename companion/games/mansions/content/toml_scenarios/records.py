"""A scenario as it is written: one record for each kind of table, before anything is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.mansions.content.scenario import Trial

Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above the tables of the first file."""

    title: str
    start: str
    description: str = ""
    authors: str = ""
    minutes: tuple[int, int] = (0, 0)
    investigators: tuple[int, int] = (1, 5)
    difficulty: float = 0.0
    language: str = "English"
    map: str = ""  # the drawing of the spaces, a character for each


@dataclass(frozen=True, slots=True)
class Choice:
    """A button. `action`: it costs one, and the token must be in reach."""

    label: str
    next: Names = ()
    when: str = ""
    unmet: Literal["disable", "hide"] = "disable"
    action: bool = False


@dataclass(frozen=True, slots=True)
class Happening:
    """What every component may say: when it comes, what it changes, what it tells and what follows."""

    title: str = ""
    text: str = ""
    on: str = ""
    when: str = ""
    set: Names = ()
    add: Names = ()
    remove: Names = ()
    shown: bool = True
    next: Names = ()
    random: bool = False
    label: str = ""
    choice: tuple[Choice, ...] = ()
    test: Trial | None = None
    quota: int | str | None = None  # so many successes in all, or the number that takes those of this visit
    passed: Names = ()
    failed: Names = ()
    effects: tuple[Mapping[str, int | str], ...] = ()
    ending: bool = False
    highlight: bool = False


@dataclass(frozen=True, slots=True)
class Token:
    type: str
    space: str = ""
    between: Names = ()


@dataclass(frozen=True, slots=True)
class Spawn:
    """`unique`: there is one only, and its title is its own name."""

    monster: str
    space: str
    health: int = 0
    health_each: int = 0
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """`starting`: it is handed out when the evening begins."""

    starting: bool = False
    inspect: Names = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    shape: Literal["slide", "code", "image", "tower"]
    skill: str
    level: int
    other_level: int = 3
    solution: Names = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """Of an event and a tile: nothing but what every component says."""


@dataclass(frozen=True, slots=True)
class Room:
    """A space. Each border is written on one side of it; what is not written is a wall."""

    sign: str
    tile: str
    adjacent: Names = ()
    doors: Names = ()
    impassable: Names = ()


@dataclass(frozen=True, slots=True)
class Monster:
    title: str
    health: int
    horror: int
    awareness: int
    brawn: int
    text: str = ""
    traits: Names = ()
    health_each: float = 0.0
    activations: Names = ()
