"""The tower of discs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.puzzles import SEEDS, Puzzle, tower_puzzle

SEED = st.integers(0, SEEDS - 1)


def lying(*pegs: str) -> Puzzle:
    return Puzzle("tower", 1, 0, pieces=pegs)


@given(st.integers(1, 255), SEED)
def test_a_tower_begins_as_many_moves_from_the_end_as_asked_and_never_there(level, seed):
    puzzle = tower_puzzle.begin(level, seed)
    assert tower_puzzle.depth_of()[puzzle.pieces] == puzzle.fewest == level
    assert sorted("".join(puzzle.pieces)) == sorted(tower_puzzle.DISCS)
    assert not tower_puzzle.solved(puzzle)


@pytest.mark.slow
@given(st.integers(1, 255), SEED)
def test_so_many_moves_bring_it_to_the_end(level, seed):
    puzzle, depth = tower_puzzle.begin(level, seed), tower_puzzle.depth_of()
    for _ in range(level):
        puzzle = min(
            (tower_puzzle.moved(puzzle, move.id) for move in tower_puzzle.moves(puzzle)), key=lambda p: depth[p.pieces]
        )
    assert tower_puzzle.solved(puzzle)


@pytest.mark.parametrize(("asked", "given"), [(0, 1), (-2, 1), (255, 255), (400, 255)], ids=str)
def test_a_tower_is_never_solved_and_never_deeper_than_it_can_be(asked, given):
    assert tower_puzzle.begin(asked, 0).fewest == given


def test_every_way_the_discs_can_lie_is_known():
    assert len(tower_puzzle.depth_of()) == 3**8
    assert max(tower_puzzle.depth_of().values()) == tower_puzzle.DEEPEST == 255


@pytest.mark.parametrize("depth", [1, 2, 7, 60, 255])
def test_a_ring_is_all_that_lies_so_many_moves_away(depth):
    assert set(tower_puzzle.ring(depth)) == {pegs for pegs, far in tower_puzzle.depth_of().items() if far == depth}


def test_no_disc_comes_to_lie_on_a_smaller_one():
    assert [move.id for move in tower_puzzle.moves(lying("8765", "43", "21"))] == ["1-0", "2-0", "2-1"]


def test_a_lift_is_said_in_words():
    lift = tower_puzzle.moves(lying("8765432", "1", ""))[-1]
    assert str(lift.text) == "disc 1 from the middle peg to the right peg"


def test_the_last_disc_on_the_last_peg_solves_it():
    assert tower_puzzle.solved(tower_puzzle.moved(lying("1", "", "8765432"), "0-2"))
    assert not tower_puzzle.solved(lying("87654321", "", ""))
