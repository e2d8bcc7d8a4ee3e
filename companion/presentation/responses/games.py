"""Records of the pages around games: shelf, form, sheets, archived tables and fairness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.schema import Form, Seat, Words


@dataclass(frozen=True, slots=True)
class ShelfGame:
    """A game on the shelf."""

    name: str
    title: Words
    blurb: Words
    seats: tuple[int, int]
    kinds: tuple[str, ...]
    dealer: bool
    form: bool = False  # the game has a form


@dataclass(frozen=True, slots=True)
class ShelfTable:
    """A table on the shelf."""

    table: str
    game: str
    title: Words
    now: Words
    seats: tuple[Words, ...]
    where: Words = ""  # the view's heading: "Round 2 · Mythos"
    over: bool = False


@dataclass(frozen=True, slots=True)
class Shelf:
    """The first page: games and open tables."""

    assets: str
    games: tuple[ShelfGame, ...]
    tables: tuple[ShelfTable, ...]
    setup: Literal["due", "done"] = "done"  # due: no camera was chosen, nor declared unnecessary
    keeps: bool = False  # this device is a keeper: set-up, dice, readers, files, devices


@dataclass(frozen=True, slots=True)
class SheetList:
    """The sheets of one kind."""

    form: Form
    shipped: Mapping[str, Words]  # name -> title
    own: Mapping[str, Words]
    broken: Mapping[str, Words]  # own ones that the game no longer accepts: name -> reason
    notes: Mapping[str, Words]  # of shipped and own ones: a line below the title
    files: tuple[str, ...]  # suffixes of native files, ".valkyrie"; () = only JSON and TOML


@dataclass(frozen=True, slots=True)
class FormDefaults:
    """Prefilled values of a form."""

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
    """A sheet for its form."""

    name: str
    own: bool
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExportableTable:
    """A table that can be exported."""

    table: str
    game: str
    title: Words
    where: Words  # "Round 2 · Mythos", or how it ended
    seats: tuple[Words, ...]
    over: bool = False
    why: Words = ""  # why this device cannot export it, "" = it can


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table that was put away."""

    table: str
    title: Words  # of its game
    began: float  # s, Unix


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """The page of stored tables."""

    assets: str
    tables: tuple[ExportableTable, ...]
    away: tuple[ArchivedTable, ...] = ()  # newest first


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """Result of an import."""

    table: str
    title: Words
    here: bool  # the identical table was on the shelf already
    answers: int
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class DownloadTicket:
    """A download that was requested."""

    path: str  # URL path, valid once
    name: str  # of the file
    bytes: int


@dataclass(frozen=True, slots=True)
class FaceLine:
    """One face of a die. Shares are 0..1; `expected` is outside `low` to `high` exactly if there is a verdict."""

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
    game: Words  # owner of the bag or deck, "" = dice, which all games share
    app: bool  # virtual rolls
    rolls: int
    count: int  # faces
    faces: tuple[FaceLine, ...]
    sentence: Words
    advice: Words  # other possible causes, "" = none
    streak: Words  # of the longest run, "" = not worth mentioning
    told: tuple[tuple[str, int], ...]  # "camera", "serial", "hand", "virtual": rolls from each source
    amended: int
    undone: int
    unsure: int  # dice left out as unsure


@dataclass(frozen=True, slots=True)
class LuckLine:
    """A throw with its odds."""

    table: str
    name: Words
    title: Words  # of the prompt
    kind: str
    values: tuple[str, ...]
    best: float  # share of all throws that are as good or better
    worst: float  # as bad or worse
    app: bool


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person's throws."""

    name: Words
    rolls: int
    odds: int  # throws with odds
    luck: float  # average place among all possible results: 0..1, 0.5 = in the middle
    spread: float  # largest distance from the middle by chance alone, in 95 of 100 evenings


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening in the fairness ledger."""

    table: str
    title: Words
    names: tuple[Words, ...]
    rolls: int
    over: bool
    opened: float  # s, Unix


@dataclass(frozen=True, slots=True)
class FairnessPage:
    """Fairness of one table or of all evenings."""

    assets: str
    table: str  # "" = all
    title: Words
    ended: Words  # final sentence, "" = not ended, or all tables
    who: Words  # filter by person, "" = all people
    evening: str  # filter by table, "" = all
    rolls: int
    dice: tuple[DieLine, ...]
    people: tuple[PersonLine, ...]
    evenings: tuple[EveningLine, ...]  # newest first
    luckiest: LuckLine | None
    unluckiest: LuckLine | None
