"""View of one seat: a tuple of blocks, a closed set. And the form before a game: a closed set of kinds of fields.

A block holds words and numbers that are ready to display. `kind` names the page's file that draws it. Maps and puzzles have many parts and
a file each: `board`, `graph`, `puzzle`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.schema.maps import Board, Foes, Graph, Overlay, Puzzle
from companion.schema.prompt import Words


@dataclass(frozen=True, slots=True)
class Heading:
    """A title with a subtitle."""

    title: Words
    subtitle: Words = ""
    kind: Literal["heading"] = "heading"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of text."""

    text: Words
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class Story:
    """Words to read aloud, in the story face. `<i>`, `<b>` and symbols such as `{observation}` are drawn."""

    title: Words
    text: Words
    picture: str = ""  # digest of a kept picture
    kind: Literal["story"] = "story"


@dataclass(frozen=True, slots=True)
class Count:
    """One counter: "Clues 2 of 3"."""

    label: Words
    value: int
    most: int | None = None
    icon: str = ""  # name of a drawing, "" = no drawing
    bar: bool = False  # of `most`, drawn as a bar too


@dataclass(frozen=True, slots=True)
class Counters:
    """A row of counters."""

    title: Words
    items: tuple[Count, ...]
    seat: str = ""  # whose they are; "" = the table's
    kind: Literal["counters"] = "counters"


@dataclass(frozen=True, slots=True)
class Card:
    """A card, face up or down."""

    id: str
    text: Words
    note: Words = ""
    down: bool = False  # face down


@dataclass(frozen=True, slots=True)
class Cards:
    """A row of cards."""

    title: Words
    cards: tuple[Card, ...]
    seat: str = ""
    large: bool = False  # the first one is drawn large: it is on top
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a procedure."""

    text: Words
    state: Literal["done", "now", "todo"]
    note: Words = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a procedure."""

    title: Words
    steps: tuple[Step, ...]
    kind: Literal["steps"] = "steps"


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a sum: "icons +2". `text` is displayed where the value is not a plain number."""

    label: Words
    value: int
    text: Words = ""
    rule: str = ""  # the paragraph that adds it, "ST.5"


@dataclass(frozen=True, slots=True)
class Sum:
    """The verdict with its reasons. `verdict` "" = not decided yet."""

    title: Words  # "Enough: the blow lands"
    terms: tuple[Term, ...]
    total: int
    needed: int | None = None
    verdict: Literal["", "passed", "failed", "done"] = ""
    sentence: Words = ""  # "2 successes + 1 clue = 3, 3 needed: passed"
    faces: tuple[str, ...] = ()  # what was rolled, drawn or shown
    object: str = ""  # kind of these faces, "d6"
    names: tuple[Words, ...] = ()  # whose each face is, and what it makes: "Ann 10"; they are drawn side by side
    stamp: Words = ""  # one word for how it came out; "" = the page's own for the verdict
    rule: str = ""  # the clause that decides it, as in `Prompt.rule`
    kind: Literal["sum"] = "sum"


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the odds."""

    label: Words
    share: float  # 0..1
    counts: bool = False  # is part of the chance of success
    now: bool = False  # what the table has at present
    note: Words = ""  # a few words more, below the label of a row
    came: bool = False  # afterwards: this is what happened


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances before the roll. Either a histogram (`bars` sum to 1) or rows, one chance each."""

    title: Words
    subtitle: Words  # "3 dice, 2 needed"
    bars: tuple[Bar, ...]
    chance: float | None = None  # the one number, 0..1
    sentence: Words = ""  # "two or more"
    shape: Literal["histogram", "rows"] = "histogram"
    chips: tuple[Words, ...] = ()  # what they are made of, a few words each: "observation 3", "2 needed"
    after: Words = ""  # afterwards: how lucky it was, "Ann was among the best 26%."
    kind: Literal["odds"] = "odds"


@dataclass(frozen=True, slots=True)
class BagFace:
    """A face of the bag with its numbers."""

    face: str
    count: int
    out: int = 0  # not in the bag: drawn, or set aside
    passes: Literal["", "yes", "no", "depends"] = ""  # the test, if it comes now; "" = none is made


@dataclass(frozen=True, slots=True)
class BagView:
    """The contents of a bag."""

    title: Words
    faces: tuple[BagFace, ...]
    object: str = "token"
    kind: Literal["bag"] = "bag"


@dataclass(frozen=True, slots=True)
class Place:
    """A space of a map. x, y, w, h in map units; `here` are seats, `marks` names of drawings."""

    id: str
    title: Words
    x: float
    y: float
    w: float
    h: float
    marks: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Places:
    """A list of places."""

    title: Words
    places: tuple[Place, ...]
    kind: Literal["places"] = "places"


@dataclass(frozen=True, slots=True)
class Member:
    """One of the party, in one line."""

    seat: str
    name: Words
    note: Words = ""  # "Pilot · Galley"
    items: tuple[Count, ...] = ()
    state: Literal["", "now", "done", "gone"] = ""
    word: Words = ""  # what the state is called: "passed", "dead"


@dataclass(frozen=True, slots=True)
class Roster:
    """All members of the party, a line each."""

    title: Words
    members: tuple[Member, ...]
    kind: Literal["roster"] = "roster"


@dataclass(frozen=True, slots=True)
class Track:
    """A row of spaces with a marker on one."""

    title: Words
    spaces: tuple[Words, ...]
    at: int
    due: int | None = None  # a space where something will happen, and
    word: Words = ""  # what: "self-destruction"
    kind: Literal["track"] = "track"


Block: TypeAlias = (
    Heading
    | Paragraph
    | Story
    | Counters
    | Cards
    | Steps
    | Sum
    | Odds
    | BagView
    | Places
    | Graph
    | Roster
    | Track
    | Board
    | Foes
    | Overlay
    | Puzzle
)
View: TypeAlias = tuple[Block, ...]


FieldKind: TypeAlias = Literal["text", "long", "number", "flag", "choice", "choices", "sheet", "group", "list"]


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen."""

    id: str
    text: Words
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a record, and its input."""

    name: str  # the key
    label: Words
    kind: FieldKind = "text"  # "long" has several lines, "choices" takes any number of `options`
    help: Words = ""
    options: tuple[Pick, ...] = ()  # of a choice
    least: int = 0  # of a number, or of characters or entries; a sheet with 0 may stay empty
    most: int = 60
    default: Any = None  # JSON; None: "", 0, False, the first option, [] or {}
    fields: tuple[Field, ...] = ()  # of a group, or of each entry of a list
    sheet: str = ""  # kind of the sheet, "investigator"; the value is its name, or a sheet that was typed in
    each_seat: bool = False  # asked for every seat: the value is a mapping of seat to value
    advanced: bool = False  # folded away at first


@dataclass(frozen=True, slots=True)
class Form:
    """A record to be filled in."""

    title: Words
    fields: tuple[Field, ...]
    blurb: Words = ""  # one or two sentences above it
