"""Every shape behind the one door; and that each can be solved step by step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import PuzzlePart
from companion.games.mansions.puzzles import SEEDS, next_step, puzzle_kinds
from companion.schema import Refused, from_json, to_json

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
def test_the_same_seed_gives_the_same_puzzle_and_none_is_solved(part, seed):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    assert puzzle == puzzle_kinds.begin_puzzle(part, seed)
    assert puzzle.shape == part.shape
    assert not puzzle_kinds.is_solved(puzzle)


@given(PART, SEED)
def test_every_puzzle_can_be_solved_in_its_own_steps(part, seed):
    puzzle, steps = puzzle_kinds.begin_puzzle(part, seed), 0
    while not puzzle_kinds.is_solved(puzzle):
        puzzle, steps = puzzle_kinds.moved(puzzle, next_step(puzzle)), steps + 1
        assert steps <= 200
    if puzzle.fewest:
        assert steps == puzzle.fewest


@given(PART, SEED, st.data())
def test_every_move_that_is_offered_can_be_made(part, seed, data):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    for move in puzzle_kinds.moves_of(puzzle):
        assert puzzle_kinds.refused(puzzle, move.id) is None
        assert puzzle_kinds.moved(puzzle, move.id).pieces != puzzle.pieces
        assert move.text


@pytest.mark.parametrize(
    ("shape", "step"), [("slide", "Z:9"), ("image", "0-5"), ("tower", "2-2"), ("code", "nonsense")]
)
def test_what_is_no_step_is_refused_with_a_sentence(shape, step):
    puzzle = puzzle_kinds.begin_puzzle(PuzzlePart(shape), 1)
    with pytest.raises(Refused) as refused:
        puzzle_kinds.moved(puzzle, step)
    assert str(refused.value.sentence).endswith(".")


@pytest.mark.parametrize("shape", SHAPES[:1] + SHAPES[2:])
def test_a_solved_puzzle_has_no_next_step(shape):
    puzzle = puzzle_kinds.begin_puzzle(PuzzlePart(shape, level=2), 1)
    while not puzzle_kinds.is_solved(puzzle):
        puzzle = puzzle_kinds.moved(puzzle, next_step(puzzle))
    with pytest.raises(ValueError, match="already"):
        next_step(puzzle)


@given(PART, SEED)
def test_a_puzzle_travels(part, seed):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    assert from_json(type(puzzle), to_json(puzzle)) == puzzle
