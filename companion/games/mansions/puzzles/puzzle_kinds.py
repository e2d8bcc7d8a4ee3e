"""Dispatch to the module of a puzzle's shape. A step is a move, or the guess of a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.games.mansions.content import PuzzlePart
from companion.games.mansions.puzzles import code_puzzle, picture_puzzle, slide_puzzle, tower_puzzle
from companion.games.mansions.puzzles.puzzle import Move, Puzzle
from companion.i18n import _
from companion.schema import Refusal


class PuzzleShape(Protocol):
    """The functions of a shape's module."""

    def moves(self, puzzle: Puzzle) -> tuple[Move, ...]: ...
    def moved(self, puzzle: Puzzle, move: str) -> Puzzle: ...
    def solved(self, puzzle: Puzzle) -> bool: ...


SHAPES: Mapping[str, PuzzleShape] = {
    "slide": slide_puzzle,
    "code": code_puzzle,
    "image": picture_puzzle,
    "tower": tower_puzzle,
}


def begin_puzzle(part: PuzzlePart, seed: int) -> Puzzle:
    """Build a puzzle. The same seed gives the same puzzle."""
    match part.shape:
        case "slide":
            return slide_puzzle.begin(part.level, seed)
        case "code":
            return code_puzzle.begin(part.level, part.other_level, part.solution, part.picture, seed)
        case "image":
            return picture_puzzle.begin(part.level, part.other_level, seed)
        case "tower":
            return tower_puzzle.begin(part.level, seed)


def moves_of(puzzle: Puzzle) -> tuple[Move, ...]:
    """Return the possible moves. A code has none."""
    return SHAPES[puzzle.shape].moves(puzzle)


def step_refused(puzzle: Puzzle, step: str) -> Refusal | None:
    """Return why a step is not possible, or None."""
    if puzzle.shape == "code":
        return code_puzzle.guess_refused(puzzle, step)
    if step not in [move.id for move in moves_of(puzzle)]:
        sentence = _("{step} is no move of this puzzle now; its moves are those it shows.", step=step)
        return Refusal("NO_SUCH_MOVE", sentence)
    return None


def make_step(puzzle: Puzzle, step: str) -> Puzzle:
    """Return the puzzle after one step. Raises Refused."""
    refusal = step_refused(puzzle, step)
    if refusal is not None:
        raise refusal.error()
    return SHAPES[puzzle.shape].moved(puzzle, step)


def is_solved(puzzle: Puzzle) -> bool:
    return SHAPES[puzzle.shape].solved(puzzle)
