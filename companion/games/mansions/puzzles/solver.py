"""Solve sliding puzzles in the fewest moves, and find one step toward the solution of any puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.mansions.puzzles import picture_puzzle, slide_puzzle, tower_puzzle
from companion.games.mansions.puzzles.puzzle import Puzzle
from companion.games.mansions.puzzles.slide_puzzle import MARKED, SIZE, Slider, sliders

CELLS = SIZE * SIZE
BITS = 3  # bits of a distance, 0 to 5


@dataclass(frozen=True, slots=True)
class Lane:
    """Row or column of one block, as bit masks."""

    shift: int  # bit position of its distance
    room: int  # greatest distance
    length: int
    cell: tuple[int, ...]  # bit of each cell


class Maze:
    """All positions of one set of blocks."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        there = sliders(rows)
        self._lanes = tuple(_lane(place, slider) for place, slider in enumerate(there))
        self._marked = next(self._lanes[k] for k, slider in enumerate(there) if slider.letter == MARKED)
        self._letters = tuple(slider.letter for slider in there)
        self._across = tuple(slider.across for slider in there)
        self._fixed = tuple(slider.y if slider.across else slider.x for slider in there)
        taken = sum(1 << (y * SIZE + x) for slider in there for x, y in slider.cells)
        offsets = sum((s.x if s.across else s.y) << lane.shift for s, lane in zip(there, self._lanes, strict=True))
        self.start = taken | offsets

    def is_solved(self, position: int) -> bool:
        return (position >> self._marked.shift) & 7 == self._marked.room

    def after(self, position: int) -> Iterator[int]:
        for lane in self._lanes:
            at, unit = (position >> lane.shift) & 7, 1 << lane.shift
            now = position
            for k in range(at + lane.length, SIZE):
                if position & lane.cell[k]:
                    break
                now += unit + lane.cell[k] - lane.cell[k - lane.length]
                yield now
            now = position
            for k in range(at - 1, -1, -1):
                if position & lane.cell[k]:
                    break
                now += lane.cell[k] - unit - lane.cell[k + lane.length]
                yield now

    def rows(self, position: int) -> tuple[str, ...]:
        cells = [["."] * SIZE for _ in range(SIZE)]
        for lane, letter, across, fixed in zip(self._lanes, self._letters, self._across, self._fixed, strict=True):
            at = (position >> lane.shift) & 7
            for k in range(at, at + lane.length):
                cells[fixed if across else k][k if across else fixed] = letter
        return tuple("".join(row) for row in cells)


def _lane(place: int, slider: Slider) -> Lane:
    cells = [(slider.y * SIZE + k) if slider.across else (k * SIZE + slider.x) for k in range(SIZE)]
    return Lane(CELLS + place * BITS, SIZE - slider.length, slider.length, tuple(1 << cell for cell in cells))


def shortest_path(rows: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the boards of one shortest solution, without the first; () if solved or unsolvable."""
    maze = Maze(rows)
    came: dict[int, int] = {maze.start: maze.start}
    edge = [maze.start]
    while edge:
        done = next((position for position in edge if maze.is_solved(position)), None)
        if done is not None:
            path = []
            while done != maze.start:
                path.append(maze.rows(done))
                done = came[done]
            return tuple(reversed(path))
        further = (
            after for position in edge for after in maze.after(position) if came.setdefault(after, position) == position
        )
        edge = list(dict.fromkeys(further))
    return ()


def next_step(puzzle: Puzzle) -> str:
    """Return a step toward the solution, as `puzzle_kinds.moved` takes it. Raises ValueError without one."""
    match puzzle.shape:
        case "slide":
            return _slide(puzzle)
        case "code":
            return " ".join(puzzle.target)
        case "image":
            return _swap(puzzle)
        case "tower":
            return _lift(puzzle)


def _slide(puzzle: Puzzle) -> str:
    path = shortest_path(puzzle.pieces)
    if not path:
        raise ValueError("the marked block stands in the opening already, or nothing frees it")
    return next(move.id for move in slide_puzzle.moves(puzzle) if slide_puzzle.moved(puzzle, move.id).pieces == path[0])


def _swap(puzzle: Puzzle) -> str:
    """Swap the first misplaced piece one place nearer. Earlier pieces stay."""
    if picture_puzzle.solved(puzzle):
        raise ValueError("every piece lies in its place already")
    goal = next(place for place, piece in enumerate(puzzle.pieces) if piece != str(place))
    at = puzzle.pieces.index(str(goal))
    (row, column), goal_column = divmod(at, puzzle.level), goal % puzzle.level
    if column < goal_column:  # further down, and to the left of its place
        return f"{at}-{at + 1}"
    if column > goal_column:
        return f"{at - 1}-{at}"
    return f"{(row - 1) * puzzle.level + column}-{at}"


def _lift(puzzle: Puzzle) -> str:
    """Move one disc to a position that needs one move fewer."""
    if tower_puzzle.solved(puzzle):
        raise ValueError("all discs lie on the last peg already")
    depth = tower_puzzle.depth_of()
    return min(tower_puzzle.steps(puzzle.pieces), key=lambda step: depth[step[1]])[0]
