"""What one device is sent: the whole picture of one table for one seat, once per change, never a difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.tables.free_roll import Heap
from companion.tables.seated import Notice
from companion.wire.form import Form
from companion.wire.prompt import Prompt, Seat
from companion.wire.reading import Seen
from companion.wire.view import Block


@dataclass(frozen=True, slots=True)
class Sitting:
    """One seat at the table."""

    seat: Seat
    name: str
    asked: bool  # a prompt of the open question is this seat's
    answered: bool  # it has answered the open question; what, nobody sees before all are in
    joined: int  # devices that show this seat now
    claimed: bool = False  # a device of its own answers for it: the tablet does not
    own: bool = False  # something is for its eyes alone, and this device may be asked for it


@dataclass(frozen=True, slots=True)
class Own:
    """What is one seat's own to read."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An open prompt as this seat may see it; another's has no options."""

    prompt: Prompt
    name: str  # of the seat
    mine: bool  # this device may answer it (the table's tablet may answer what is asked of any present seat openly)


@dataclass(frozen=True, slots=True)
class Guess:
    """One way out of a doubt: a tap answers the prompt with these values."""

    values: tuple[str, ...]
    text: str  # "success · blank · success"
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
    title: str  # what was asked
    why: str  # the sentence
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
    why: str  # the sentence
    objects: tuple[Seen, ...]  # empty for seats that may not see it
    values: tuple[str, ...]  # the answer as read so far, "" where a person must say
    open: tuple[int, ...]  # places in `values` that a person must say
    guesses: tuple[Guess, ...]  # likeliest whole answers first
    picture: str  # URL of the annotated crop, or ""
    told: tuple[Told, ...] = ()  # what other readers surely tell of it


@dataclass(frozen=True, slots=True)
class Tray:
    """What lay there when it last came to rest: named and, where faces are numbers, summed."""

    reading: str
    source: str  # "vision/cam0", "virtual", "upload"
    objects: tuple[Seen, ...]
    heaps: tuple[Heap, ...]
    total: int | None  # sum of the number faces; None where none is a number
    unread: int  # objects without a value
    words: str  # "2, 5 and 6: 13"
    picture: str  # URL of the annotated crop, or ""
    settled_at: float  # s, Unix
    taken: bool  # it answered a prompt; else it was a free roll
    size: tuple[int, int] | None = None  # px of the picture that the boxes refer to
    agrees: bool = False  # another reader told the same


@dataclass(frozen=True, slots=True)
class Zone:
    """A seat's part of the tray."""

    seat: Seat
    name: str
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
    text: str
    kind: Literal["fact", "answer", "correction", "undo"]
    source: Literal["camera", "serial", "virtual", "hand", "rules"]
    undo: int | None = None  # `undo` to this seq takes the line back
    amend: int | None = None  # seq of the answer that may be amended
    values: tuple[str, ...] = ()  # of an answer to a roll, draw or show
    object: str = ""  # kind of these values


@dataclass(frozen=True, slots=True)
class Sense:
    """A reader and how it is."""

    reader: str
    title: str  # "Tray camera"
    state: Literal["ready", "retrying", "offline"]
    words: str  # "4 readings, last 12 s ago"
    sees: str = ""  # of a camera: "4 of 4 markers, 3.1 px a millimetre"; "" before it was looked at
    advice: tuple[str, ...] = ()  # what would let it see better, the most important first


@dataclass(frozen=True, slots=True)
class Undoable:
    to: int
    text: str  # what it takes back: "Investigate"


@dataclass(frozen=True, slots=True)
class Aside:
    """Dice or tokens of an answer that was taken back: keep them, or roll again?"""

    id: str
    text: str
    values: tuple[str, ...]
    prompts: tuple[str, ...] = ()  # the open ones that they can answer


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
    title: str
    seat: Seat
    rev: int
    now: str  # the Now line, the same on every display
    over: str
    sittings: tuple[Sitting, ...]
    asked: tuple[Asked, ...]
    first: bool  # whoever answers first closes the question
    view: tuple[Block, ...]
    doubt: Doubted | None
    tray: Tray | None
    log: tuple[Line, ...]  # newest last, at most 80
    undo: Undoable | None
    aside: tuple[Aside, ...]
    senses: tuple[Sense, ...]
    notice: Notice | None
    demo: Demo | None
    broker: str  # which broker runs and what it promises
    join: str  # URL path that a phone opens, "" where this seat may not invite
    next: str = ""  # URL path where the next evening of this one begins, "" while there is none
    just: tuple[str, ...] = ()  # sentences of what the newest answer established, beside what the view says
    old: bool = False  # the verdict in the view came before the newest answer
    both: Bothed | None = None
    zones: Zoned | None = None  # of the tray, where several seats lay things at once


@dataclass(frozen=True, slots=True)
class ShelfGame:
    name: str
    title: str
    blurb: str
    seats: tuple[int, int]
    kinds: tuple[str, ...]
    dealer: bool
    form: bool = False  # something is chosen before it begins


@dataclass(frozen=True, slots=True)
class ShelfTable:
    table: str
    game: str
    title: str
    now: str
    seats: tuple[str, ...]
    where: str = ""  # the view's heading: "Round 2 · Mythos"
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
    shipped: Mapping[str, str]  # name -> title
    own: Mapping[str, str]
    broken: Mapping[str, str]  # own ones that the game does not take any more: name -> why
    notes: Mapping[str, str]  # of shipped and own ones: a line under the title
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
    title: str
    blurb: str
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
