"""The hidden code: rows, answers to guesses, bad guesses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.puzzles import SEEDS, Puzzle, code_puzzle
from companion.schema import Refused

ROW = st.lists(st.integers(1, 4), min_size=4, max_size=4).map(lambda row: " ".join(map(str, row)))


def hidden(row: str, alphabet: str = "") -> Puzzle:
    return code_puzzle.begin(4, 4, row.split(), alphabet, 0)


@given(st.integers(1, 10), st.integers(2, 12), st.integers(0, SEEDS - 1))
def test_code_seed_gives_a_row_of_the_asked_size(slots, symbols, seed):
    puzzle = code_puzzle.begin(slots, symbols, (), "symbol", seed)
    assert len(puzzle.target) == slots
    assert len(puzzle.pieces) == symbols
    assert all(1 <= int(number) <= symbols for number in puzzle.target)
    assert puzzle == code_puzzle.begin(slots, symbols, (), "symbol", seed)


def test_code_takes_the_row_of_the_scenario():
    puzzle = code_puzzle.begin(7, 3, ("1", "3", "5", "4"), "", 9)
    assert (puzzle.target, puzzle.level, puzzle.other_level) == (("1", "3", "5", "4"), 4, 5)


@pytest.mark.parametrize(
    ("row", "guess", "right", "near"),
    [
        ("1 2 3 4", "1 2 3 4", 4, 0),
        ("1 2 3 4", "4 3 2 1", 0, 4),
        ("1 1 2 2", "1 2 1 1", 1, 2),
        ("1 1 1 2", "2 2 2 1", 0, 2),
        ("1 2 3 4", "1 1 1 1", 1, 0),
        ("3 3 3 3", "1 2 4 1", 0, 0),
    ],
)
def test_code_answer_counts_right_and_near(row, guess, right, near):
    assert code_puzzle.answer_to(hidden(row), guess) == code_puzzle.GuessAnswer(right, near)


@given(ROW, ROW)
def test_code_answer_is_symmetric_and_bounded(row, guess):
    told = code_puzzle.answer_to(hidden(row), guess)
    assert told == code_puzzle.answer_to(hidden(guess), row)
    assert 0 <= told.right + told.near <= 4
    assert (told.right == 4) == (row == guess)


def test_code_guesses_are_kept_until_solved():
    puzzle = code_puzzle.guessed(hidden("1 2 3 4"), "1 2 4 3")
    assert (puzzle.tried, code_puzzle.solved(puzzle)) == (("1 2 4 3",), False)
    assert code_puzzle.solved(code_puzzle.guessed(puzzle, "1 2 3 4"))


@pytest.mark.parametrize("text", ["star moon sun key", "1 2 3 4", "Star, Moon, Sun, Key", "1234", "01 2 3 key"])
def test_code_guess_takes_names_or_numbers(text):
    assert code_puzzle.guessed(hidden("4 4 4 4", "symbol"), text).tried == ("1 2 3 4",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("star moon", "The code has 4 places, 2 were filled."),
        ("star moon sun lamp", "“lamp” is no symbol of this code; there are star, moon, sun, key."),
        ("1 2 3 9", "“9” is no symbol"),
        ("", "4 places, 0 were filled"),
    ],
)
def test_code_refuses_a_bad_guess_with_a_reason(text, sentence):
    with pytest.raises(Refused, match=sentence):
        code_puzzle.guessed(hidden("1 2 3 4", "symbol"), text)


@given(st.text(max_size=40))
def test_code_guess_of_any_words_counts_or_is_refused(text):
    puzzle = hidden("1 2 3 4", "symbol")
    refusal = code_puzzle.refused(puzzle, text)
    if refusal is None:
        assert len(code_puzzle.guessed(puzzle, text).tried[0].split()) == 4
    else:
        assert str(refusal.sentence).endswith(".")


@pytest.mark.parametrize(
    ("alphabet", "names"),
    [("symbol", ("star", "moon", "sun")), ("element", ("red", "blue", "green")), ("lock.png", ("1", "2", "3"))],
)
def test_code_symbols_have_names(alphabet, names):
    assert code_puzzle.names(alphabet, 3) == names
