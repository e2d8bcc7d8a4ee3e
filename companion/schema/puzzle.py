"""The block of a puzzle, and the figures it may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema.translatable import Words


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
