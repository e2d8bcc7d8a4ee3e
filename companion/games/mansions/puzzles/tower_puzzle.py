"""Eight discs on three pegs. A move lifts the top disc of a peg onto a free peg or a larger disc.

`pieces` are the pegs, discs from the bottom up, "8" the largest. A move id is from-to: "0-2". The goal is all discs on
the last peg.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from companion.games.mansions.puzzles.puzzle import Move, Puzzle, one_of
from companion.i18n import Text, _

DISCS = "87654321"
DEEPEST = 2 ** len(DISCS) - 1
GOAL = 2
PEGS = (_("the left peg"), _("the middle peg"), _("the right peg"))

Pegs: TypeAlias = tuple[str, ...]

END: Pegs = ("", "", DISCS)


def begin(level: int, seed: int) -> Puzzle:
    """Begin a tower that `level` moves solve at best. Eight discs need at most 255."""
    depth = min(max(level, 1), DEEPEST)
    return Puzzle(shape="tower", level=level, other_level=0, pieces=one_of(ring(depth), seed), fewest=depth)


@cache
def ring(depth: int) -> tuple[Pegs, ...]:
    """Return the positions that need exactly `depth` moves, by a search back from the goal."""
    seen: set[Pegs] = set()
    edge = {END}
    for _step in range(depth):
        seen |= edge
        edge = {lying for pegs in edge for _move, lying in steps(pegs)} - seen
    return tuple(sorted(edge))


@cache
def depth_of() -> Mapping[Pegs, int]:
    depths, edge, depth = {END: 0}, [END], 0
    while edge:
        depth += 1
        edge = list(dict.fromkeys(lying for pegs in edge for _move, lying in steps(pegs) if lying not in depths))
        depths.update(dict.fromkeys(edge, depth))
    return MappingProxyType(depths)


def steps(pegs: Pegs) -> Iterator[tuple[str, Pegs]]:
    for a, source in enumerate(pegs):
        for b, goal in enumerate(pegs):
            if a != b and source and (not goal or source[-1] < goal[-1]):
                lying = list(pegs)
                lying[a], lying[b] = source[:-1], goal + source[-1]
                yield f"{a}-{b}", tuple(lying)


def moves(puzzle: Puzzle) -> tuple[Move, ...]:
    return tuple(Move(move, _words(puzzle, move)) for move, _lying in steps(puzzle.pieces))


def _words(puzzle: Puzzle, move: str) -> Text:
    a, b = (int(peg) for peg in move.split("-"))
    return _("disc {disc} from {peg} to {other}", disc=int(puzzle.pieces[a][-1]), peg=PEGS[a], other=PEGS[b])


def moved(puzzle: Puzzle, move: str) -> Puzzle:
    return replace(puzzle, pieces=dict(steps(puzzle.pieces))[move])


def solved(puzzle: Puzzle) -> bool:
    return puzzle.pieces == END
