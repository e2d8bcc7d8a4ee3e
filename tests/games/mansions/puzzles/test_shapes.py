"""All puzzle shapes: setup, steps, refusals, solving."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import PuzzlePart
from companion.games.mansions.puzzles import (
    SEEDS,
    Puzzle,
    next_step,
    picture_puzzle,
    puzzle_kinds,
    slide_puzzle,
    solver,
    tower_puzzle,
)
from companion.games.mansions.puzzles.puzzle import mixed, numbers, one_of
from companion.schema import Refused

SHAPES = ("slide", "code", "image", "tower")
PART = st.builds(
    PuzzlePart,
    shape=st.sampled_from(SHAPES),
    level=st.integers(1, 7),
    other_level=st.integers(1, 6),
    picture=st.just(""),
)
SEED = st.integers(0, SEEDS - 1)


@given(PART, SEED)
def test_puzzle_seed_is_deterministic_and_unsolved(part, seed):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    assert puzzle == puzzle_kinds.begin_puzzle(part, seed)
    assert puzzle.shape == part.shape
    assert not puzzle_kinds.is_solved(puzzle)


@given(PART, SEED)
def test_puzzle_can_be_solved_in_its_fewest_steps(part, seed):
    puzzle, steps = puzzle_kinds.begin_puzzle(part, seed), 0
    while not puzzle_kinds.is_solved(puzzle):
        puzzle, steps = puzzle_kinds.moved(puzzle, next_step(puzzle)), steps + 1
        assert steps <= 200
    if puzzle.fewest:
        assert steps == puzzle.fewest


@given(PART, SEED, st.data())
def test_puzzle_moves_can_be_made(part, seed, data):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    for move in puzzle_kinds.moves_of(puzzle):
        assert puzzle_kinds.refused(puzzle, move.id) is None
        assert puzzle_kinds.moved(puzzle, move.id).pieces != puzzle.pieces
        assert move.text


@pytest.mark.parametrize(
    ("shape", "step"), [("slide", "Z:9"), ("image", "0-5"), ("tower", "2-2"), ("code", "nonsense")]
)
def test_puzzle_refuses_an_impossible_step_with_a_reason(shape, step):
    puzzle = puzzle_kinds.begin_puzzle(PuzzlePart(shape), 1)
    with pytest.raises(Refused) as refused:
        puzzle_kinds.moved(puzzle, step)
    assert str(refused.value.sentence).endswith(".")


@pytest.mark.parametrize("shape", SHAPES[:1] + SHAPES[2:])
def test_puzzle_solved_has_no_next_step(shape):
    puzzle = puzzle_kinds.begin_puzzle(PuzzlePart(shape, level=2), 1)
    while not puzzle_kinds.is_solved(puzzle):
        puzzle = puzzle_kinds.moved(puzzle, next_step(puzzle))
    with pytest.raises(ValueError, match="already"):
        next_step(puzzle)


def test_seed_gives_numbers_of_the_published_generator():
    row = numbers(1234567)
    assert [next(row) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.lists(st.integers(), min_size=1), SEED)
def test_seed_picks_one_thing(things, seed):
    assert one_of(things, seed) in things
    assert one_of(things, seed) == one_of(things, seed)


@given(st.lists(st.integers(0, 5)), SEED)
def test_mixed_keeps_all_items_in_another_order(things, seed):
    out = mixed(things, seed)
    assert sorted(out) == sorted(things)
    assert out == mixed(things, seed)
    if len(set(things)) > 1:
        assert list(out) != things


FREE = ("......", "......", "XX....", "......", "......", "......")
ONE_IN_THE_WAY = ("......", "..A...", "XXA...", "......", "......", "......")
SHUT = ("..A...", "..A...", "XXA...", "..B...", "..B...", "..B...")


@pytest.mark.parametrize(("rows", "depth"), [(FREE, 1), (ONE_IN_THE_WAY, 2), (SHUT, None)], ids=["free", "one", "shut"])
def test_solver_finds_the_fewest_moves(rows, depth):
    assert solver.fewest(rows) == depth


def test_solver_path_ends_in_the_opening():
    way = solver.shortest_path(ONE_IN_THE_WAY)
    assert len(way) == 2
    assert way[-1][slide_puzzle.EXIT].endswith("XX")
    assert solver.shortest_path(SHUT) == ()


def test_solver_positions_match_the_slide_moves():
    rows = slide_puzzle.begin(12, 5).pieces
    puzzle, maze = Puzzle("slide", 12, 0, pieces=rows), solver.Maze(rows)
    assert maze.rows(maze.start) == rows
    by_page = {slide_puzzle.moved(puzzle, move.id).pieces for move in slide_puzzle.moves(puzzle)}
    assert {maze.rows(position) for position in maze.after(maze.start)} == by_page


SIDE = st.integers(-1, 12)


@given(SIDE, SIDE, SEED)
def test_picture_is_shuffled_with_all_pieces(columns, rows, seed):
    puzzle = picture_puzzle.begin(columns, rows, seed)
    assert len(puzzle.pieces) == puzzle.level * puzzle.other_level >= 2
    assert sorted(puzzle.pieces, key=int) == [str(n) for n in range(len(puzzle.pieces))]
    assert not picture_puzzle.solved(puzzle)


@given(SIDE, SIDE, SEED, st.data())
def test_picture_swap_undoes_itself(columns, rows, seed, data):
    puzzle = picture_puzzle.begin(columns, rows, seed)
    move = data.draw(st.sampled_from(picture_puzzle.moves(puzzle))).id
    after = picture_puzzle.moved(puzzle, move)
    assert sum(a != b for a, b in zip(puzzle.pieces, after.pieces, strict=True)) == 2
    assert picture_puzzle.moved(after, move) == puzzle


def test_picture_swaps_neighbours_only():
    ids = [move.id for move in picture_puzzle.moves(picture_puzzle.begin(3, 2, 0))]
    assert ids == ["0-1", "0-3", "1-2", "1-4", "2-5", "3-4", "4-5"]


def lying(*pegs: str) -> Puzzle:
    return Puzzle("tower", 1, 0, pieces=pegs)


@given(st.integers(1, 255), SEED)
def test_tower_begins_at_the_asked_depth(level, seed):
    puzzle = tower_puzzle.begin(level, seed)
    assert tower_puzzle.depth_of()[puzzle.pieces] == puzzle.fewest == level
    assert sorted("".join(puzzle.pieces)) == sorted(tower_puzzle.DISCS)
    assert not tower_puzzle.solved(puzzle)


@pytest.mark.slow
@given(st.integers(1, 255), SEED)
def test_tower_is_solved_in_its_depth(level, seed):
    puzzle, depth = tower_puzzle.begin(level, seed), tower_puzzle.depth_of()
    for _ in range(level):
        puzzle = min(
            (tower_puzzle.moved(puzzle, move.id) for move in tower_puzzle.moves(puzzle)), key=lambda p: depth[p.pieces]
        )
    assert tower_puzzle.solved(puzzle)


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-2, 1), (255, 255), (400, 255)], ids=str)
def test_tower_clamps_the_asked_depth(asked, given):
    assert tower_puzzle.begin(asked, 0).fewest == given


@pytest.mark.parametrize("depth", [1, 2, 7, 60, 255])
def test_tower_ring_holds_all_positions_of_a_depth(depth):
    assert set(tower_puzzle.ring(depth)) == {pegs for pegs, far in tower_puzzle.depth_of().items() if far == depth}


def test_tower_keeps_large_discs_below_small_ones():
    assert [move.id for move in tower_puzzle.moves(lying("8765", "43", "21"))] == ["1-0", "2-0", "2-1"]
