"""Records of a scenario as written, one for each kind of table. Nested events get names of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.mansions.content.scenario import Trial
from companion.i18n import N_

Names: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Head:
    """Keys above the tables of the first file."""

    title: str
    start: str
    description: str = ""
    authors: str = ""
    minutes: tuple[int, int] = (0, 0)
    investigators: tuple[int, int] = (1, 5)
    difficulty: float = 0.0
    language: str = N_("English")
    map: str = ""  # drawing of the spaces, one character per cell


@dataclass(frozen=True, slots=True)
class Choice:
    """A button. With `action` it costs one, and the token must be in reach."""

    label: str
    next: Names = ()
    when: str = ""
    unmet: Literal["disable", "hide"] = "disable"
    action: bool = False


@dataclass(frozen=True, slots=True)
class Happening:
    """Keys of every component: triggers, changes, texts and successors."""

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
    quota: int | str | None = None  # total of successes, or a variable for the successes of this visit
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
    """A spawn. With `unique` it is the only one, and its title is its name."""

    monster: str
    space: str
    health: int = 0
    health_each: int = 0
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """An item. `starting`: it is handed out at the beginning."""

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
    """Extra keys of an event or a tile: none."""


@dataclass(frozen=True, slots=True)
class Room:
    """A space. Each border is written on one side. An unwritten border is a wall."""

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


FOLLOWING = ("next", "passed", "failed", "inspect")
LISTS = ("set", "add", "remove", "effects", *FOLLOWING)  # a single value needs no brackets


@dataclass(frozen=True, slots=True)
class Entry:
    """A table without nested events."""

    kind: str
    name: str
    table: Mapping[str, Any]


def unroll(kind: str, name: str, table: Mapping[str, Any]) -> Iterator[Entry]:
    plain, inner = _take_events_out(name, {("next" if key == "solved" else key): value for key, value in table.items()})
    if isinstance(plain.get("choice"), list):
        opened = [_take_events_out(f"{name}.{number}", choice) for number, choice in enumerate(plain["choice"], 1)]
        plain["choice"] = [choice for choice, _ in opened]
        inner += [event_of_choice for _, more in opened for event_of_choice in more]
    yield Entry(kind, name, plain)
    for called, event in inner:
        yield from unroll("event", called, event)


def _take_events_out(name: str, table: Any) -> tuple[Any, list[tuple[str, Any]]]:
    """Return the table with names instead of events, and these events."""
    if not isinstance(table, Mapping):
        return table, []
    plain, inner = dict(table), []
    for key in LISTS:
        if key in plain and not isinstance(plain[key], list):
            plain[key] = [plain[key]]
    for key in FOLLOWING:
        values = plain.get(key, [])
        names = [_name(f"{name}.{key}", number, len(values)) for number in range(len(values))]
        inner += [(called, value) for called, value in zip(names, values, strict=True) if isinstance(value, Mapping)]
        if values:
            plain[key] = [
                called if isinstance(value, Mapping) else value for called, value in zip(names, values, strict=True)
            ]
    return plain, inner


def _name(place: str, number: int, of: int) -> str:
    return place if of == 1 else f"{place}{number + 1}"
