"""The page of set-up: how each step stands, what the camera sees, the test throws, and what the house runs on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.snapshot import ReaderSummary
from companion.schema import CameraHealth, SeenObject, Words
from companion.sessions import Grade, Read, Way

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
