"""The picture in pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.puzzles import SEEDS, picture_puzzle

SIDE = st.integers(-1, 12)
SEED = st.integers(0, SEEDS - 1)


@given(SIDE, SIDE, SEED)
def test_all_pieces_lie_there_and_never_as_they_should(columns, rows, seed):
    puzzle = picture_puzzle.begin(columns, rows, seed)
    assert len(puzzle.pieces) == puzzle.level * puzzle.other_level >= 2
    assert sorted(puzzle.pieces, key=int) == [str(n) for n in range(len(puzzle.pieces))]
    assert not picture_puzzle.solved(puzzle)


@given(SIDE, SIDE, SEED, st.data())
def test_a_swap_moves_two_pieces_and_undoes_itself(columns, rows, seed, data):
    puzzle = picture_puzzle.begin(columns, rows, seed)
    move = data.draw(st.sampled_from(picture_puzzle.moves(puzzle))).id
    after = picture_puzzle.moved(puzzle, move)
    assert sum(a != b for a, b in zip(puzzle.pieces, after.pieces, strict=True)) == 2
    assert picture_puzzle.moved(after, move) == puzzle


def test_only_neighbours_are_swapped():
    ids = [move.id for move in picture_puzzle.moves(picture_puzzle.begin(3, 2, 0))]
    assert ids == ["0-1", "0-3", "1-2", "1-4", "2-5", "3-4", "4-5"]


def test_a_swap_is_said_in_words():
    swap = picture_puzzle.moves(picture_puzzle.begin(3, 2, 0))[1]
    assert str(swap.text) == "swap row 1 place 1 with row 2 place 1"


def test_two_pieces_are_one_swap_from_the_picture():
    puzzle = picture_puzzle.begin(2, 1, 4)
    assert puzzle.pieces == ("1", "0")
    assert picture_puzzle.solved(picture_puzzle.moved(puzzle, "0-1"))
