"""What one device is sent: the whole picture of one table for one seat, once per change, never a difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.presentation.responses.event import SharedEvent
from companion.presentation.responses.log import LogLineView, PastView, RetractedDice, SavePointView, UndoableStep
from companion.presentation.responses.people import PromptView, SeatView, WholeTableSource
from companion.presentation.responses.readings import (
    AnswerPause,
    ConflictView,
    DoubtView,
    LastThrow,
    TrayView,
    ZonedTray,
)
from companion.schema import Air, Block, Seat, StagedCue, Words
from companion.sessions import TableNotice


@dataclass(frozen=True, slots=True)
class ReaderSummary:
    """A reader and how it is."""

    reader: str
    title: Words  # "Tray camera"
    state: Literal["ready", "retrying", "offline"]
    words: Words  # "4 readings, last 12 s ago"
    sees: Words = ""  # of a camera: "4 of 4 markers, 3.1 px a millimetre"; "" before it was looked at
    advice: tuple[Words, ...] = ()  # what would let it see better, the most important first


@dataclass(frozen=True, slots=True)
class DemoOffers:
    """The recorded throws that fit what is asked now, and tokens that can be laid on the reader; None in a real table."""

    throws: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]  # tag id, face


@dataclass(frozen=True, slots=True)
class Snapshot:
    id: str  # "boot-rev": the newest one is the truth
    assets: str  # hash of the page's files: another one means reload
    table: str
    game: str
    title: Words
    seat: Seat
    rev: int
    newest: int  # entry that counts: nothing that was answered after it is taken back from here
    now: Words  # the Now line, the same on every display
    over: Words
    sittings: tuple[SeatView, ...]
    asked: tuple[PromptView, ...]
    first: bool  # whoever answers first closes the question
    view: tuple[Block, ...]
    doubt: DoubtView | None
    tray: TrayView | None
    log: tuple[LogLineView, ...]  # newest last; older ones are asked for
    undo: UndoableStep | None
    aside: tuple[RetractedDice, ...]
    senses: tuple[ReaderSummary, ...]
    notice: TableNotice | None
    demo: DemoOffers | None
    broker: Words  # which broker runs and what it promises
    join: str  # where this device asks for an invitation, "" where it may not invite
    next: str = ""  # URL path where the next evening of this one begins, "" while there is none
    just: tuple[Words, ...] = ()  # sentences of what the newest answer established, beside what the view says
    old: bool = False  # the verdict in the view came before the newest answer
    both: ConflictView | None = None
    zones: ZonedTray | None = None  # of the tray, where several seats lay things at once
    thrown: LastThrow | None = None  # the newest things that answered
    pause: AnswerPause | None = None  # None: what is asked next is shown at once
    looks: bool = False  # a camera can be asked to look again
    cues: tuple[StagedCue, ...] = ()  # what the newest command brought to stage
    air: Air = "calm"  # what the ambience sounds like
    language: str = "en"  # which the words are in
    redo: UndoableStep | None = None  # what was taken back last, while nothing else was answered
    saved: tuple[SavePointView, ...] = ()  # moments with a name
    past: PastView | None = None  # None: this is now
    keeps: bool = False  # this device keeps the house: set-up, dice, readers, files, devices
    event: SharedEvent | None = None  # of many tables; None: there is none
    staff: bool | None = None  # whether somebody here has called the hall's staff; None: there is none, as at home
    whole: WholeTableSource | None = None  # None: this device answers for no whole table
