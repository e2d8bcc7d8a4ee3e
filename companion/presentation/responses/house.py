"""Records of the installation's pages: devices, health, recovery and set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.table import ReaderSummary
from companion.schema import CameraHealth, Seat, SeenObject, Words
from companion.sessions import Grade, Read, Way


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """Status of a browser that wants to be let in."""

    inside: bool  # let in already
    claimable: bool  # no tablet was ever let in: this may become it
    lamp: str  # name of this table in its hall, "" = at home
    was_in: bool = False  # dismissed
    demo: bool = False  # a demo has its own command to let devices in


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device that may join."""

    id: str
    role: Literal["table", "keeper", "wall", "dealer", "seat"]
    seat: Seat  # at the table, "" = none
    table: str  # "" = the installation
    title: Words  # of the table's game, "" = the installation
    sits: Words  # name at the table, "" = none
    name: str
    at: float  # s, Unix; let in
    seen: float  # s, Unix; last request
    ends: float  # s, Unix; expiry without a request
    here: bool  # the requesting device
    watching: bool  # a page is open now


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    """A seat and its player."""

    seat: Seat
    name: Words


@dataclass(frozen=True, slots=True)
class TableToJoin:
    """A table with seats for phones."""

    table: str
    title: Words
    seats: tuple[SeatOfTable, ...]


@dataclass(frozen=True, slots=True)
class DevicesPage:
    """The page of devices."""

    assets: str
    devices: tuple[KnownDevice, ...]  # oldest first
    tables: tuple[TableToJoin, ...]
    keeper: bool  # a keeper's device exists, so the tablet is no longer the keeper
    tablets: int  # tablets that could let others in
    demo: bool  # this machine is a tablet without being let in
    lamp: str  # name of this table in its hall, "" = at home
    now: float  # s, Unix; base of "seen", because a device's own clock may be wrong


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """A problem."""

    code: str
    severity: Literal["grave", "look", "hint"]
    sentence: Words
    remedy: Words
    about: Words  # "Tray camera"; "" = the installation
    since: float  # s, Unix


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """Key figures."""

    began: float  # s, Unix
    tables: int  # open tables
    away: int  # tables put away
    free: int  # bytes on the disk
    log: int  # bytes of the database, 0 = on another machine
    memory: int  # bytes
    pages: int  # open pages
    most_pages: int
    backup_at: float  # s, Unix, of the newest; 0 = never
    version: str  # "0.1.0", the same in each language


@dataclass(frozen=True, slots=True)
class HealthPage:
    """All data of the page."""

    id: str  # "boot-version"
    assets: str
    well: bool  # no problem needs a person
    wrong: tuple[ProblemLine, ...]  # gravest first
    figures: HealthFigures
    broker: Words  # which one runs, and what it guarantees


Mend: TypeAlias = Literal["saved", "backup", "afresh"]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it could be restored."""

    table: str
    title: Words  # of its game
    entries: int
    at: float  # s, Unix; of the last entry
    lost: int  # later entries that cannot be used


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A verified backup."""

    name: str
    at: float  # s, Unix
    tables: tuple[SavedTable, ...]


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    """The page shown for a damaged database."""

    assets: str
    faults: tuple[Words, ...]
    saved: tuple[SavedTable, ...]  # readable part of the damaged file; only for who may choose, as the backups
    backups: tuple[SavedBackup, ...]  # newest first
    advice: Mend  # the remedy that keeps most
    may: bool  # this device may choose
    of_then: bool  # the file's devices are unreadable: with a backup, those in the backup are let in
    done: bool = False  # chosen; the installation starts


StepName: TypeAlias = Literal["camera", "tray", "dice", "throw", "readers"]
StepState: TypeAlias = Literal["done", "todo", "look", "none"]
"""look: done, but could be better · none: not needed at this table."""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step of set-up."""

    name: StepName
    state: StepState
    words: Words  # status in a few words


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera that is plugged in."""

    where: str
    name: str  # name by its maker


@dataclass(frozen=True, slots=True)
class CameraStatusView:
    """The camera of this table."""

    way: Way
    source: str  # as chosen, or from the settings
    by: Literal["settings", "demo", "page"]  # where it is chosen; only "page" can be changed on the page
    state: Literal["ready", "retrying", "offline"]
    words: Words
    health: CameraHealth | None
    tapped: bool  # the tray's corners were set by taps
    steered: bool  # it can find light and focus again
    found: tuple[CameraChoice, ...]  # possible choices


@dataclass(frozen=True, slots=True)
class GradedThrowObject:
    """One thing of a test throw."""

    seen: SeenObject
    read: Read
    said: str | None  # face by a person, "" = not a thing; None = no verdict
    advice: Words = ""  # from the camera
    kit: str = ""  # a kit that must be in use


@dataclass(frozen=True, slots=True)
class GradedThrowView:
    """One test throw with its grade."""

    number: int
    things: tuple[GradedThrowObject, ...]
    missed: int
    picture: str  # URL, or ""
    took: float  # s, 0 = unknown
    looked_over: bool
    grade: Grade
    reason: Words  # of the grade
    better: tuple[Words, ...]  # most important first


@dataclass(frozen=True, slots=True)
class GradedThrowsView:
    """The test throws and their grade."""

    throws: tuple[GradedThrowView, ...]  # newest first
    grade: Grade  # over the newest of them
    reason: Words
    kept: Grade = ""  # from an earlier evening, if there is no current one
    kept_at: float = 0.0  # s, Unix


@dataclass(frozen=True, slots=True)
class ReaderDetails:
    """Counters of a reader or the camera."""

    sense: ReaderSummary
    kind: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class KeepAliveAnswer:
    """Whether a throw is a test throw now."""

    refused: Words = ""  # reason; "" = it is one, or no throws are expected
    may_insist: bool = False  # a person may declare it one


@dataclass(frozen=True, slots=True)
class SetupPage:
    """All data of the page."""

    id: str  # "boot-version"
    assets: str
    table: str  # current table, "" = none
    hidden: bool  # the tray may hold something secret
    free: bool  # no game is running: the surroundings of the tray are visible too
    steps: tuple[SetupStep, ...]
    eye: CameraStatusView
    trials: GradedThrowsView
    kinds: tuple[str, ...]  # readable kinds
    kits: bool  # a person declared all dice and tokens as taught
    senses: tuple[ReaderDetails, ...]
    broker: Words  # which one runs, and what it guarantees
    languages: tuple[str, ...]
    recorded: tuple[str, ...]  # demo: kinds of throws that can be played


@dataclass(frozen=True, slots=True)
class SystemInfo:
    """Versions and storage of this machine."""

    versions: tuple[tuple[str, str], ...]
    data: str  # folder
    free: int  # bytes
    log: int  # bytes
    elsewhere: bool  # the log is in another database
    pictures: int
    pictures_size: int  # bytes
    oldest_days: float  # of the oldest picture
    doubts_days: float  # retention of pictures of doubtful readings
