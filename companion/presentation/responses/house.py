"""Records of the installation's pages: devices, health, recovery and set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.table import ReaderSummary
from companion.schema import CameraHealth, Seat, SeenObject, Words
from companion.sessions import Grade, Read, Way


@dataclass(frozen=True, slots=True)
class EntryStatus:
    """How a browser stands that asks to be let in."""

    inside: bool  # it was let in already
    claimable: bool  # the house never had a tablet: it may be that
    lamp: str  # what its hall calls this table, "" = a house serves it
    was_in: bool = False  # it was let in once, and has been sent away
    demo: bool = False  # another command lets devices into it


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device that was let in."""

    id: str
    role: Literal["table", "keeper", "wall", "dealer", "seat"]
    seat: Seat  # of the table, "" = it sits nowhere
    table: str  # "" = the whole house
    title: Words  # of the table's game, "" = the whole house
    sits: Words  # who sits there, "" = nobody
    name: str
    at: float  # s, Unix; when it was let in
    seen: float  # s, Unix; when it was here last
    ends: float  # s, Unix; when it counts no more, unless it is here again
    here: bool  # it is the one that asks
    watching: bool  # one of its pages is open now


@dataclass(frozen=True, slots=True)
class SeatOfTable:
    seat: Seat
    name: Words


@dataclass(frozen=True, slots=True)
class TableToJoin:
    """A table to whose seats phones can be invited."""

    table: str
    title: Words
    seats: tuple[SeatOfTable, ...]


@dataclass(frozen=True, slots=True)
class DevicesPage:
    assets: str
    devices: tuple[KnownDevice, ...]  # the oldest first
    tables: tuple[TableToJoin, ...]
    keeper: bool  # a device of its own keeps the house: the tablet does not any more
    tablets: int  # that could let others in
    demo: bool  # this very machine is the tablet without being let in
    lamp: str  # what its hall calls this table, "" = a house serves it
    now: float  # s, Unix: what "seen" is reckoned from; a device's own clock may be wrong


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One thing that is wrong."""

    code: str
    severity: Literal["grave", "look", "hint"]
    sentence: Words
    remedy: Words
    about: Words  # "Tray camera"; "" = the house
    since: float  # s, Unix


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """What there is of everything."""

    began: float  # s, Unix
    tables: int  # that are open
    away: int  # that were put away
    free: int  # bytes on the disk
    log: int  # bytes of the database, 0 = it lies elsewhere
    memory: int  # bytes
    pages: int  # that are open
    most_pages: int
    backup_at: float  # s, Unix, of the newest; 0 = there is none
    version: str  # "0.1.0", and no number of a language


@dataclass(frozen=True, slots=True)
class HealthPage:
    """All of it, at every change."""

    id: str  # "boot-version"
    assets: str
    well: bool  # nothing is wrong that a person should look after
    wrong: tuple[ProblemLine, ...]  # the gravest first
    figures: HealthFigures
    broker: Words  # which one runs, and what may be relied on


Mend: TypeAlias = Literal["saved", "backup", "afresh"]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it would be then."""

    table: str
    title: Words  # of its game
    entries: int
    at: float  # s, Unix; when the last of them was written
    lost: int  # entries after them that cannot be used


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A backup that was looked through and is whole."""

    name: str
    at: float  # s, Unix; when it was made
    tables: tuple[SavedTable, ...]


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    assets: str
    faults: tuple[Words, ...]
    saved: tuple[SavedTable, ...]  # what could be read of the damaged file; for who may choose alone, as the backups
    backups: tuple[SavedBackup, ...]  # the newest first
    advice: Mend  # which of them holds most
    may: bool  # whether this device may choose
    of_then: bool  # the file cannot tell who is let in: with a backup those are that were then
    done: bool = False  # it was chosen, and the house starts


StepName: TypeAlias = Literal["camera", "tray", "dice", "throw", "readers"]
StepState: TypeAlias = Literal["done", "todo", "look", "none"]
"""look: it is done, and something could be better · none: not needed at this table."""


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One thing to set up."""

    name: StepName
    state: StepState
    words: Words  # how it stands, in a few words


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """One that is plugged in."""

    where: str
    name: str  # as its maker calls it


@dataclass(frozen=True, slots=True)
class CameraStatusView:
    """The camera of this table."""

    way: Way
    source: str  # what was chosen, or what the settings name
    by: Literal["settings", "demo", "page"]  # who says which it is; the page may choose where it is "page"
    state: Literal["ready", "retrying", "offline"]
    words: Words
    health: CameraHealth | None
    tapped: bool  # the tray's corners were shown by taps
    steered: bool  # it can be told to find its light and focus anew
    found: tuple[CameraChoice, ...]  # that could be chosen


@dataclass(frozen=True, slots=True)
class GradedThrowObject:
    """One thing of a test throw."""

    seen: SeenObject
    read: Read
    said: str | None  # what a person said it shows, "" = it is none; None = nothing
    advice: Words = ""  # of the camera, on this thing
    kit: str = ""  # that would have to lie on the table


@dataclass(frozen=True, slots=True)
class GradedThrowView:
    """One test throw with its grade."""

    number: int
    things: tuple[GradedThrowObject, ...]
    missed: int
    picture: str  # URL, or ""
    took: float  # s, 0 = nobody knows
    looked_over: bool
    grade: Grade
    reason: Words  # why it is this grade
    better: tuple[Words, ...]  # what would make it better, the most important first


@dataclass(frozen=True, slots=True)
class GradedThrowsView:
    """All test throws."""

    throws: tuple[GradedThrowView, ...]  # the newest first
    grade: Grade  # over the newest of them
    reason: Words
    kept: Grade = ""  # of an earlier evening, where there is none of now
    kept_at: float = 0.0  # s, Unix


@dataclass(frozen=True, slots=True)
class ReaderDetails:
    """A reader or the camera, with what it counts."""

    sense: ReaderSummary
    kind: str
    counts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class KeepAliveAnswer:
    """Whether what is thrown now is a test throw."""

    refused: Words = ""  # why it is none; "" = it is one, or nothing is thrown
    may_insist: bool = False  # a person may say that it is one all the same


@dataclass(frozen=True, slots=True)
class SetupPage:
    """All of it, at every change."""

    id: str  # "boot-version"
    assets: str
    table: str  # the game under the lamp, "" = none
    hidden: bool  # what lies on the tray now is not for every eye
    free: bool  # no game is on: what lies beside the tray is shown too
    steps: tuple[SetupStep, ...]
    eye: CameraStatusView
    trials: GradedThrowsView
    kinds: tuple[str, ...]  # that can be read now
    kits: bool  # somebody said that nothing more is to be taught
    senses: tuple[ReaderDetails, ...]
    broker: Words  # which one runs, and what may be relied on
    languages: tuple[str, ...]
    recorded: tuple[str, ...]  # demo: kinds of throws that can be played


@dataclass(frozen=True, slots=True)
class SystemInfo:
    """What the house runs on."""

    versions: tuple[tuple[str, str], ...]
    data: str  # the folder
    free: int  # bytes
    log: int  # bytes
    elsewhere: bool  # the log lies in another database
    pictures: int
    pictures_size: int  # bytes
    oldest_days: float  # of the pictures
    doubts_days: float  # for which pictures of doubtful readings are kept
