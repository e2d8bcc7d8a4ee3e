"""Blocks in a square of six by six, each sliding along its own length; the marked one is to leave on the right.

`pieces` are the six rows, a letter for each block, "X" the marked one, "." free. One move is one block, any distance.
A move's id is block:distance, to the right or down: "B:-2". The boards come from `content/slide.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.engine import load
from companion.errors import ContentError
from companion.games.mansions.puzzles.puzzle import Move, Puzzle, one_of
from companion.i18n import Text, _, listed

FILE = Path(__file__).parent.parent / "content" / "slide.toml"
SIZE = 6
EXIT = 2  # the row of the opening on the right, 0 at the top
MARKED, FREE = "X", "."


@dataclass(frozen=True, slots=True)
class Slider:
    """A block: its upper left end, its length and its direction."""

    letter: str
    x: int
    y: int
    length: int
    across: bool

    def at(self, distance: int) -> Slider:
        """Return the block moved to the right or down."""
        return replace(self, x=self.x + distance) if self.across else replace(self, y=self.y + distance)

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        steps = range(self.length)
        return tuple((self.x + k, self.y) if self.across else (self.x, self.y + k) for k in steps)


def begin(level: int, seed: int) -> Puzzle:
    """Begin a board that `level` moves solve at best, or the deepest shipped one. See `Puzzle.fewest`."""
    depth = min(max(level, 1), deepest())
    board: str = one_of(boards()[depth], seed)
    return Puzzle(shape="slide", level=level, other_level=0, pieces=tuple(board.split()), fewest=depth)


@cache
def boards() -> Mapping[int, tuple[str, ...]]:
    """Return the shipped boards by the fewest moves that solve them, six words each. Raises ContentError."""
    by_depth = {int(depth): tuple(there) for depth, there in load(FILE)["boards"].items()}
    if sorted(by_depth) != list(range(1, len(by_depth) + 1)) or not all(by_depth.values()):
        raise ContentError(f"{FILE}: boards: there are to be some of each depth, from 1 on without a gap")
    return MappingProxyType(by_depth)


def deepest() -> int:
    return len(boards())


def sliders(rows: tuple[str, ...]) -> tuple[Slider, ...]:
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != FREE:
                places.setdefault(letter, []).append((x, y))
    return tuple(
        Slider(letter, *cells[0], len(cells), across=cells[-1][0] > cells[0][0])
        for letter, cells in sorted(places.items())
    )


def moves(puzzle: Puzzle) -> tuple[Move, ...]:
    return tuple(
        Move(f"{slider.letter}:{distance}", listed((block_name(slider.letter), distance_words(slider, distance)), ", "))
        for slider in sliders(puzzle.pieces)
        for distance in _distances(puzzle.pieces, slider)
    )


def block_name(letter: str) -> Text:
    return _("the marked block") if letter == MARKED else _("block {letter}", letter=letter)


def distance_words(slider: Slider, distance: int) -> Text:
    number = abs(distance)
    if slider.across:
        return _("{n} to the right", n=number) if distance > 0 else _("{n} to the left", n=number)
    return _("{n} down", n=number) if distance > 0 else _("{n} up", n=number)


def _distances(rows: tuple[str, ...], slider: Slider) -> Iterator[int]:
    for step in (-1, 1):
        distance = step
        while _is_free(rows, slider, distance):
            yield distance
            distance += step


def _is_free(rows: tuple[str, ...], slider: Slider, distance: int) -> bool:
    """Return whether the cell for the front of the block is free."""
    cells = slider.at(distance).cells
    x, y = cells[-1] if distance > 0 else cells[0]
    return 0 <= x < SIZE and 0 <= y < SIZE and rows[y][x] == FREE


def moved(puzzle: Puzzle, move: str) -> Puzzle:
    letter, distance = move.split(":")
    slider = next(piece for piece in sliders(puzzle.pieces) if piece.letter == letter)
    cells = [list(row) for row in puzzle.pieces]
    for x, y in slider.cells:
        cells[y][x] = FREE
    for x, y in slider.at(int(distance)).cells:
        cells[y][x] = letter
    return replace(puzzle, pieces=tuple("".join(row) for row in cells))


def solved(puzzle: Puzzle) -> bool:
    return puzzle.pieces[EXIT][-1] == MARKED
