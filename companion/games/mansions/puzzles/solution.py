"""One step on a way to the solution of a puzzle as it lies there: for who plays a scenario without people."""

from __future__ import annotations

from companion.games.mansions.puzzles import picture_puzzle, slide_puzzle, solver, tower_puzzle
from companion.games.mansions.puzzles.state import Puzzle


def next_step(p: Puzzle) -> str:
    """A step that leads nearer, in the words of `puzzle_kinds.moved`. Raises ValueError where it is solved, or nothing solves it."""
    match p.shape:
        case "slide":
            return _first(solver.shortest_path(p.pieces), p)
        case "code":
            return " ".join(p.target)
        case "image":
            return _swap(p)
        case "tower":
            return _lift(p)


def _first(path: tuple[tuple[str, ...], ...], p: Puzzle) -> str:
    """The move that leads to the first position of a path."""
    if not path:
        raise ValueError("the marked block stands in the opening already, or nothing frees it")
    return next(move.id for move in slide_puzzle.moves(p) if slide_puzzle.moved(p, move.id).pieces == path[0])


def _swap(p: Puzzle) -> str:
    """The first piece that lies wrong is brought back by one place; those before it stay."""
    if picture_puzzle.solved(p):
        raise ValueError("every piece lies in its place already")
    goal = next(place for place, piece in enumerate(p.pieces) if piece != str(place))
    at = p.pieces.index(str(goal))
    (row, column), goal_column = divmod(at, p.level), goal % p.level
    if column < goal_column:  # further down, and to the left of its place
        return f"{at}-{at + 1}"
    if column > goal_column:
        return f"{at - 1}-{at}"
    return f"{(row - 1) * p.level + column}-{at}"


def _lift(p: Puzzle) -> str:
    """One disc, to a position from which one move fewer is needed."""
    if tower_puzzle.solved(p):
        raise ValueError("all discs lie on the last peg already")
    depth = tower_puzzle.depth_of()
    return min(tower_puzzle.steps(p.pieces), key=lambda step: depth[step[1]])[0]
