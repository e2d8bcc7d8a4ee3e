"""The pages before a game: the shelf, the form that begins an evening, and its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.schema import Form, Seat, Words


@dataclass(frozen=True, slots=True)
class ShelfGame:
    name: str
    title: Words
    blurb: Words
    seats: tuple[int, int]
    kinds: tuple[str, ...]
    dealer: bool
    form: bool = False  # something is chosen before it begins


@dataclass(frozen=True, slots=True)
class ShelfTable:
    table: str
    game: str
    title: Words
    now: Words
    seats: tuple[Words, ...]
    where: Words = ""  # the view's heading: "Round 2 · Mythos"
    over: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """The first page: the games, and the tables that are open."""

    assets: str
    games: tuple[ShelfGame, ...]
    tables: tuple[ShelfTable, ...]
    setup: Literal["due", "done"] = "done"  # due: nobody has set the table up, nor said that nothing is needed
    keeps: bool = False  # this device keeps the house: set-up, dice, readers, files, devices


@dataclass(frozen=True, slots=True)
class SheetList:
    """The sheets of one kind."""

    form: Form
    shipped: Mapping[str, Words]  # name -> title
    own: Mapping[str, Words]
    broken: Mapping[str, Words]  # own ones that the game does not take any more: name -> why
    notes: Mapping[str, Words]  # of shipped and own ones: a line under the title
    files: tuple[str, ...]  # endings of the files in which such sheets come, ".valkyrie"; () = JSON and TOML alone


@dataclass(frozen=True, slots=True)
class FormDefaults:
    """What a form is filled in with before anybody touches it."""

    seats: int
    names: Mapping[Seat, str]
    choices: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FormPage:
    """The page before a game begins."""

    game: str
    title: Words
    blurb: Words
    seats: tuple[int, int]
    form: Form | None
    sheets: Mapping[str, SheetList]
    begin: FormDefaults


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet in full."""

    name: str
    own: bool
    data: Mapping[str, Any]
