"""What the referee asks, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, PlainSerializer, WithJsonSchema

from companion.errors import LamplightError
from companion.i18n import Text
from companion.i18n.text import serialized

WORDS = PlainSerializer(serialized)

Words: TypeAlias = Annotated[str | Text, WORDS, WithJsonSchema({"type": "string"}, mode="serialization")]
"""What people read: text to be rendered in their language, or a string that somebody typed."""


Faces: TypeAlias = tuple[str, ...]
Seat: TypeAlias = str  # "1".."6", "dealer", "table", "house"
PromptKind: TypeAlias = Literal["roll", "draw", "show", "choose", "count", "write"]

Sender: TypeAlias = Annotated[Seat, Field(exclude_if=lambda seat: not seat)]
"""The seat of the device that sent something. Most comes from no device: what says nothing stands in no JSON."""
Stored: TypeAlias = Annotated[str, Field(exclude_if=lambda value: not value)]
Called: TypeAlias = Annotated[Words, Field(exclude_if=lambda name: not name)]

TABLE: Seat = "table"  # the public screen
DEALER: Seat = "dealer"
HOUSE: Seat = "house"  # hidden chance of an app, answered by tables.house
WALL: Seat = "wall"  # a screen for all to see: it shows what everybody may know, and answers for nobody


class Refused(LamplightError):
    """An answer does not fit what was asked; the sentence stands on the player's tablet.

    `code` is a short name for machines (the codes of the rule cases where they have one); `rule` the clause that
    forbids it, "" = none does.
    """

    def __init__(self, code: str, sentence: Words, rule: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an option cannot be taken now: shown on the grey button."""

    code: str
    sentence: Words
    rule: str = ""  # the clause that forbids it, as in `Prompt.rule`; "" = none does

    def error(self) -> Refused:
        return Refused(self.code, self.sentence, self.rule)


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer."""

    id: str  # a face or a choice
    text: Words = ""  # "" = the page words the id
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """One thing the referee asks one seat."""

    seat: Seat
    kind: PromptKind
    title: Words  # public: every seat may read it
    options: tuple[Option, ...] = ()  # for the seat alone; a count has none, of a write they are proposals
    least: int = 1
    most: int = 1  # of a write: its letters, 1 = as many as a name has
    of: tuple[str, ...] = ()  # kinds of objects that can answer; () = taps only
    zone: str = ""  # where the thing will lie: "tray", "bag", "pile", "seat-2"
    rule: str = ""  # paragraph of the rulebook, "ST.3"
    locked: Faces = ()  # faces that lie there already: of a roll part of the answer, of a draw or show not
    sides: Faces = ()  # of a roll: every side of the die, for the odds and for a roll without dice
    secret: bool = False  # options and answer are for the seat's eyes: a shared tablet covers them until it is tapped
    at: str = ""  # the block whose parts are its options, "board"; "menu": the bar below; "" = a card of its own
    id: str = ""  # "p41.0", given by the run: the log entry after which it was asked, and its place
    key: Stored = ""  # what it asks, for machines, "objective.own": the same however the title is worded
    about: Stored = ""  # id of the figure or thing that it is about, where one seat is asked the same of several
    whom: Called = field(default="", compare=False)  # who is asked, where that is not what the game calls the seat

    @property
    def asks(self) -> tuple[Seat, PromptKind, str, str]:
        """What it asks of whom: the same in two prompts that one answer may answer. A log without keys knows it by its title."""
        return self.seat, self.kind, self.key or str(self.title), self.about if self.key else self.rule

    @property
    def thing(self) -> str:
        """The kind of thing that answers it, "" = none; a tag only stands for one."""
        return next((kind for kind in self.of if kind != "tag"), self.of[0] if self.of else "")


@dataclass(frozen=True, slots=True)
class Question:
    """The prompts open together: all are to be answered, or the first answer closes it."""

    prompts: tuple[Prompt, ...]
    first: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, from a sensor or a finger."""

    id: str  # made by whoever answers; the same id twice changes nothing
    prompt: str
    values: Faces
    by: Seat = ""
    reading: str = ""  # "" when tapped
    source: str = ""  # of the reading: "vision/cam0", "virtual"; "" when tapped
    unsure: tuple[int, ...] = ()  # places in `values` that nobody is sure of: whatever lies there, it comes to the same
    repeats: str = ""  # id of the answer that the table gave once more as this one; "" = given for the first time
    part_of: str = ""  # id of the whole reading, where `reading` is the rest of it; "" = `reading` is whole
    decided: bool = False  # a person said what the reading shows, or that it answers this
    sender: Sender = ""  # of the device that sent what was read; "" = the table's own camera or reader perceived it, or nothing was read

    @property
    def whole_reading(self) -> str:
        """The id of the reading as a sensor told it; "" when tapped."""
        return self.part_of or self.reading
