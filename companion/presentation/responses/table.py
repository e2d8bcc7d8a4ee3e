"""Records of one table as one device is sent them: the snapshot and its parts, the log, and previews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from companion.schema import Air, Block, Odds, Option, Prompt, Seat, SeenObject, StagedCue, Words
from companion.sessions import FaceCount, Source, TableNotice


@dataclass(frozen=True, slots=True)
class SharedEvent:
    """An event in which all tables of a hall fight one foe."""

    id: int
    title: Words  # as typed by the staff
    goal: int
    total: int  # of all tables: current for this one, as last reported for the others
    own: int  # this table's part
    version: int  # of `own`; a change must name the next one
    is_over: bool


@dataclass(frozen=True, slots=True)
class SourceView:
    """The source of a seat's answers for one kind of thing."""

    kind: str
    source: Source


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at the table."""

    seat: Seat
    name: Words
    asked: bool  # it has a prompt of the open question
    answered: bool  # it has answered the open question; the answer stays hidden until all are in
    joined: int  # devices that show this seat now
    claimed: bool = False  # a device of its own answers for it, not the tablet
    own: bool = False  # it has a private view that this device may show
    source: Source = "scan"  # of its answers
    sources: tuple[SourceView, ...] = ()  # by kind, if its game uses more than one


@dataclass(frozen=True, slots=True)
class WholeTableSource:
    """The source of answers for prompts of the whole table."""

    source: Source
    sources: tuple[SourceView, ...]  # by kind, if its game uses more than one


@dataclass(frozen=True, slots=True)
class PrivateView:
    """Private blocks of one seat."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PromptView:
    """An open prompt as this seat may see it; another seat's has no options."""

    prompt: Prompt
    name: Words  # of the seat
    mine: bool  # this device may answer it (the table's tablet may answer public prompts of any present seat)
    above: bool = False  # the Now line consists of its title
    source: Source = "scan"  # of its seat's answers
    chooses: str = ""  # the kind whose source is chosen here, "" = all of them


@dataclass(frozen=True, slots=True)
class DoubtOption:
    """One way out of a doubt: a complete answer."""

    values: tuple[str, ...]
    conf: float  # 0..1


@dataclass(frozen=True, slots=True)
class ReaderReport:
    """One reader's report of a draw."""

    source: str  # "vision/cam0", "bridge/bag"
    values: tuple[str, ...]
    objects: tuple[SeenObject, ...] = ()
    picture: str = ""  # URL, or ""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two readers disagree about a draw. The first counts until a person decides."""

    id: str  # of the second reader's reading
    seq: int  # of the answer that counts
    title: Words  # of the prompt
    why: Words  # sentence
    object: str  # kind
    first: ReaderReport
    second: ReaderReport
    others: tuple[tuple[str, ...], ...]  # the answer if the second reader is right
    next: tuple[str, ...]  # it could answer the open prompt instead; () = it could not
    tag: str  # an unknown tag: only ask whether it means the answer; "" = anything else


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A reading that a person must decide. `objects` in the order of the tray, each with its alternatives."""

    id: str  # of the reading
    prompts: tuple[str, ...]  # ids of the possible prompts; with several, ask whose it is
    why: Words  # sentence
    objects: tuple[SeenObject, ...]  # empty for seats that may not see it
    values: tuple[str, ...]  # the answer as read so far, "" where a person must decide
    open: tuple[int, ...]  # places in `values` that a person must decide
    guesses: tuple[DoubtOption, ...]  # complete answers, likeliest first
    picture: str  # URL of the annotated crop, or ""
    told: tuple[ReaderReport, ...] = ()  # sure reports of other readers
    whose: bool = False  # the sentence asks whose it is


@dataclass(frozen=True, slots=True)
class ThrowSlot:
    """One thing of an answer."""

    value: str
    conf: float = 0.0  # as read; 0: not read, or not kept
    likely: tuple[tuple[str, float], ...] = ()  # other faces, likeliest first
    locked: bool = False  # it was there before, and stays
    unsure: bool = False  # unsure, without effect on the result
    said: bool = False  # decided by a person


@dataclass(frozen=True, slots=True)
class LastThrow:
    """The newest answer by things. Visible until the next one."""

    seq: int
    seat: Seat
    name: Words  # of the seat
    title: Words  # of the prompt
    object: str  # kind
    source: Literal["camera", "serial", "virtual", "hand"]
    slots: tuple[ThrowSlot, ...]  # in the order of the tray
    faces: tuple[str, ...]  # possible faces; () = any of its kind
    later: int  # later answers, which an amendment replays
    mine: bool  # this device may amend it
    note: Words = ""  # why unsure things need no decision
    odds: Odds | None = None  # those before it, with the result marked


@dataclass(frozen=True, slots=True)
class AnswerPause:
    """Delays the next prompt on a page that sees the newest answer arrive."""

    seq: int
    why: Words


@dataclass(frozen=True, slots=True)
class TrayView:
    """The last reading at rest: named and, if faces are numbers, summed."""

    reading: str
    source: str  # "vision/cam0", "virtual", "upload"
    objects: tuple[SeenObject, ...]
    heaps: tuple[FaceCount, ...]
    total: int | None  # sum of the number faces; None without numbers
    unread: int  # objects without a value
    words: Words  # "2, 5 and 6: 13"
    picture: str  # URL of the annotated crop, or ""
    settled_at: float  # s, Unix
    taken: bool  # it answered a prompt; otherwise a free roll
    agrees: bool = False  # another reader reported the same


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A seat's zone of the tray."""

    seat: Seat
    name: Words
    waits: bool  # its thing is still missing


@dataclass(frozen=True, slots=True)
class ZonedTray:
    """The tray in the camera's view, divided among seats that put things there at once."""

    zones: tuple[ZoneView, ...]  # from left to right
    down: bool = False  # from top to bottom instead


@dataclass(frozen=True, slots=True)
class LogLineView:
    """One line of the log that this seat may read."""

    seq: int
    text: Words
    kind: Literal["fact", "answer", "choice", "correction", "undo", "note"]
    source: Literal["camera", "serial", "virtual", "hand", "rules"]
    undo: int | None = None  # `undo` to this seq retracts the line and everything after it
    amend: int | None = None  # seq of the answer that this device may amend
    values: tuple[str, ...] = ()  # of an answer; of an undo those of its first roll
    object: str = ""  # their kind
    where: Words = ""  # chapter: "Round 2 · Mythos"
    at: int = 0  # the past at this seq is the table after it
    seat: Seat = ""  # of the answer
    chosen: tuple[Words, ...] = ()  # tapped options
    was: tuple[str, ...] = ()  # the values before an amendment
    unsure: tuple[int, ...] = ()  # places of unsure values
    # "photograph, Ann’s phone": in place of the source, where a device sent what was read
    sent: Annotated[Words, Field(exclude_if=lambda words: not words)] = ""


@dataclass(frozen=True, slots=True)
class UndoableStep:
    """A step that can be undone or redone."""

    to: int  # target of an undo; for a redo the undo's entry
    text: Words  # title of its first prompt: "Investigate"
    steps: int = 1  # answers of people
    amends: int = 0  # ask only this answer again instead of going back; of a redo: it was an amendment
    things: int = 0  # dice, tokens and cards in it


@dataclass(frozen=True, slots=True)
class SavePointView:
    """A save point."""

    id: int
    seq: int
    name: Words
    at: float  # s, Unix
    there: bool  # False: it was retracted
    steps: int  # answers of people since
    mine: bool = False  # this device may delete it


@dataclass(frozen=True, slots=True)
class PastView:
    """Marks a snapshot of the past, which cannot be answered."""

    at: int  # the entry after which it was so
    step: int  # index among all steps, 0 = before the first answer
    steps: int  # their number, with the present
    where: Words  # "Round 2 · Mythos"
    now: Words  # the Now line of the present
    next: tuple[LogLineView, ...] = ()  # the answer that followed
    back: int | None = None  # `undo` to this seq restores it; None: this device may not


@dataclass(frozen=True, slots=True)
class LogChapter:
    """A chapter, beginning at a step."""

    step: int
    where: Words


@dataclass(frozen=True, slots=True)
class EveningSteps:
    """All steps: each is the moment before an answer."""

    at: tuple[int, ...]  # the entry of each; the last is the present
    chapters: tuple[LogChapter, ...]
    rolls: tuple[int, ...]  # steps with a throw or draw


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of the log, newest last."""

    lines: tuple[LogLineView, ...]
    more: bool  # there are older ones


@dataclass(frozen=True, slots=True)
class AmendableAnswer:
    """An answer that may be amended, with all possible values."""

    seq: int
    title: Words  # of the prompt
    kind: str  # of the prompt
    object: str  # kind, "" = a tap
    values: tuple[str, ...]
    faces: tuple[str, ...]  # () = any
    options: tuple[Option, ...]  # of a choice
    least: int
    most: int
    likely: tuple[tuple[tuple[str, float], ...], ...]  # alternatives read for each value, likeliest first


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """Effects of an amendment."""

    gone: tuple[Words, ...]  # sentences that would leave the log
    come: tuple[Words, ...]  # and those that would replace them
    verdict: tuple[Words, Words]  # of its test: before and after; "" = none
    replayed: int  # later answers that would stay as they are
    dropped: tuple[Words, ...]  # prompts whose later answers would no longer fit, in order
    kept: int  # of them those whose things would be offered again
    asks: Words  # the Now line then; "" = unchanged
    later: int  # answers of people since
    newest: int  # newest entry of the preview: the amendment is refused if an answer that came after it would be lost
    words: Words  # summary in a sentence


@dataclass(frozen=True, slots=True)
class RetractedDice:
    """Dice or tokens of a retracted answer, to keep or roll again."""

    id: str
    text: Words
    values: tuple[str, ...]
    prompts: tuple[str, ...] = ()  # open ones that they can answer
    object: str = ""  # kind
    more: int = 0  # further retracted answers by things


@dataclass(frozen=True, slots=True)
class ReaderSummary:
    """A reader and its state."""

    reader: str
    title: Words  # "Tray camera"
    state: Literal["ready", "retrying", "offline"]
    words: Words  # "4 readings, last 12 s ago"
    sees: Words = ""  # of a camera: "4 of 4 markers, 3.1 px a millimetre"; "" before its first picture
    advice: tuple[Words, ...] = ()  # to improve its sight, most important first


@dataclass(frozen=True, slots=True)
class DemoOffers:
    """Recorded throws and tokens that fit an open prompt. None outside a demo."""

    throws: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]  # tag id, face


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a device sees of a table."""

    id: str  # "boot-rev": the newest one counts
    assets: str  # hash of the page's files: reload when it changes
    table: str
    game: str
    title: Words
    seat: Seat
    rev: int
    newest: int  # newest valid entry: an undo from here retracts no later answer
    now: Words  # the Now line, the same on every display
    over: Words
    sittings: tuple[SeatView, ...]
    asked: tuple[PromptView, ...]
    first: bool  # the first answer closes the question
    view: tuple[Block, ...]
    doubt: DoubtView | None
    tray: TrayView | None
    log: tuple[LogLineView, ...]  # newest last; the page requests older ones
    undo: UndoableStep | None
    aside: tuple[RetractedDice, ...]
    senses: tuple[ReaderSummary, ...]
    notice: TableNotice | None
    demo: DemoOffers | None
    broker: Words  # which one runs and what it guarantees
    join: str  # URL for invitations, "" where this device may not invite
    next: str = ""  # URL path of the next game in the campaign, "" while there is none
    just: tuple[Words, ...] = ()  # sentences of the newest command's facts that are not in the view
    old: bool = False  # the verdict in the view is older than the newest answer
    both: ConflictView | None = None
    zones: ZonedTray | None = None  # of the tray, while several seats put things there at once
    thrown: LastThrow | None = None  # newest answer by things
    pause: AnswerPause | None = None  # None: show the next prompt at once
    looks: bool = False  # the camera can read the tray again
    cues: tuple[StagedCue, ...] = ()  # of the newest command
    air: Air = "calm"  # ambience
    language: str = "en"  # of the texts
    redo: UndoableStep | None = None  # the last undo, if no other answer came
    saved: tuple[SavePointView, ...] = ()  # save points
    past: PastView | None = None  # None: this is the present
    keeps: bool = False  # this device is a keeper: set-up, dice, readers, files, devices
    event: SharedEvent | None = None  # of many tables; None: not in one
    staff: bool | None = None  # whether this table has called staff; None without a hall
    whole: WholeTableSource | None = None  # None: this device does not answer for the whole table
