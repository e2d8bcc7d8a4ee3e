"""Puzzle blocks of the page."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions.content import PuzzlePart
from companion.games.mansions.puzzles import Puzzle, puzzle_kinds
from companion.games.mansions.views.puzzle import drawn
from companion.i18n import _
from companion.schema import to_json
from companion.schema.maps import Code, CodeTry, Slide, Slider, Tower


def made(shape: str, **part) -> Puzzle:
    return puzzle_kinds.begin_puzzle(PuzzlePart(shape, **part), 3)


def test_puzzle_block_shows_steps_after_the_roll():
    puzzle = made("tower")
    assert drawn(puzzle, "The altar").steps is None
    rolled = replace(puzzle, rolled=True, steps=2, moves=1, total=4)
    told = drawn(rolled, "The altar")
    assert (told.title, told.steps, told.moves, told.total) == ("The altar", 2, 1, 4)


def test_slide_block_shows_the_sliders():
    rows = ("......", "..A...", "XXA..B", ".....B", "......", "......")
    figure = drawn(Puzzle("slide", 2, 0, pieces=rows), "").figure
    assert isinstance(figure, Slide)
    assert (figure.size, figure.exit) == (6, 2)
    assert figure.sliders[0] == Slider("A", _("block {letter}", letter="A"), 2, 1, 1, 2)
    assert figure.sliders[-1] == Slider("X", _("the marked block"), 0, 2, 2, 1, marked=True)


def test_code_block_shows_guesses_but_not_the_row():
    one, other = (made("code", solution=tuple(row), other_level=5) for row in ("1352", "1552"))
    assert drawn(one, "") == drawn(other, "")
    tried = puzzle_kinds.moved(one, "1 2 4 4")
    figure = drawn(tried, "").figure
    assert isinstance(figure, Code)
    assert figure.tries == (CodeTry((1, 2, 4, 4), 1, 1),)
    assert "1, 3, 5, 2" not in str(to_json(drawn(tried, "")))


def test_tower_block_lists_discs_from_the_bottom():
    figure = drawn(Puzzle("tower", 1, 0, pieces=("8765", "43", "21")), "").figure
    assert isinstance(figure, Tower)
    assert (figure.pegs, figure.discs, figure.goal) == (((8, 7, 6, 5), (4, 3), (2, 1)), 8, 2)


def test_puzzle_note_states_the_depth():
    assert str(drawn(made("slide", level=1), "").note) == "At best it takes 1 step from its beginning."
    assert str(drawn(made("slide", level=50), "").note).endswith("50 were asked for; this is the deepest there is.")
    assert not drawn(made("image"), "").note
