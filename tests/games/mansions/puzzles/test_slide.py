"""The sliding puzzle: boards and moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.puzzles import SEEDS, Puzzle, slide_puzzle
from companion.games.mansions.puzzles.solver import fewest

pytestmark = pytest.mark.slow

SEED = st.integers(0, SEEDS - 1)
LEVEL = st.integers(1, 20)
HALL = ("......", "..A...", "XXA..B", ".....B", "......", "......")


def hall(*rows: str) -> Puzzle:
    return Puzzle("slide", 1, 0, pieces=rows or HALL)


@pytest.mark.parametrize("level", range(1, 21))
def test_slide_boards_need_exactly_their_depth(level):
    for board in slide_puzzle.boards()[level]:
        assert fewest(tuple(board.split())) == level


@pytest.mark.parametrize("level", range(1, 21))
def test_slide_seed_gives_a_board_of_the_depth(level):
    proved = set(slide_puzzle.boards()[level])
    for seed in range(SEEDS):
        puzzle = slide_puzzle.begin(level, seed)
        assert " ".join(puzzle.pieces) in proved
        assert (puzzle.fewest, slide_puzzle.solved(puzzle)) == (level, False)


@pytest.mark.parametrize(("asked", "given"), [(-3, 1), (0, 1), (20, 20), (99, 20)], ids=str)
def test_slide_clamps_the_asked_depth(asked, given):
    puzzle = slide_puzzle.begin(asked, 0)
    assert (puzzle.level, puzzle.fewest) == (asked, given)


def test_slide_boards_hold_whole_blocks():
    for board in (board for there in slide_puzzle.boards().values() for board in there):
        blocks = slide_puzzle.sliders(tuple(board.split()))
        assert all(len(block.cells) in (2, 3) for block in blocks)
        marked = next(block for block in blocks if block.letter == slide_puzzle.MARKED)
        assert (marked.y, marked.length, marked.across) == (slide_puzzle.EXIT, 2, True)


def test_slide_moves_go_as_far_as_free():
    assert " ".join(move.id for move in slide_puzzle.moves(hall())) == "A:-1 A:1 A:2 A:3 B:-1 B:-2 B:1 B:2"


def test_slide_move_has_words():
    texts = {
        move.id: str(move.text)
        for move in slide_puzzle.moves(hall("......", "......", "XX..A.", "....A.", "......", "......"))
    }
    assert texts["A:-2"] == "block A, 2 up"
    assert texts["X:1"] == "the marked block, 1 to the right"


def test_slide_move_goes_any_distance():
    there = hall("......", "......", "XX....", "......", "......", "......")
    assert slide_puzzle.solved(slide_puzzle.moved(there, "X:4"))
    assert not slide_puzzle.solved(slide_puzzle.moved(there, "X:3"))
    assert fewest(there.pieces) == 1


@given(LEVEL, SEED, st.data())
def test_slide_moves_keep_all_blocks(level, seed, data):
    puzzle = slide_puzzle.begin(level, seed)
    blocks = {(block.letter, block.length, block.across) for block in slide_puzzle.sliders(puzzle.pieces)}
    for _ in range(5):
        puzzle = slide_puzzle.moved(puzzle, data.draw(st.sampled_from(slide_puzzle.moves(puzzle))).id)
        assert {(block.letter, block.length, block.across) for block in slide_puzzle.sliders(puzzle.pieces)} == blocks
