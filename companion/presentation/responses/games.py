"""Records of the pages around games: shelf, form, sheets, archived tables and fairness."""

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


@dataclass(frozen=True, slots=True)
class ExportableTable:
    """A table that can be kept as a file."""

    table: str
    game: str
    title: Words
    where: Words  # "Round 2 · Mythos", or how it ended
    seats: tuple[Words, ...]
    over: bool = False
    why: Words = ""  # why this device cannot have it, "" = it can


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table that lies on no shelf, and is kept."""

    table: str
    title: Words  # of its game
    began: float  # s, Unix


@dataclass(frozen=True, slots=True)
class ArchivePage:
    assets: str
    tables: tuple[ExportableTable, ...]
    away: tuple[ArchivedTable, ...] = ()  # the newest first


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A file became this table."""

    table: str
    title: Words
    here: bool  # it was on the shelf already, entry by entry
    answers: int
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class DownloadTicket:
    """To a file that was asked for."""

    path: str  # URL path, open once
    name: str  # of the file
    bytes: int


@dataclass(frozen=True, slots=True)
class FaceLine:
    """One face of a die. Shares are 0..1; `expected` lies outside `low` to `high` exactly where there is a verdict."""

    face: str
    count: int
    share: float
    expected: float
    low: float
    high: float
    verdict: Literal["", "often", "seldom"]


@dataclass(frozen=True, slots=True)
class DieLine:
    """Dice of one kind, or the bag or deck of one game."""

    id: str  # "d6", "pips/token", "app:d6"
    kind: str
    game: Words  # whose bag or deck it is, "" = dice are everybody's
    app: bool  # the app's own chance
    rolls: int
    count: int  # faces that came
    faces: tuple[FaceLine, ...]
    sentence: Words
    advice: Words  # what else it may be, "" = nothing speaks against it
    streak: Words  # of the longest run, "" = none is worth a word
    told: tuple[tuple[str, int], ...]  # "camera", "serial", "hand", "virtual": rolls that it told
    amended: int
    undone: int
    unsure: int  # dice left out, because nobody was sure of them


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A throw, by the odds that were shown before it."""

    table: str
    name: Words
    title: Words  # what was asked
    kind: str
    values: tuple[str, ...]
    best: float  # how many of all throws come out as well or better
    worst: float  # as badly or worse
    app: bool


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Who threw."""

    name: Words
    rolls: int
    odds: int  # of them those before which odds were shown
    luck: float  # where these stand on the average among all that could have come: 0..1, 0.5 = in the middle
    spread: float  # by chance alone it lies so far from the middle at most, in 95 of 100 evenings


@dataclass(frozen=True, slots=True)
class EveningLine:
    table: str
    title: Words
    names: tuple[Words, ...]
    rolls: int
    over: bool
    opened: float  # s, Unix


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """Of one table, or of all evenings of this house."""

    assets: str
    table: str  # "" = of the house
    title: Words
    ended: Words  # the sentence with which it ended, "" = it has not, or it is the house's
    who: Words  # whose throws alone are shown, "" = everybody's
    evening: str  # of which evening alone, "" = all
    rolls: int
    dice: tuple[DieLine, ...]
    people: tuple[PersonLine, ...]
    evenings: tuple[EveningLine, ...]  # the newest first
    luckiest: LuckLine | None
    unluckiest: LuckLine | None
