"""A picture in shuffled pieces. A move swaps two neighbouring pieces.

`level` is the number of columns, `other_level` the number of rows. `pieces` are piece numbers by place.
A move id is place-place, the smaller first: "3-4".
"""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions.puzzles.puzzle import Move, Puzzle, shuffle
from companion.i18n import Text, _

MOST = 10  # pieces along a side


def begin(level: int, other_level: int, seed: int) -> Puzzle:
    """Begin a picture of at least two pieces, never in order."""
    columns, rows = min(max(level, 1), MOST), min(max(other_level, 1), MOST)
    columns = max(columns, 2) if rows == 1 else columns
    pieces = shuffle([str(n) for n in range(columns * rows)], seed)
    return Puzzle(shape="image", level=columns, other_level=rows, pieces=pieces)


def moves(puzzle: Puzzle) -> tuple[Move, ...]:
    return tuple(
        Move(f"{place}-{beside}", _("swap {one} with {other}", one=_where(puzzle, place), other=_where(puzzle, beside)))
        for place in range(len(puzzle.pieces))
        for beside in _neighbours(puzzle, place)
    )


def _neighbours(puzzle: Puzzle, place: int) -> tuple[int, ...]:
    right = (place + 1,) if (place + 1) % puzzle.level else ()
    below = (place + puzzle.level,) if place + puzzle.level < len(puzzle.pieces) else ()
    return right + below


def _where(puzzle: Puzzle, place: int) -> Text:
    return _("row {row} place {place}", row=place // puzzle.level + 1, place=place % puzzle.level + 1)


def moved(puzzle: Puzzle, move: str) -> Puzzle:
    a, b = (int(place) for place in move.split("-"))
    pieces = list(puzzle.pieces)
    pieces[a], pieces[b] = pieces[b], pieces[a]
    return replace(puzzle, pieces=tuple(pieces))


def solved(puzzle: Puzzle) -> bool:
    return puzzle.pieces == tuple(str(n) for n in range(len(puzzle.pieces)))
