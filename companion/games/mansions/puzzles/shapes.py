"""The four shapes of puzzles behind one door. A step is a move, or the guess of a code."""

from __future__ import annotations

from companion.games.mansions.puzzles import code, picture, slide, tower
from companion.games.mansions.puzzles.state import Move, Puzzle
from companion.games.mansions.scenario import PuzzlePart
from companion.wire.prompt import Refusal


def begin(part: PuzzlePart, seed: int) -> Puzzle:
    """The puzzle as it is found: the same for the same seed."""
    match part.shape:
        case "slide":
            return slide.begin(part.level, seed)
        case "code":
            return code.begin(part.level, part.other_level, part.solution, part.picture, seed)
        case "image":
            return picture.begin(part.level, part.other_level, seed)
        case "tower":
            return tower.begin(part.level, seed)
    raise ValueError(f"there is no puzzle of the shape {part.shape}")


def moves(p: Puzzle) -> tuple[Move, ...]:
    """What one step can do now; a code is guessed in words and has none."""
    match p.shape:
        case "slide":
            return slide.moves(p)
        case "image":
            return picture.moves(p)
        case "tower":
            return tower.moves(p)
        case "code":
            return ()


def refused(p: Puzzle, step: str) -> Refusal | None:
    """Why this is no step, or None."""
    if p.shape == "code":
        return code.refused(p, step)
    if step not in [move.id for move in moves(p)]:
        return Refusal("NO_SUCH_MOVE", f"{step} is no move of this puzzle now; its moves are those it shows.")
    return None


def moved(p: Puzzle, step: str) -> Puzzle:
    """After one step. Raises Refused where it is none."""
    refusal = refused(p, step)
    if refusal is not None:
        raise refusal.error()
    match p.shape:
        case "slide":
            return slide.moved(p, step)
        case "image":
            return picture.moved(p, step)
        case "tower":
            return tower.moved(p, step)
        case "code":
            return code.guessed(p, step)


def solved(p: Puzzle) -> bool:
    match p.shape:
        case "slide":
            return slide.solved(p)
        case "image":
            return picture.solved(p)
        case "tower":
            return tower.solved(p)
        case "code":
            return code.solved(p)
