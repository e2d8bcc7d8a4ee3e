"""What follows from a seed: always the same, and never the order that things came in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.puzzles import SEEDS
from companion.games.mansions.puzzles.puzzle import mixed, numbers, one_of

SEED = st.integers(0, SEEDS - 1)


def test_a_seed_gives_the_numbers_of_the_published_generator():
    row = numbers(1234567)
    assert [next(row) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.lists(st.integers(), min_size=1), SEED)
def test_one_seed_picks_one_thing(things, seed):
    assert one_of(things, seed) in things
    assert one_of(things, seed) == one_of(things, seed)


@given(st.lists(st.integers(0, 5)), SEED)
def test_what_is_mixed_is_all_there_and_lies_otherwise(things, seed):
    out = mixed(things, seed)
    assert sorted(out) == sorted(things)
    assert out == mixed(things, seed)
    if len(set(things)) > 1:
        assert list(out) != things
