"""View blocks that are drawn: boards of tiles, graphs of rooms, puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.prompt import Words


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
    fresh: bool = False  # to be placed by the players
    floor: str = ""  # name of a drawing, such as "carpet" or "grass"; "" = boards


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, door, wall or monster on a board; its middle is at x, y."""

    id: str
    title: Words
    icon: str  # "search", "explore", "door", "wall", ...: the names of map/pieces.js; of a monster as in Foe
    x: float
    y: float
    turned: float = 0.0  # degrees, clockwise
    option: str = ""
    fresh: bool = False
    note: Words = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A map that grows: tiles, their spaces where known, and the objects on it."""

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
    health: int  # 0 = not given
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
    """Monsters and their sheets."""

    title: Words
    foes: tuple[Foe, ...]
    kind: Literal["foes"] = "foes"


@dataclass(frozen=True, slots=True)
class Element:
    """Words, a button or a picture over the board. x, y, w, h: shares of the overlay's frame, 0..1.

    y is the place of its top, middle or bottom (`anchor`); a height of 0 is that of the picture itself.
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
    align: str = ""  # of the words, "top" to "right"; "" = in the middle
    anchor: Literal["top", "center", "bottom"] = "top"


@dataclass(frozen=True, slots=True)
class Overlay:
    """Elements that cover the board, later ones on top of earlier."""

    title: Words
    elements: tuple[Element, ...]
    kind: Literal["overlay"] = "overlay"


@dataclass(frozen=True, slots=True)
class RoomThreat:
    """Something hostile in a room."""

    id: str
    title: Words
    icon: str = ""  # its silhouette, as in Foe
    hurt: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a graph; x, y in map units, which the page scales to its size. Its bare id is an option too."""

    id: str
    title: Words
    x: float
    y: float
    marks: tuple[str, ...] = ()  # markers in it, such as "fire"; a repeated one is counted
    here: tuple[str, ...] = ()
    option: str = ""  # a tap on it is this option of the open prompt
    other: str = ""  # this one instead while `Graph.other` is switched on
    known: bool = True  # False: not explored yet, it is drawn dark
    items: int | None = None  # left to be found; None: unknown, or never any
    lurkers: tuple[RoomThreat, ...] = ()
    note: Words = ""  # told when it is tapped
    risk: float | None = None  # the chance that a step into it meets something, 0..1


@dataclass(frozen=True, slots=True)
class Corridor:
    """A corridor between two rooms. Its id is an option as well: where a prompt offers it, a tap on the corridor answers."""

    id: str
    ends: tuple[str, str]
    numbers: str = ""  # printed numbers, "1" or "3·4"
    noise: bool = False
    closed: bool = False
    broken: bool = False  # it can no longer be closed
    beyond: str = ""  # the numbers at its second end, where they differ


@dataclass(frozen=True, slots=True)
class Duct:
    """A passage behind the walls: not a line on the map, but an opening in each of its rooms. Its id is an option as a corridor's."""

    id: str
    title: Words
    openings: tuple[tuple[str, str], ...]  # room, numbers printed there
    noise: bool = False


@dataclass(frozen=True, slots=True)
class Graph:
    """A map of rooms and corridors."""

    title: Words
    rooms: tuple[Room, ...]
    corridors: tuple[Corridor, ...]
    ducts: tuple[Duct, ...] = ()
    other: Words = ""  # the word of a switch: with it a tap on a room means its `other` option
    kind: Literal["graph"] = "graph"


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
    """`right`: number of symbols at their place; `near`: number of other right symbols, at a wrong place."""

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
    """A picture in pieces, row by row. Options are two adjacent places, the smaller first: "3-4"."""

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
    goal: int  # the peg where all must be
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
