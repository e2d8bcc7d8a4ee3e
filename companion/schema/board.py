"""The blocks of a map of tiles: the board that grows, the monsters on it, and what covers it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.translatable import Words


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
    icon: str  # "search", "explore", "door", "wall", ...: the names of map/pieces.js; of a monster as in Foe
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
