"""Prompts of the rules, and the answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, PlainSerializer, WithJsonSchema

from companion.errors import LamplightError
from companion.i18n import Text
from companion.i18n.text import serialized

WORDS = PlainSerializer(serialized)

Words: TypeAlias = Annotated[str | Text, WORDS, WithJsonSchema({"type": "string"}, mode="serialization")]
"""Text for people, to be rendered in their language, or a string that a player typed."""


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
WALL: Seat = "wall"  # a public screen: it shows public information, and answers for no seat


class Refused(LamplightError):
    """An answer does not fit the prompt; the sentence is displayed on the player's tablet.

    `code` is a short name for machines (the codes of the rule cases where they have one); `rule` the clause that
    forbids it, "" = no clause.
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
        """Return the refusal as an exception."""
        return Refused(self.code, self.sentence, self.rule)


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer."""

    id: str  # a face or a choice
    text: Words = ""  # "" = the page words the id
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class PromptBase:
    """Fields that every kind of prompt has."""

    seat: Seat
    title: Words  # public: every seat may read it
    options: tuple[Option, ...] = ()  # for the seat alone
    kind: PromptKind = field(kw_only=True)
    rule: str = field(default="", kw_only=True)  # paragraph of the rulebook, "ST.3"
    secret: bool = field(default=False, kw_only=True)  # a shared tablet covers options and answer until it is tapped
    id: str = field(default="", kw_only=True)  # "p41.0", set by the run: the log entry before it, and its place
    key: Stored = field(default="", kw_only=True)  # identifies the request in any wording, "objective.own"
    about: Stored = field(default="", kw_only=True)  # id of its figure or object, if a seat has several of the same key
    whom: Called = field(default="", kw_only=True, compare=False)  # figure that acts, if the seat has another name

    @property
    def asks(self) -> tuple[Seat, PromptKind, str, str]:
        """Identify the request: equal for prompts that the same answer may answer. Logs without keys use the title."""
        return self.seat, self.kind, self.key or str(self.title), self.about if self.key else self.rule

    @property
    def of(self) -> tuple[str, ...]:
        """Return the kinds of objects that can answer; () for taps only."""
        return ()

    @property
    def zone(self) -> str:
        """Return the place of these objects; "" for any."""
        return ""

    @property
    def locked(self) -> Faces:
        """Return the faces that are on the tray already."""
        return ()

    @property
    def at(self) -> str:
        """Return the block that shows the options; "" for a card of its own."""
        return ""

    @property
    def thing(self) -> str:
        """Return the first kind of object that can answer, "" without one. A tag only stands for an object."""
        return next((kind for kind in self.of if kind != "tag"), self.of[0] if self.of else "")


@dataclass(frozen=True, slots=True)
class ObjectPrompt(PromptBase):
    """A prompt that physical objects can answer. `locked` ones are part of a roll's answer, and of no other."""

    least: int = field(default=1, kw_only=True)
    most: int = field(default=1, kw_only=True)
    of: tuple[str, ...] = field(default=(), kw_only=True)
    zone: str = field(default="", kw_only=True)  # "tray", "bag", "pile", "seat-2"
    locked: Faces = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class RollPrompt(ObjectPrompt):
    """Roll dice; each option may come several times."""

    sides: Faces = field(default=(), kw_only=True)  # every side of the die, for odds and virtual rolls
    kind: Literal["roll"] = field(default="roll", kw_only=True)


@dataclass(frozen=True, slots=True)
class DrawPrompt(ObjectPrompt):
    """Draw from a bag or deck: the options are a multiset."""

    kind: Literal["draw"] = field(default="draw", kw_only=True)


@dataclass(frozen=True, slots=True)
class ShowPrompt(ObjectPrompt):
    """Lay down cards or tokens that can be in the hand."""

    kind: Literal["show"] = field(default="show", kw_only=True)


@dataclass(frozen=True, slots=True)
class ChoosePrompt(PromptBase):
    """Choose options by tap."""

    least: int = field(default=1, kw_only=True)
    most: int = field(default=1, kw_only=True)
    at: str = field(default="", kw_only=True)  # block that shows the options, "board"; "menu": the bar at the bottom
    kind: Literal["choose"] = field(default="choose", kw_only=True)


@dataclass(frozen=True, slots=True)
class CountPrompt(PromptBase):
    """Name a number from `least` to `most`. Has no options."""

    least: int = field(default=1, kw_only=True)
    most: int = field(default=1, kw_only=True)
    kind: Literal["count"] = field(default="count", kw_only=True)


@dataclass(frozen=True, slots=True)
class WritePrompt(PromptBase):
    """Write a few words, at most `most` letters; 1 stands for the length of a name. The options are proposals."""

    most: int = field(default=1, kw_only=True)
    kind: Literal["write"] = field(default="write", kw_only=True)

    @property
    def least(self) -> int:
        """Return 1: an empty text is not an answer."""
        return 1


Prompt: TypeAlias = Annotated[
    RollPrompt | DrawPrompt | ShowPrompt | ChoosePrompt | CountPrompt | WritePrompt, Field(discriminator="kind")
]
"""One request of the rules to one seat."""


@dataclass(frozen=True, slots=True)
class Question:
    """The prompts open together: all are to be answered, or the first answer closes it."""

    prompts: tuple[Prompt, ...]
    first: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer by a reader or by hand."""

    id: str  # made by the client; the same id twice changes nothing
    prompt: str
    values: Faces
    by: Seat = ""
    reading: str = ""  # "" when tapped
    source: str = ""  # of the reading, "vision/cam0" or "virtual"; "" when tapped
    unsure: tuple[int, ...] = ()  # places in `values` that are unsure: all possible faces come to the same
    repeats: str = ""  # id of the answer that the table gave once more as this one; "" = given for the first time
    part_of: str = ""  # id of the whole reading, where `reading` is the rest of it; "" = `reading` is whole
    decided: bool = False  # a person said what the reading shows, or that it answers this
    sender: Sender = ""  # of the device that sent the reading; "" = the table's own camera or reader, or not a reading

    @property
    def whole_reading(self) -> str:
        """The id of the reading as a sensor told it; "" when tapped."""
        return self.part_of or self.reading
