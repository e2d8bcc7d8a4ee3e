"""JSON records of the pages about the installation: devices, health, recovery, set-up, and a hall's staff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.table import ReaderSummary, SharedEvent
from companion.schema import CameraHealth, Seat, SeenObject, Words
from companion.sessions import Grade, Read, Way


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """Whether a browser is let in, and how it could be."""

    inside: bool  # the browser is let in
    claimable: bool  # no tablet was ever let in, so this browser may become the tablet
    lamp: str  # name of this table in its hall, "" = at home
    was_in: bool = False  # the browser was let in once and dismissed since
    demo: bool = False  # a demo has its own command to let devices in


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device that is let in."""

    id: str
    role: Literal["table", "keeper", "wall", "dealer", "seat"]
    seat: Seat  # at the table, "" = none
    table: str  # "" = the installation
    title: Words  # of the table's game, "" = the installation
    sits: Words  # name of the seat's player, "" = none
    name: str
    at: float  # s, Unix; when it was let in
    seen: float  # s, Unix; last request
    ends: float  # s, Unix; when it expires without another request
    here: bool  # this device sent the request
    watching: bool  # a page is open on it now


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    """A seat and the name of its player."""

    seat: Seat
    name: Words


@dataclass(frozen=True, slots=True)
class TableToJoin:
    """A table that a phone can join, with its seats."""

    table: str
    title: Words
    seats: tuple[SeatOfTable, ...]


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """Data of the page of devices."""

    assets: str
    devices: tuple[KnownDevice, ...]  # oldest first
    tables: tuple[TableToJoin, ...]
    keeper: bool  # another device keeps the installation, so the tablet does not
    tablets: int  # number of tablets that may let devices in
    demo: bool  # this machine is a tablet without being let in
    lamp: str  # name of this table in its hall, "" = at home
    now: float  # s, Unix; compare `seen` with it, because a device's own clock may be wrong


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A health problem with its remedy."""

    code: str
    severity: Literal["grave", "look", "hint"]
    sentence: Words
    remedy: Words
    about: Words  # "Tray camera"; "" = the installation
    since: float  # s, Unix


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """Key figures of the installation."""

    began: float  # s, Unix; start of the process
    tables: int  # open tables
    away: int  # tables put away
    free: int  # bytes free on the disk
    log: int  # bytes of the database, 0 = it is on another machine
    memory: int  # bytes that the process uses
    pages: int  # open pages
    most_pages: int
    backup_at: float  # s, Unix, of the newest; 0 = never
    version: str  # "0.1.0", the same in each language


@dataclass(frozen=True, slots=True)
class HealthPage:
    """Data of the health page."""

    id: str  # "boot-version"
    assets: str
    well: bool  # no problem needs a person
    wrong: tuple[ProblemLine, ...]  # gravest first
    figures: HealthFigures
    broker: Words  # which broker runs, and what it guarantees


RecoveryWay: TypeAlias = Literal["saved", "backup", "afresh"]
"""saved: keep the readable part · backup: restore a backup · afresh: start with an empty database."""


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table that can be restored."""

    table: str
    title: Words  # of its game
    entries: int
    at: float  # s, Unix; of the last entry
    lost: int  # number of later entries that are lost


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A backup that passed its check."""

    name: str
    at: float  # s, Unix
    tables: tuple[SavedTable, ...]


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """Data of the page that is shown for a damaged database."""

    assets: str
    faults: tuple[Words, ...]
    saved: tuple[SavedTable, ...]  # readable part of the damaged file; empty unless `may`
    backups: tuple[SavedBackup, ...]  # newest first; empty unless `may`
    advice: RecoveryWay  # the way that keeps most
    may: bool  # this device may choose
    of_then: bool  # the list of devices is unreadable: a backup also restores its own list
    done: bool = False  # a way was chosen, and the installation starts


StepName: TypeAlias = Literal["camera", "tray", "dice", "throw", "readers"]
StepState: TypeAlias = Literal["done", "todo", "look", "none"]
"""look: done, but could be better · none: not needed at this table."""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step of set-up and its state."""

    name: StepName
    state: StepState
    words: Words  # status in a few words


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that is plugged in."""

    where: str
    name: str  # given by its maker


@dataclass(frozen=True, slots=True)
class CameraStatusView:
    """Choice and status of the camera of this table."""

    way: Way
    source: str  # as chosen, or from the settings
    by: Literal["settings", "demo", "page"]  # where it is chosen; only "page" can be changed on the page
    state: Literal["ready", "retrying", "offline"]
    words: Words
    health: CameraHealth | None
    tapped: bool  # a person set the corners of the tray by taps
    steered: bool  # its exposure and focus can be set again
    found: tuple[CameraChoice, ...]  # cameras to choose from


@dataclass(frozen=True, slots=True)
class GradedThrowObject:
    """One object of a test throw: as read, and as a person judged it."""

    seen: SeenObject
    read: Read
    said: str | None  # face according to a person, "" = no object is there; None = no verdict
    advice: Words = ""  # from the camera
    kit: str = ""  # the kit that must be in use to read it


@dataclass(frozen=True, slots=True)
class GradedThrowView:
    """One test throw with its grade."""

    number: int
    things: tuple[GradedThrowObject, ...]
    missed: int
    picture: str  # URL, or ""
    took: float  # s from the last motion to the reading; 0 = unknown
    looked_over: bool
    grade: Grade
    reason: Words  # of the grade
    better: tuple[Words, ...]  # most important first


@dataclass(frozen=True, slots=True)
class GradedThrowsView:
    """The test throws and their grade."""

    throws: tuple[GradedThrowView, ...]  # newest first
    grade: Grade  # of the newest throws together
    reason: Words
    kept: Grade = ""  # grade of an earlier evening, while there is no current one
    kept_at: float = 0.0  # s, Unix


@dataclass(frozen=True, slots=True)
class ReaderDetails:
    """Counters of a reader or the camera."""

    sense: ReaderSummary
    kind: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class KeepAliveAnswer:
    """Whether throws count as test throws now."""

    refused: Words = ""  # why they do not; "" = they do, or no throws are expected
    may_insist: bool = False  # a person may declare them test throws


@dataclass(frozen=True, slots=True)
class SetupPage:
    """Data of the set-up page."""

    id: str  # "boot-version"
    assets: str
    table: str  # the table on display, "" = none
    hidden: bool  # the tray may hold something secret
    free: bool  # no game is running, so the surroundings of the tray may be shown
    steps: tuple[SetupStep, ...]
    eye: CameraStatusView
    trials: GradedThrowsView
    kinds: tuple[str, ...]  # kinds of objects that can be read
    kits: bool  # a person declared that all dice and tokens are taught
    senses: tuple[ReaderDetails, ...]
    broker: Words  # which broker runs, and what it guarantees
    languages: tuple[str, ...]
    recorded: tuple[str, ...]  # kinds of recorded throws of a demo


@dataclass(frozen=True, slots=True)
class SystemInfo:
    """Versions and storage of this machine."""

    versions: tuple[tuple[str, str], ...]
    data: str  # folder
    free: int  # bytes
    log: int  # bytes
    elsewhere: bool  # the log is in another database
    pictures: int  # number of stored pictures
    pictures_size: int  # bytes
    oldest_days: float  # age of the oldest picture
    doubts_days: float  # how long pictures of doubtful readings are kept


State: TypeAlias = Literal["help", "wrong", "dark", "playing", "quiet", "away", "over", "free"]
"""help: called for staff · wrong: needs a person · dark: not served, or its machine is silent ·
quiet: no answer for a while · away: moved to a machine of its own, which has not reported yet ·
over: its game ended · free: no game.
"""


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table, without people's names and without its game's contents."""

    name: str
    state: State
    plays: Literal["here", "there"]  # served by workers, or by a machine of its own
    address: str  # URL of its page; "" = only at its own machine
    game: Words
    where: Words  # round and phase
    seats: int
    answers: int
    pages: int  # open pages
    since: float  # s, Unix: of its call; if quiet, of its newest answer; if dark, of the last sign of life; else 0
    wrong: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class HallFigures:
    """Totals of all tables."""

    tables: int
    playing: int  # tables with a running game, if known
    calls: int  # tables that called for staff
    people: int  # at tables with a running game
    answers: int  # in running games
    workers: int
    games: tuple[tuple[Words, int], ...] = ()  # tables per game, most first


@dataclass(frozen=True, slots=True)
class StaffPage:
    """The page of a hall's staff."""

    assets: str
    figures: HallFigures
    event: SharedEvent | None  # the newest; None: there never was one
    tables: tuple[HallTable, ...]  # those that need staff first


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """Public facts of a table's game: no names, no hidden information."""

    game: Words
    where: Words  # round or phase, "" = not displayed
    over: Words  # how it ended, "" = running
    people: int
    answers: int
    dice: int  # thrown on the table; rerolled dice that stayed are not counted again
    drawn: int  # tokens and cards
    taken_back: int
    began: float  # s, Unix
    ended: float  # s, Unix; the newest answer
