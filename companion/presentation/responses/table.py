"""Records of one table as one device is sent them: the snapshot and its parts, the log, and previews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from companion.schema import Air, Block, Odds, Option, Prompt, Seat, SeenObject, StagedCue, Words
from companion.sessions import FaceCount, Source, TableNotice


@dataclass(frozen=True, slots=True)
class SharedEvent:
    """All tables of a hall fight one foe."""

    id: int
    title: Words  # as the staff has typed it
    goal: int
    total: int  # of all tables: of this one as it is, of the others as far as was heard
    own: int  # of this table
    version: int  # of that number: whoever changes it names the next one
    is_over: bool


@dataclass(frozen=True, slots=True)
class SourceView:
    """What a seat answers with where things of one kind are asked for."""

    kind: str
    source: Source


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at the table."""

    seat: Seat
    name: Words
    asked: bool  # a prompt of the open question is this seat's
    answered: bool  # it has answered the open question; what, nobody sees before all are in
    joined: int  # devices that show this seat now
    claimed: bool = False  # a device of its own answers for it: the tablet does not
    own: bool = False  # something is for its eyes alone, and this device may be asked for it
    source: Source = "scan"  # what it answers with
    sources: tuple[SourceView, ...] = ()  # of each kind, where its game uses more than one


@dataclass(frozen=True, slots=True)
class WholeTableSource:
    """What is asked of the whole table is answered with."""

    source: Source
    sources: tuple[SourceView, ...]  # of each kind, where its game uses more than one


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What is one seat's own to read."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PromptView:
    """An open prompt as this seat may see it; another's has no options."""

    prompt: Prompt
    name: Words  # of the seat
    mine: bool  # this device may answer it (the table's tablet may answer what is asked of any present seat openly)
    above: bool = False  # the Now line says its title, and nothing else
    source: Source = "scan"  # what its seat answers with
    chooses: str = ""  # the kind for which another source is chosen here, "" = all of them


@dataclass(frozen=True, slots=True)
class DoubtOption:
    """One way out of a doubt: a tap answers the prompt with these values."""

    values: tuple[str, ...]
    conf: float  # 0..1


@dataclass(frozen=True, slots=True)
class ReaderReport:
    """What one reader told of a draw."""

    source: str  # "vision/cam0", "bridge/bag"
    values: tuple[str, ...]
    objects: tuple[SeenObject, ...] = ()
    picture: str = ""  # URL, or ""


@dataclass(frozen=True, slots=True)
class ConflictView:
    """Two readers told different things of one draw; what the first told counts until a person says which it is."""

    id: str  # of the second one's reading
    seq: int  # of the answer that counts
    title: Words  # what was asked
    why: Words  # the sentence
    object: str  # kind of the things
    first: ReaderReport
    second: ReaderReport
    others: tuple[tuple[str, ...], ...]  # what it was if the second is right
    next: tuple[str, ...]  # or these answer what is asked now; () = they do not
    tag: str  # nobody taught it: asked is alone whether it stands for what counts; "" = something else


@dataclass(frozen=True, slots=True)
class DoubtView:
    """Something was read and a person must decide. `objects` in the order of the tray, each with its alternatives."""

    id: str  # of the reading
    prompts: tuple[str, ...]  # ids of the prompts that may be meant; more than one: whose is it?
    why: Words  # the sentence
    objects: tuple[SeenObject, ...]  # empty for seats that may not see it
    values: tuple[str, ...]  # the answer as read so far, "" where a person must say
    open: tuple[int, ...]  # places in `values` that a person must say
    guesses: tuple[DoubtOption, ...]  # likeliest whole answers first
    picture: str  # URL of the annotated crop, or ""
    told: tuple[ReaderReport, ...] = ()  # what other readers surely tell of it
    whose: bool = False  # the sentence asks whose it is


@dataclass(frozen=True, slots=True)
class ThrowSlot:
    """One thing of an answer."""

    value: str
    conf: float = 0.0  # as it was read; 0: nobody read it, or it is not kept
    likely: tuple[tuple[str, float], ...] = ()  # other faces, likeliest first
    locked: bool = False  # it lay there before, and stays
    unsure: bool = False  # nobody is sure of it, and it changes nothing
    said: bool = False  # a person said what it is


@dataclass(frozen=True, slots=True)
class LastThrow:
    """The newest things that answered: the filled slots, in sight until others are."""

    seq: int
    seat: Seat
    name: Words  # of the seat
    title: Words  # what was asked
    object: str  # kind of the things
    source: Literal["camera", "serial", "virtual", "hand"]
    slots: tuple[ThrowSlot, ...]  # in the order of the tray
    faces: tuple[str, ...]  # what each may be; () = any of its kind
    later: int  # answers since: to change it, those are gone through again
    mine: bool  # this device may say that it was something else
    note: Words = ""  # why nobody was asked about what is not sure
    odds: Odds | None = None  # those before it, marked with what came


@dataclass(frozen=True, slots=True)
class AnswerPause:
    """The newest answer counts; a page that sees it come waits a moment before it shows what is asked next."""

    seq: int
    why: Words


@dataclass(frozen=True, slots=True)
class TrayView:
    """What lay there when it last came to rest: named and, where faces are numbers, summed."""

    reading: str
    source: str  # "vision/cam0", "virtual", "upload"
    objects: tuple[SeenObject, ...]
    heaps: tuple[FaceCount, ...]
    total: int | None  # sum of the number faces; None where none is a number
    unread: int  # objects without a value
    words: Words  # "2, 5 and 6: 13"
    picture: str  # URL of the annotated crop, or ""
    settled_at: float  # s, Unix
    taken: bool  # it answered a prompt; else it was a free roll
    agrees: bool = False  # another reader told the same


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A seat's part of the tray."""

    seat: Seat
    name: Words
    waits: bool  # for its thing; else it lies there


@dataclass(frozen=True, slots=True)
class ZonedTray:
    """The tray as the camera sees it, divided among seats that lay things at once."""

    zones: tuple[ZoneView, ...]  # from left to right
    down: bool = False  # from top to bottom instead


@dataclass(frozen=True, slots=True)
class LogLineView:
    """One line of the log that this seat may read."""

    seq: int
    text: Words
    kind: Literal["fact", "answer", "choice", "correction", "undo", "note"]
    source: Literal["camera", "serial", "virtual", "hand", "rules"]
    undo: int | None = None  # `undo` to this seq takes the line back, and what came after it
    amend: int | None = None  # seq of the answer that this device may amend
    values: tuple[str, ...] = ()  # of an answer; of an undo those of the first roll that it took back
    object: str = ""  # kind of these values
    where: Words = ""  # "Round 2 · Mythos": the chapter it stands in
    at: int = 0  # the table after it is the past at this seq
    seat: Seat = ""  # who answered
    chosen: tuple[Words, ...] = ()  # what was tapped
    was: tuple[str, ...] = ()  # the values before it was amended
    unsure: tuple[int, ...] = ()  # places of values that nobody is sure of
    sent: Annotated[Words, Field(exclude_if=lambda words: not words)] = (
        ""  # "photograph, Ann’s phone": in place of the source, where a device sent what was read
    )


@dataclass(frozen=True, slots=True)
class UndoableStep:
    """A step that can be taken back, or one that was and can be brought back."""

    to: int  # back to there; of what is brought back the entry that took it back
    text: Words  # the first thing that it takes or brings back: "Investigate"
    steps: int = 1  # answers of people
    amends: int = (
        0  # instead of going back: this answer alone is asked again; of what is brought back: it was an amendment
    )
    things: int = 0  # dice, tokens and cards in it


@dataclass(frozen=True, slots=True)
class SavePointView:
    """A moment with a name."""

    id: int
    seq: int
    name: Words
    at: float  # s, Unix
    there: bool  # False: it was taken back
    steps: int  # answers of people since
    mine: bool = False  # this device may take its name away


@dataclass(frozen=True, slots=True)
class PastView:
    """This is no picture of now: nothing can be answered in it."""

    at: int  # the entry after which it was so
    step: int  # its place among the steps of the evening, 0 = before anything was answered
    steps: int  # of them all: the present
    where: Words  # "Round 2 · Mythos"
    now: Words  # the Now line of the present
    next: tuple[LogLineView, ...] = ()  # what was answered then
    back: int | None = None  # `undo` to this seq makes it the present; None: this device may not


@dataclass(frozen=True, slots=True)
class LogChapter:
    """From a step on the evening was there."""

    step: int
    where: Words


@dataclass(frozen=True, slots=True)
class EveningSteps:
    """The steps of an evening: each is the moment before somebody answered."""

    at: tuple[int, ...]  # the entry after which each stood; the present is the last
    chapters: tuple[LogChapter, ...]
    rolls: tuple[int, ...]  # steps at which things were thrown or drawn


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of the log, the newest last."""

    lines: tuple[LogLineView, ...]
    more: bool  # older ones are there


@dataclass(frozen=True, slots=True)
class AmendableAnswer:
    """An answer that may be amended, and all that it could have been."""

    seq: int
    title: Words  # what was asked
    kind: str  # of the prompt
    object: str  # kind of the things, "" = a tap
    values: tuple[str, ...]
    faces: tuple[str, ...]  # none: any
    options: tuple[Option, ...]  # of a choice
    least: int
    most: int
    likely: tuple[tuple[tuple[str, float], ...], ...]  # for each value what else was read there, likeliest first


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """What an amendment would change."""

    gone: tuple[Words, ...]  # sentences of the log that would not be there
    come: tuple[Words, ...]  # and those in their place
    verdict: tuple[Words, Words]  # of the test it is about: before and after; "" = none
    replayed: int  # later answers that would be given again as they are
    dropped: tuple[Words, ...]  # what was asked where later answers do not fit any more, in their order
    kept: int  # of them those whose things would be offered again
    asks: Words  # the Now line then; "" = as now
    later: int  # answers of people since
    newest: int  # entry that was known of: what is answered after it is not lost by what was tried here
    words: Words  # all of it in a sentence


@dataclass(frozen=True, slots=True)
class RetractedDice:
    """Dice or tokens of an answer that was taken back: keep them, or roll again?"""

    id: str
    text: Words
    values: tuple[str, ...]
    prompts: tuple[str, ...] = ()  # the open ones that they can answer
    object: str = ""  # kind of the values
    more: int = 0  # further answers of things that were taken back with it


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
