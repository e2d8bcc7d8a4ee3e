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


def moves(p: Puzzle) -> tuple[Move, ...]:
    return tuple(
        Move(f"{place}-{beside}", _("swap {one} with {other}", one=_where(p, place), other=_where(p, beside)))
        for place in range(len(p.pieces))
        for beside in _neighbours(p, place)
    )


def _neighbours(p: Puzzle, place: int) -> tuple[int, ...]:
    right = (place + 1,) if (place + 1) % p.level else ()
    below = (place + p.level,) if place + p.level < len(p.pieces) else ()
    return right + below


def _where(p: Puzzle, place: int) -> Text:
    return _("row {row} place {place}", row=place // p.level + 1, place=place % p.level + 1)


def moved(p: Puzzle, move: str) -> Puzzle:
    a, b = (int(place) for place in move.split("-"))
    pieces = list(p.pieces)
    pieces[a], pieces[b] = pieces[b], pieces[a]
    return replace(p, pieces=tuple(pieces))


def solved(p: Puzzle) -> bool:
    return p.pieces == tuple(str(n) for n in range(len(p.pieces)))
