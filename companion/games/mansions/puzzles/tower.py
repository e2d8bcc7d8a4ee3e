"""Eight discs on three pegs; a move lifts the uppermost disc of a peg onto a free peg or a larger disc.

`pieces` are the pegs, their discs from the bottom up, "8" the largest. A move's id is from-to: "0-2". All discs are to
lie on the last peg.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from companion.games.mansions.puzzles.chance import one_of
from companion.games.mansions.puzzles.state import Move, Puzzle

DISCS = "87654321"
GOAL = 2
PEGS = ("the left peg", "the middle peg", "the right peg")

Pegs: TypeAlias = tuple[str, ...]

END: Pegs = ("", "", DISCS)


def begin(level: int, seed: int) -> Puzzle:
    """A tower that `level` moves solve at best; 255 are the most that eight discs can need."""
    depth = min(max(level, 1), deepest())
    return Puzzle("tower", level, 0, pieces=one_of(by_depth()[depth], seed), fewest=depth)


@cache
def by_depth() -> Mapping[int, tuple[Pegs, ...]]:
    """Every way the discs can lie, by the fewest moves to the end: walked backwards from there."""
    found: dict[int, tuple[Pegs, ...]] = {0: (END,)}
    seen = {END}
    while found[len(found) - 1]:
        after = {lying for pegs in found[len(found) - 1] for _, lying in steps(pegs)} - seen
        seen |= after
        found[len(found)] = tuple(sorted(after))
    return MappingProxyType({depth: there for depth, there in found.items() if there})


@cache
def depth_of() -> Mapping[Pegs, int]:
    """The fewest moves to the end from every way the discs can lie."""
    return MappingProxyType({pegs: depth for depth, there in by_depth().items() for pegs in there})


def deepest() -> int:
    return len(by_depth()) - 1


def steps(pegs: Pegs) -> Iterator[tuple[str, Pegs]]:
    """Every move from here: its id, and how the discs lie then."""
    for a, source in enumerate(pegs):
        for b, goal in enumerate(pegs):
            if a != b and source and (not goal or source[-1] < goal[-1]):
                lying = list(pegs)
                lying[a], lying[b] = source[:-1], goal + source[-1]
                yield f"{a}-{b}", tuple(lying)


def moves(p: Puzzle) -> tuple[Move, ...]:
    """Every disc that can be lifted, and where to."""
    return tuple(Move(move, _words(p, move)) for move, _ in steps(p.pieces))


def _words(p: Puzzle, move: str) -> str:
    a, b = (int(peg) for peg in move.split("-"))
    return f"disc {p.pieces[a][-1]} from {PEGS[a]} to {PEGS[b]}"


def moved(p: Puzzle, move: str) -> Puzzle:
    """After one of `moves`."""
    return replace(p, pieces=dict(steps(p.pieces))[move])


def solved(p: Puzzle) -> bool:
    """All discs lie on the last peg."""
    return p.pieces == END
