"""Prompts of the rules, readings of the sensors, and answers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, PlainSerializer, WithJsonSchema

from companion.errors import LamplightError
from companion.i18n import Text
from companion.i18n.text import serialized
from companion.schema.tags import Meaning, Tags

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

    def tag_meaning(self, value: str) -> Meaning:
        """Return the meaning of a tag that answers the prompt with this value."""
        return Meaning("card" if "card" in self.of and "token" not in self.of else "token", value)


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


UNKNOWN = "unknown"  # the kind of a stranger: a coin, a finger, a die of no kit
DEED, PRESS = "deed", "press"
TRANSLATED = frozenset({"tag", PRESS})  # kinds of objects that stand for something else

Box = tuple[float, float, float, float]  # x, y, w, h in pixels of the picture
Corner = tuple[float, float]  # x, y in pixels of the picture


@dataclass(frozen=True, slots=True)
class SeenObject:
    """One object in a reading. Labels, predictions, payloads and the page use the same record."""

    kind: str  # "d6", "d20", "token", "card", "tag", "press", "unknown"
    value: str | None = None  # None: not sure, cocked or partial
    conf: float = 0.0  # 0..1
    alternatives: tuple[tuple[str, float], ...] = ()  # other values, likeliest first, each with its conf
    box: Box | None = None
    cocked: bool = False  # it leans
    partial: bool = False  # half hidden, cut by the picture's edge or over the rim

    def with_meaning(self, tags: Tags) -> SeenObject:
        """Return a taught tag as a sure token or card; a tag or a button may also stand for a deed."""
        meaning = tags.get(self.value or "")
        if self.kind not in TRANSLATED or meaning is None:
            return self
        return replace(self, kind=meaning.kind, value=meaning.value)


@dataclass(frozen=True, slots=True)
class Reading:
    """A settled arrangement. The same id (or epoch and seq of a source) a second time changes nothing."""

    id: str
    table: str
    source: str  # "vision/cam0", "bridge/bag", "virtual"
    epoch: str  # of the source's outbox; seq counts inside it
    seq: int
    expect: str = ""  # id of the question open when it settled, "" if none was
    zone: str = "tray"  # "tray", "bag", "pile", "seat-2"
    objects: tuple[SeenObject, ...] = ()
    settled_at: float = 0.0  # s, Unix; for display only, never for a decision
    picture: str = ""  # name of a stored crop, or ""
    tray: tuple[Corner, ...] = ()  # its four inner corners, in order; of the picture where the tray is unknown
    part_of: str = ""  # id of the reading of which this is the rest, made by the table; no sensor sets it
    sender: Sender = ""  # of who sent it by a page; "" = the table's own camera or reader perceived it

    @property
    def whole(self) -> str:
        """The id of the reading as a sensor told it."""
        return self.part_of or self.id

    @property
    def is_of_seat(self) -> bool:
        """Return whether a seat's device sent it, or a device that answers for no seat."""
        return self.sender not in ("", TABLE)

    def may_answer(self, seat: Seat) -> bool:
        """Return whether it can answer a prompt of this seat: its sender can."""
        return not self.is_of_seat or (self.sender != WALL and seat in (self.sender, TABLE))

    @property
    def has_tag(self) -> bool:
        """Return whether its meaning depends on the tag book."""
        return any(seen.kind in TRANSLATED for seen in self.objects)

    def with_meanings(self, tags: Tags) -> Reading:
        """Return the reading with what its tags and buttons stand for."""
        return replace(self, objects=tuple(seen.with_meaning(tags) for seen in self.objects))

    def deed(self, tags: Tags) -> SeenObject | None:
        """Return the press or the deed that it reports; None where it reports something else."""
        for seen in self.objects:
            meaning = tags.get(seen.value or "") if seen.kind in TRANSLATED else None
            if meaning is not None and meaning.kind == DEED:
                return SeenObject(DEED, meaning.value, seen.conf)
            if seen.kind in {PRESS, DEED}:
                return seen
        return None


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The expected answer to one open prompt."""

    prompt: str  # id of the prompt
    kinds: tuple[str, ...] = ()  # "d6", "token", "tag"
    faces: tuple[str, ...] = ()  # the values that can be meant; () = all of the kind
    count: int = 1  # objects, at most
    zone: str = ""  # "tray", "bag"; "" = anywhere


@dataclass(frozen=True, slots=True)
class LockedObject:
    """An object that stays on the tray. Readings contain it, too."""

    kind: str
    value: str | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """The question in force: a reading carries its id and can answer no other."""

    expect: str = ""  # id of the question, "" = no question is open
    wants: tuple[ExpectedAnswer, ...] = ()
    locked: tuple[LockedObject, ...] = ()
