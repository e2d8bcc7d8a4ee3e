"""What one device is sent: the whole picture of one table for one seat, once per change, never a difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.tables.free_roll import Heap
from companion.tables.seated import Notice
from companion.tables.sources import Source
from companion.wire.cue import Air, Cued
from companion.wire.form import Form
from companion.wire.prompt import Option, Prompt, Seat
from companion.wire.reading import Seen
from companion.wire.view import Block, Odds
from companion.wire.words import Words


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat at the table."""

    seat: Seat
    name: Words
    asked: bool  # a prompt of the open question is this seat's
    answered: bool  # it has answered the open question; what, nobody sees before all are in
    joined: int  # devices that show this seat now
    claimed: bool = False  # a device of its own answers for it: the tablet does not
    own: bool = False  # something is for its eyes alone, and this device may be asked for it
    source: Source = "scan"  # what it answers with


@dataclass(frozen=True, slots=True)
class Own:
    """What is one seat's own to read."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An open prompt as this seat may see it; another's has no options."""

    prompt: Prompt
    name: Words  # of the seat
    mine: bool  # this device may answer it (the table's tablet may answer what is asked of any present seat openly)
    above: bool = False  # the Now line says its title, and nothing else
    source: Source = "scan"  # what its seat answers with


@dataclass(frozen=True, slots=True)
class Guess:
    """One way out of a doubt: a tap answers the prompt with these values."""

    values: tuple[str, ...]
    text: Words  # "success · blank · success"
    conf: float  # 0..1


@dataclass(frozen=True, slots=True)
class Told:
    """What one reader told of a draw."""

    source: str  # "vision/cam0", "bridge/bag"
    values: tuple[str, ...]
    objects: tuple[Seen, ...] = ()
    picture: str = ""  # URL, or ""


@dataclass(frozen=True, slots=True)
class Bothed:
    """Two readers told different things of one draw; what the first told counts until a person says which it is."""

    id: str  # of the second one's reading
    seq: int  # of the answer that counts
    title: Words  # what was asked
    why: Words  # the sentence
    object: str  # kind of the things
    first: Told
    second: Told
    others: tuple[tuple[str, ...], ...]  # what it was if the second is right
    next: tuple[str, ...]  # or these answer what is asked now; () = they do not
    tag: str  # nobody taught it: asked is alone whether it stands for what counts; "" = something else


@dataclass(frozen=True, slots=True)
class Doubted:
    """Something was read and a person must decide. `objects` in the order of the tray, each with its alternatives."""

    id: str  # of the reading
    prompts: tuple[str, ...]  # ids of the prompts that may be meant; more than one: whose is it?
    why: Words  # the sentence
    objects: tuple[Seen, ...]  # empty for seats that may not see it
    values: tuple[str, ...]  # the answer as read so far, "" where a person must say
    open: tuple[int, ...]  # places in `values` that a person must say
    guesses: tuple[Guess, ...]  # likeliest whole answers first
    picture: str  # URL of the annotated crop, or ""
    told: tuple[Told, ...] = ()  # what other readers surely tell of it
    whose: bool = False  # the sentence asks whose it is


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing of an answer."""

    value: str
    conf: float = 0.0  # as it was read; 0: nobody read it, or it is not kept
    likely: tuple[tuple[str, float], ...] = ()  # other faces, likeliest first
    locked: bool = False  # it lay there before, and stays
    unsure: bool = False  # nobody is sure of it, and it changes nothing
    said: bool = False  # a person said what it is


@dataclass(frozen=True, slots=True)
class Thrown:
    """The newest things that answered: the filled slots, in sight until others are."""

    seq: int
    seat: Seat
    name: Words  # of the seat
    title: Words  # what was asked
    object: str  # kind of the things
    source: Literal["camera", "serial", "virtual", "hand"]
    slots: tuple[Slot, ...]  # in the order of the tray
    faces: tuple[str, ...]  # what each may be; () = any of its kind
    later: int  # answers since: to change it, those are gone through again
    mine: bool  # this device may say that it was something else
    note: Words = ""  # why nobody was asked about what is not sure
    odds: Odds | None = None  # those before it, marked with what came


@dataclass(frozen=True, slots=True)
class Pause:
    """The newest answer counts; a page that sees it come waits a moment before it shows what is asked next."""

    seq: int
    why: Words


@dataclass(frozen=True, slots=True)
class Tray:
    """What lay there when it last came to rest: named and, where faces are numbers, summed."""

    reading: str
    source: str  # "vision/cam0", "virtual", "upload"
    objects: tuple[Seen, ...]
    heaps: tuple[Heap, ...]
    total: int | None  # sum of the number faces; None where none is a number
    unread: int  # objects without a value
    words: Words  # "2, 5 and 6: 13"
    picture: str  # URL of the annotated crop, or ""
    settled_at: float  # s, Unix
    taken: bool  # it answered a prompt; else it was a free roll
    size: tuple[int, int] | None = None  # px of the picture that the boxes refer to
    agrees: bool = False  # another reader told the same


@dataclass(frozen=True, slots=True)
class Zone:
    """A seat's part of the tray."""

    seat: Seat
    name: Words
    waits: bool  # for its thing; else it lies there


@dataclass(frozen=True, slots=True)
class Zoned:
    """The tray as the camera sees it, divided among seats that lay things at once."""

    zones: tuple[Zone, ...]  # from left to right
    down: bool = False  # from top to bottom instead


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log that this seat may read."""

    seq: int
    text: Words
    kind: Literal["fact", "answer", "choice", "correction", "undo"]
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


@dataclass(frozen=True, slots=True)
class Sense:
    """A reader and how it is."""

    reader: str
    title: Words  # "Tray camera"
    state: Literal["ready", "retrying", "offline"]
    words: Words  # "4 readings, last 12 s ago"
    sees: Words = ""  # of a camera: "4 of 4 markers, 3.1 px a millimetre"; "" before it was looked at
    advice: tuple[Words, ...] = ()  # what would let it see better, the most important first


@dataclass(frozen=True, slots=True)
class Undoable:
    """A step that can be taken back, or one that was and can be brought back."""

    to: int  # back to there; of what is brought back the entry that took it back
    text: Words  # the first thing that it takes or brings back: "Investigate"
    steps: int = 1  # answers of people
    amends: int = (
        0  # instead of going back: this answer alone is asked again; of what is brought back: it was an amendment
    )
    things: int = 0  # dice, tokens and cards in it


@dataclass(frozen=True, slots=True)
class Saved:
    """A moment with a name."""

    id: int
    seq: int
    name: str
    at: float  # s, Unix
    there: bool  # False: it was taken back
    steps: int  # answers of people since


@dataclass(frozen=True, slots=True)
class Past:
    """This is no picture of now: nothing can be answered in it."""

    at: int  # the entry after which it was so
    step: int  # its place among the steps of the evening, 0 = before anything was answered
    steps: int  # of them all: the present
    where: Words  # "Round 2 · Mythos"
    now: Words  # the Now line of the present
    next: tuple[Line, ...] = ()  # what was answered then
    back: int | None = None  # `undo` to this seq makes it the present; None: this device may not


@dataclass(frozen=True, slots=True)
class LogChapter:
    """From a step on the evening was there."""

    step: int
    where: Words


@dataclass(frozen=True, slots=True)
class Evening:
    """The steps of an evening: each is the moment before somebody answered."""

    at: tuple[int, ...]  # the entry after which each stood; the present is the last
    chapters: tuple[LogChapter, ...]
    rolls: tuple[int, ...]  # steps at which things were thrown or drawn


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some lines of the log, the newest last."""

    lines: tuple[Line, ...]
    more: bool  # older ones are there


@dataclass(frozen=True, slots=True)
class Possible:
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
class Change:
    """What an amendment would change."""

    gone: tuple[Words, ...]  # sentences of the log that would not be there
    come: tuple[Words, ...]  # and those in their place
    verdict: tuple[str, str]  # of the test it is about: before and after; "" = none
    replayed: int  # later answers that would be given again as they are
    dropped: tuple[Words, ...]  # what was asked where later answers do not fit any more, in their order
    kept: int  # of them those whose things would be offered again
    asks: Words  # the Now line then; "" = as now
    later: int  # answers of people since
    newest: int  # entry that was known of: what is answered after it is not lost by what was tried here
    words: Words  # all of it in a sentence


@dataclass(frozen=True, slots=True)
class Aside:
    """Dice or tokens of an answer that was taken back: keep them, or roll again?"""

    id: str
    text: Words
    values: tuple[str, ...]
    prompts: tuple[str, ...] = ()  # the open ones that they can answer
    object: str = ""  # kind of the values
    more: int = 0  # further answers of things that were taken back with it


@dataclass(frozen=True, slots=True)
class Demo:
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
    sittings: tuple[Sitting, ...]
    asked: tuple[Asked, ...]
    first: bool  # whoever answers first closes the question
    view: tuple[Block, ...]
    doubt: Doubted | None
    tray: Tray | None
    log: tuple[Line, ...]  # newest last; older ones are asked for
    undo: Undoable | None
    aside: tuple[Aside, ...]
    senses: tuple[Sense, ...]
    notice: Notice | None
    demo: Demo | None
    broker: Words  # which broker runs and what it promises
    join: str  # URL path that a phone opens, "" where this seat may not invite
    next: str = ""  # URL path where the next evening of this one begins, "" while there is none
    just: tuple[Words, ...] = ()  # sentences of what the newest answer established, beside what the view says
    old: bool = False  # the verdict in the view came before the newest answer
    both: Bothed | None = None
    zones: Zoned | None = None  # of the tray, where several seats lay things at once
    thrown: Thrown | None = None  # the newest things that answered
    pause: Pause | None = None  # None: what is asked next is shown at once
    looks: bool = False  # a camera can be asked to look again
    cues: tuple[Cued, ...] = ()  # what the newest command brought to stage
    air: Air = "calm"  # what the ambience sounds like
    language: str = "en"  # which the words are in
    redo: Undoable | None = None  # what was taken back last, while nothing else was answered
    saved: tuple[Saved, ...] = ()  # moments with a name
    past: Past | None = None  # None: this is now


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


@dataclass(frozen=True, slots=True)
class Shelved:
    """The sheets of one kind."""

    form: Form
    shipped: Mapping[str, Words]  # name -> title
    own: Mapping[str, Words]
    broken: Mapping[str, Words]  # own ones that the game does not take any more: name -> why
    notes: Mapping[str, Words]  # of shipped and own ones: a line under the title
    files: tuple[str, ...]  # endings of the files in which such sheets come, ".valkyrie"; () = JSON and TOML alone


@dataclass(frozen=True, slots=True)
class Beginning:
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
    sheets: Mapping[str, Shelved]
    begin: Beginning


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet in full."""

    name: str
    own: bool
    data: Mapping[str, Any]
