"""The four shapes of puzzles: setup, steps, refusals, solutions, and their blocks on the page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.mansions.content import PuzzlePart
from companion.games.mansions.puzzles import (
    SEEDS,
    Puzzle,
    code_puzzle,
    next_step,
    picture_puzzle,
    puzzle_kinds,
    slide_puzzle,
    solver,
    tower_puzzle,
)
from companion.games.mansions.puzzles.puzzle import numbers, shuffle
from companion.games.mansions.views.puzzle import puzzle_view
from companion.i18n import _
from companion.schema import Refused
from companion.schema.maps import Code, CodeTry, Slide, Slider, Tower

SEED = st.integers(0, SEEDS - 1)
SHAPES = ("slide", "code", "image", "tower")
PART = st.builds(
    PuzzlePart, st.sampled_from(SHAPES), st.just("lore"), st.integers(1, 7), st.integers(1, 6), picture=st.just("")
)


def test_seed_gives_numbers_of_the_published_generator():
    row = numbers(1234567)
    assert [next(row) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.lists(st.integers(0, 5)), SEED)
def test_mixed_keeps_all_items_in_another_order(things, seed):
    out = shuffle(things, seed)
    assert sorted(out) == sorted(things)
    assert out == shuffle(things, seed)
    assert list(out) != things or len(set(things)) < 2


# --- every shape ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@given(PART, SEED)
def test_puzzle_can_be_solved_in_its_fewest_steps(part, seed):
    puzzle, steps = puzzle_kinds.begin_puzzle(part, seed), 0
    assert puzzle == puzzle_kinds.begin_puzzle(part, seed)
    assert puzzle.shape == part.shape
    while not puzzle_kinds.is_solved(puzzle):
        puzzle, steps = puzzle_kinds.make_step(puzzle, next_step(puzzle)), steps + 1
        assert steps <= 200
    assert steps == puzzle.fewest or (not puzzle.fewest and steps > 0)
    if part.shape != "code":
        with pytest.raises(ValueError, match="already"):
            next_step(puzzle)


@pytest.mark.slow
@given(PART, SEED)
def test_puzzle_moves_can_be_made(part, seed):
    puzzle = puzzle_kinds.begin_puzzle(part, seed)
    for move in puzzle_kinds.moves_of(puzzle):
        assert puzzle_kinds.step_refused(puzzle, move.id) is None
        assert puzzle_kinds.make_step(puzzle, move.id).pieces != puzzle.pieces
        assert move.text


@pytest.mark.parametrize(
    ("shape", "step"), [("slide", "Z:9"), ("image", "0-5"), ("tower", "2-2"), ("code", "nonsense")]
)
def test_puzzle_refuses_an_impossible_step_with_a_reason(shape, step):
    puzzle = puzzle_kinds.begin_puzzle(PuzzlePart(shape), 1)
    with pytest.raises(Refused) as refused:
        puzzle_kinds.make_step(puzzle, step)
    assert str(refused.value.sentence).endswith(".")


# --- codes ------------------------------------------------------------------------------------------------------------


def hidden(row: str, alphabet: str = "") -> Puzzle:
    return code_puzzle.begin(4, 4, row.split(), alphabet, 0)


@pytest.mark.parametrize(
    ("size", "row", "target", "symbols"),
    [
        ((7, 3), ("1", "3", "5", "4"), ("1", "3", "5", "4"), 5),
        ((4, 6), ("1", "99999999", "02"), ("1", "2"), 6),  # absurd symbols are left out, zeros do not matter
    ],
)
def test_code_takes_the_row_of_the_scenario(size, row, target, symbols):
    puzzle = code_puzzle.begin(*size, row, "", 9)
    assert (puzzle.target, puzzle.level, puzzle.other_level) == (target, len(target), symbols)
    assert code_puzzle.solved(code_puzzle.moved(puzzle, " ".join(target)))


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


@pytest.mark.parametrize("text", ["star moon sun key", "1 2 3 4", "Star, Moon, Sun, Key", "1234", "01 2 3 key"])
def test_code_guess_takes_names_or_numbers(text):
    puzzle = code_puzzle.moved(hidden("4 4 4 4", "symbol"), text)
    assert (puzzle.tried, code_puzzle.solved(puzzle)) == (("1 2 3 4",), False)


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
        puzzle_kinds.make_step(hidden("1 2 3 4", "symbol"), text)


@given(st.text(max_size=40))
def test_code_guess_of_any_words_counts_or_is_refused(text):
    puzzle = hidden("1 2 3 4", "symbol")
    refusal = code_puzzle.guess_refused(puzzle, text)
    if refusal is None:
        assert len(code_puzzle.moved(puzzle, text).tried[0].split()) == 4
    else:
        assert str(refusal.sentence).endswith(".")


# --- pictures and towers ----------------------------------------------------------------------------------------------

SIDE = st.integers(-1, 12)


@given(SIDE, SIDE, SEED, st.data())
def test_picture_is_shuffled_and_a_swap_undoes_itself(columns, rows, seed, data):
    puzzle = picture_puzzle.begin(columns, rows, seed)
    assert len(puzzle.pieces) == puzzle.level * puzzle.other_level >= 2
    assert sorted(puzzle.pieces, key=int) == [str(n) for n in range(len(puzzle.pieces))]
    assert not picture_puzzle.solved(puzzle)
    move = data.draw(st.sampled_from(picture_puzzle.moves(puzzle))).id
    assert picture_puzzle.moved(picture_puzzle.moved(puzzle, move), move) == puzzle


def tower(*pegs: str) -> Puzzle:
    return Puzzle("tower", 1, 0, pieces=pegs)


@pytest.mark.slow
@given(st.integers(-2, 400), SEED)
def test_tower_begins_at_the_asked_depth(level, seed):
    puzzle = tower_puzzle.begin(level, seed)
    assert tower_puzzle.depth_of()[puzzle.pieces] == puzzle.fewest == min(max(level, 1), 255)
    assert sorted("".join(puzzle.pieces)) == sorted(tower_puzzle.DISCS)


# --- sliding blocks ---------------------------------------------------------------------------------------------------

ROWS = ("......", "..A...", "XXA..B", ".....B", "......", "......")
FREE = ("......", "......", "XX....", "......", "......", "......")
ONE_IN_THE_WAY = ("......", "..A...", "XXA...", "......", "......", "......")
SHUT = ("..A...", "..A...", "XXA...", "..B...", "..B...", "..B...")


def slide(rows: tuple[str, ...]) -> Puzzle:
    return Puzzle("slide", 1, 0, pieces=rows)


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 21))
def test_slide_boards_are_whole_and_need_exactly_their_depth(level):
    for board in slide_puzzle.boards()[level]:
        rows = tuple(board.split())
        assert len(solver.shortest_path(rows)) == level
        blocks = slide_puzzle.sliders(rows)
        assert all(len(block.cells) in (2, 3) for block in blocks)
        marked = next(block for block in blocks if block.letter == slide_puzzle.MARKED)
        assert (marked.y, marked.length, marked.across) == (slide_puzzle.EXIT, 2, True)


def test_slide_moves_go_as_far_as_free():
    moves = slide_puzzle.moves(slide(ROWS))
    assert " ".join(move.id for move in moves) == "A:-1 A:1 A:2 A:3 B:-1 B:-2 B:1 B:2"
    assert str(moves[0].text) == "block A, 1 up"
    assert {move.id: str(move.text) for move in slide_puzzle.moves(slide(FREE))}["X:1"] == (
        "the marked block, 1 to the right"
    )


@pytest.mark.parametrize(("rows", "steps"), [(FREE, 1), (ONE_IN_THE_WAY, 2), (SHUT, 0)], ids=["free", "one", "shut"])
def test_solver_finds_the_fewest_moves(rows, steps):
    path = solver.shortest_path(rows)
    assert len(path) == steps
    assert not path or path[-1][slide_puzzle.EXIT].endswith("XX")


# --- on the page ------------------------------------------------------------------------------------------------------


def test_puzzle_block_has_the_figure_of_its_shape():
    figure = puzzle_view(slide(ROWS), "").figure
    assert isinstance(figure, Slide)
    assert (figure.size, figure.exit) == (6, 2)
    assert figure.sliders[0] == Slider("A", _("block {letter}", letter="A"), 2, 1, 1, 2)
    assert figure.sliders[-1] == Slider("X", _("the marked block"), 0, 2, 2, 1, marked=True)
    assert puzzle_view(tower("8765", "43", "21"), "").figure == Tower(((8, 7, 6, 5), (4, 3), (2, 1)), 8, 2)


def test_code_block_shows_guesses_but_not_the_row():
    parts = (PuzzlePart("code", solution=tuple(row), other_level=5) for row in ("1352", "1552"))
    puzzle, other = (puzzle_kinds.begin_puzzle(part, 3) for part in parts)
    assert puzzle_view(puzzle, "") == puzzle_view(other, "")
    figure = puzzle_view(puzzle_kinds.make_step(puzzle, "1 2 4 4"), "").figure
    assert isinstance(figure, Code)
    assert figure.tries == (CodeTry((1, 2, 4, 4), 1, 1),)
