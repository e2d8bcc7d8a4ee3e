"""What one seat may see: a tuple of blocks. A closed set; the page draws each kind with one file.

A block holds words and numbers that are ready to show. `kind` names the file that draws it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.wire.words import Words


@dataclass(frozen=True, slots=True)
class Heading:
    title: Words
    subtitle: Words = ""
    kind: Literal["heading"] = "heading"


@dataclass(frozen=True, slots=True)
class Text:
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
    icon: str = ""  # name of a drawing of ours, "" = none
    bar: bool = False  # of `most`, drawn as a bar too


@dataclass(frozen=True, slots=True)
class Counters:
    title: Words
    items: tuple[Count, ...]
    seat: str = ""  # whose they are; "" = the table's
    kind: Literal["counters"] = "counters"


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    text: Words
    note: Words = ""
    down: bool = False  # lies face down


@dataclass(frozen=True, slots=True)
class Cards:
    title: Words
    cards: tuple[Card, ...]
    seat: str = ""
    large: bool = False  # the first one is drawn large: it lies on top
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class Step:
    text: Words
    state: Literal["done", "now", "todo"]
    note: Words = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Steps:
    title: Words
    steps: tuple[Step, ...]
    kind: Literal["steps"] = "steps"


@dataclass(frozen=True, slots=True)
class Term:
    """One line of a sum: "icons +2". `text` is what is written where the value is no plain number."""

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
    object: str = ""  # kind of these faces, "mom_d8"
    names: tuple[Words, ...] = ()  # whose each face is, and what it makes: "Ann 10"; they are drawn side by side
    stamp: Words = ""  # one word for how it came out; "" = the page's own for the verdict
    rule: str = ""  # the clause that decides it, as in `Prompt.rule`
    kind: Literal["sum"] = "sum"


@dataclass(frozen=True, slots=True)
class Bar:
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
    face: str
    count: int
    out: int = 0  # beside these: drawn, or set aside at present
    passes: Literal["", "yes", "no", "depends"] = ""  # the test, if it comes now; "" = none is made


@dataclass(frozen=True, slots=True)
class BagView:
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
    title: Words
    places: tuple[Place, ...]
    kind: Literal["places"] = "places"


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of a board: a printed tile, or a space in one. x right, y down, map units."""

    id: str
    title: Words
    x: float
    y: float
    w: float
    h: float
    note: Words = ""  # "Beyond the base box"
    marks: tuple[str, ...] = ()  # "fire", "darkness"
    here: tuple[str, ...] = ()  # seats whose figures stand there
    option: str = ""  # a tap on it is this option of an open prompt
    fresh: bool = False  # the people have still to lay it down
    floor: str = ""  # name of a drawing: "boards", "carpet", "checker", "grass", "stones"; "" = boards


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, door, wall or monster on a board; its middle is at x, y."""

    id: str
    title: Words
    icon: str  # "search", "explore", "door", "wall", ...: the names of map-pieces.js; of a monster as in Foe
    x: float
    y: float
    turned: float = 0.0  # degrees, clockwise
    option: str = ""
    fresh: bool = False
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A map that grows: tiles, the spaces in them where they are known, and what lies there."""

    title: Words
    tiles: tuple[Tile, ...]
    spaces: tuple[Tile, ...] = ()
    pieces: tuple[Piece, ...] = ()
    place: tuple[Words, ...] = ()  # what is to be laid down, as sentences: "Search token, Kitchen"
    kind: Literal["board"] = "board"


@dataclass(frozen=True, slots=True)
class Foe:
    """A monster of the drawer. `more`, `less`, `option`: options of open prompts, "" = not now."""

    id: str
    title: Words
    health: int  # 0 = nobody has said
    damage: int
    note: Words = ""  # "awareness 4, horror 3, brawn 2"
    where: Words = ""
    more: str = ""  # one more damage
    less: str = ""
    option: str = ""  # a tap on it: attack, evade, horror
    now: bool = False  # it is this one's turn
    icon: str = ""  # its silhouette: "human", "hood", "fish", "beast", "spirit", "winged", "bones", "tentacled", "many"


@dataclass(frozen=True, slots=True)
class Foes:
    title: Words
    foes: tuple[Foe, ...]
    kind: Literal["foes"] = "foes"


@dataclass(frozen=True, slots=True)
class Element:
    """Words, a button or a picture that lies over the board. x, y, w, h: shares of the overlay's frame, 0..1.

    y is where its top, its middle or its bottom lies (`anchor`); a height of 0 is that of the picture itself.
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    text: Words = ""
    picture: str = ""  # digest of a kept picture
    option: str = ""
    text_size: float = 1.0
    text_color: str = ""
    back_color: str = ""
    border: bool = False
    align: str = ""  # of the words: "top", "bottom", "left", "right"; "" = in the middle
    anchor: Literal["top", "center", "bottom"] = "top"


@dataclass(frozen=True, slots=True)
class Overlay:
    """What covers the board, the later ones on top of the earlier."""

    title: Words
    elements: tuple[Element, ...]
    kind: Literal["overlay"] = "overlay"


@dataclass(frozen=True, slots=True)
class Slider:
    """A block of a sliding puzzle; x, y, w, h in cells from the upper left corner."""

    id: str
    title: Words  # "block B"
    x: int
    y: int
    w: int
    h: int
    marked: bool = False  # the one that is to leave


@dataclass(frozen=True, slots=True)
class Slide:
    """Options are block:distance, to the right or down: "B:-2"."""

    size: int  # cells along a side
    exit: int  # the row of the opening on the right, 0 at the top
    sliders: tuple[Slider, ...]
    shape: Literal["slide"] = "slide"


@dataclass(frozen=True, slots=True)
class CodeTry:
    """`right`: so many symbols stand where they should; `near`: so many more are right, and stand elsewhere."""

    symbols: tuple[int, ...]  # places in `Code.symbols`, from 1
    right: int
    near: int


@dataclass(frozen=True, slots=True)
class Code:
    """The options are the symbols, numbered from 1; a guess is `slots` of them in their order."""

    slots: int
    symbols: tuple[str, ...]  # names of drawings, or what stands there itself: "star", "red", "4"
    tries: tuple[CodeTry, ...]
    shape: Literal["code"] = "code"


@dataclass(frozen=True, slots=True)
class Swap:
    """A picture in pieces, row by row. Options are two places that lie side by side, the smaller first: "3-4"."""

    columns: int
    rows: int
    pieces: tuple[int, ...]  # the piece at each place; it belongs to the place of its number
    picture: str = ""  # digest of a kept picture, "" = a pattern of the page's own
    shape: Literal["image"] = "image"


@dataclass(frozen=True, slots=True)
class Tower:
    """Discs on pegs, from the bottom up, 1 the smallest. Options are from-to: "0-2"."""

    pegs: tuple[tuple[int, ...], ...]
    discs: int
    goal: int  # the peg where all are to lie
    shape: Literal["tower"] = "tower"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle that is attempted; its options are those of the open prompt at "puzzle"."""

    title: Words
    task: Words  # what is to be done, and what a step is
    figure: Slide | Code | Swap | Tower
    steps: int | None = None  # left in this visit; None = not rolled yet
    moves: int = 0  # made in this visit
    total: int = 0  # made in all
    note: Words = ""
    kind: Literal["puzzle"] = "puzzle"


@dataclass(frozen=True, slots=True)
class Lurker:
    """Something hostile in a room."""

    id: str
    title: Words
    icon: str = ""  # its silhouette, as in Foe
    hurt: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a graph; x, y in map units, which the page scales to the space there is. Its bare id is an option too."""

    id: str
    title: Words
    x: float
    y: float
    marks: tuple[str, ...] = ()  # signs that lie there: "fire", "malfunction"; one several times is counted
    here: tuple[str, ...] = ()
    option: str = ""  # a tap on it is this option of the open prompt
    other: str = ""  # this one instead while `Graph.other` is switched on
    known: bool = True  # nobody has seen it yet: it is drawn dark
    items: int | None = None  # left to be found; None: nobody knows, or none ever
    lurkers: tuple[Lurker, ...] = ()
    note: Words = ""  # told when it is tapped
    risk: float | None = None  # the chance that a step into it meets something, 0..1


@dataclass(frozen=True, slots=True)
class Corridor:
    """A way between two rooms. Its id is an option as well: where a prompt offers it, a tap on the corridor answers."""

    id: str
    ends: tuple[str, str]
    numbers: str = ""  # printed numbers, "1" or "3·4"
    noise: bool = False
    closed: bool = False
    broken: bool = False  # its door closes no more
    beyond: str = ""  # the numbers at its second end, where they differ


@dataclass(frozen=True, slots=True)
class Duct:
    """A way behind the walls: no line on the map, an opening in each of its rooms. Its id is an option as a corridor's."""

    id: str
    title: Words
    openings: tuple[tuple[str, str], ...]  # room, numbers printed there
    noise: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    title: Words
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]
    ducts: tuple[Duct, ...] = ()
    other: Words = ""  # the word of a switch: with it a tap on a room means its `other` option
    kind: Literal["graph"] = "graph"


@dataclass(frozen=True, slots=True)
class Member:
    """One of the party, in one line."""

    seat: str
    name: str
    note: Words = ""  # "Pilot · Galley"
    items: tuple[Count, ...] = ()
    state: Literal["", "now", "done", "gone"] = ""
    word: Words = ""  # what the state is called: "passed", "dead"


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody of the party, a line each."""

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
    | Text
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
