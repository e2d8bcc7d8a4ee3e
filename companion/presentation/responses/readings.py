"""What was read of the table, as one device is told: thrown, doubted, told twice, or just lying there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema import Odds, Seat, SeenObject, Words
from companion.sessions import FaceCount


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
