"""What the facts of a puzzle do to where the story stands, and how they are told."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from companion.games.mansions.content import Scenario
from companion.games.mansions.facts import PuzzleBegun, PuzzleLeft, PuzzleMoved, PuzzleSolved, PuzzleStepsGained, apply
from companion.games.mansions.facts.puzzles import apply_puzzle
from companion.games.mansions.puzzles import code_puzzle, tower_puzzle
from companion.games.mansions.state import Story
from companion.games.mansions.views.puzzle import tell_puzzle
from companion.schema import from_json, to_json
from tests.games.mansions.table import situation

TOWER = tower_puzzle.begin(1, 0)
CODE = code_puzzle.begin(3, 4, ("1", "2", "4"), "symbol", 0)


def after(*facts):
    state = situation(story=Story(Scenario("Test"), puzzles=MappingProxyType({"PuzzleOther": TOWER})))
    for fact in facts:
        state = apply(state, fact)
    return state


def begun(puzzle=CODE, steps: int = 3):
    return after(PuzzleBegun("P", "1", puzzle), PuzzleStepsGained("P", "1", steps))


def test_a_begun_puzzle_is_open_and_not_rolled():
    story = after(PuzzleBegun("P", "1", CODE)).story
    assert (story.open_puzzle, story.puzzles["P"].seat, story.puzzles["P"].rolled) == ("P", "1", False)


def test_steps_add_up():
    state = apply(begun(), PuzzleStepsGained("P", "1", 1, clue=True))
    assert (state.story.puzzles["P"].steps, state.story.puzzles["P"].rolled) == (4, True)


def test_a_step_is_one_less_and_one_more():
    puzzle = apply(begun(), PuzzleMoved("P", "1", "2 2 2")).story.puzzles["P"]
    assert (puzzle.steps, puzzle.moves, puzzle.total, puzzle.tried) == (2, 1, 1, ("2 2 2",))


def test_what_is_left_keeps_its_state_and_loses_its_steps():
    left = apply(apply(begun(), PuzzleMoved("P", "1", "2 2 2")), PuzzleLeft("P", "1"))
    assert left.story.open_puzzle == ""
    again = apply(left, PuzzleBegun("P", "2")).story.puzzles["P"]
    assert (again.tried, again.total, again.moves, again.steps, again.seat) == (("2 2 2",), 1, 0, 0, "2")


def test_what_is_solved_is_gone_and_others_stay():
    story = apply(begun(), PuzzleSolved("P", "1")).story
    assert (story.open_puzzle, tuple(story.puzzles)) == ("", ("PuzzleOther",))


def test_without_a_scenario_there_is_no_puzzle():
    with pytest.raises(ValueError, match="no scenario is under way"):
        apply_puzzle(None, PuzzleLeft("P", "1"))


def test_a_fact_comes_back_from_the_log():
    fact = PuzzleBegun("P", "1", CODE)
    assert from_json(PuzzleBegun, to_json(fact)) == fact


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (PuzzleBegun("P", "1", CODE), "A puzzle is found."),
        (PuzzleBegun("P", "1"), "The puzzle lies there as it was left."),
        (PuzzleStepsGained("P", "1", 1), "Ann: 1 step in the puzzle."),
        (PuzzleStepsGained("P", "1", 1, clue=True), "Ann: 1 step more for a clue."),
        (PuzzleMoved("P", "1", "4 2 2"), "Ann tries key moon moon: 1 right, 1 elsewhere."),
        (PuzzleLeft("P", "1"), "Ann leaves the puzzle for now."),
        (PuzzleSolved("P", "1"), "Ann solves the puzzle."),
    ],
)
def test_facts_are_told(fact, sentence):
    state = begun()
    if isinstance(fact, PuzzleMoved):
        state = apply(state, fact)
    assert str(tell_puzzle(state, fact)) == sentence


def test_a_step_that_the_page_shows_needs_few_words():
    state = apply(begun(TOWER), PuzzleMoved("P", "1", tower_puzzle.moves(TOWER)[0].id))
    assert str(tell_puzzle(state, PuzzleMoved("P", "1", "0-1"))) == "Ann does a step of the puzzle."


def test_what_a_code_hides_is_not_told():
    assert "star moon key" not in " ".join(str(tell_puzzle(begun(), fact)) for fact in (PuzzleBegun("P", "1", CODE),))
