"""Puzzles in play: steps by a roll and by clues, and their state between visits."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, PuzzlePart, Scenario
from companion.games.mansions.facts import PuzzleBegun, PuzzleLeft, PuzzleMoved, PuzzleSolved, PuzzleStepsGained, apply
from companion.games.mansions.puzzles import code_puzzle, next_step
from companion.games.mansions.rules.story import puzzle_visit
from companion.games.mansions.state import Monster, State, Story
from companion.games.mansions.views import view
from companion.games.mansions.views.puzzle import tell_puzzle
from companion.schema import Answer
from tests.games.course import give, possible
from tests.games.mansions.manor import B, S, request, seat, situation, whole

NAME = "PuzzleDoor"
SHAPES = ("slide", "code", "image", "tower")


def story_of(part: PuzzlePart, **changes) -> Story:
    button = Button(next=("EventOpen",))
    door = Component(NAME, "puzzle", title="The cellar door", buttons=(button,), part=part)
    return Story(Scenario("Test", components=MappingProxyType({NAME: door})), **changes)


def visit(part: PuzzlePart | None = None, who: str = "1", **changes) -> Run:
    """Return a run that ends when the puzzle is closed."""
    return revisit(situation(**{"story": story_of(part or PuzzlePart("slide", level=3)), **changes}), who)


def revisit(state: State, who: str = "1") -> Run:
    def play(g):
        puzzle_visit.begin(g, NAME, who, 5)
        yield from ()

    return while_open(Run(replace(GAME, play=play, over=lambda s: s.story.open_puzzle), state).state)


def while_open(state: State) -> Run:
    return Run(
        replace(GAME, play=puzzle_visit.visit_puzzle, over=lambda s: "" if s.story.open_puzzle else "closed"), state
    )


def puzzle(run: Run):
    return run.state.story.puzzles[NAME]


def step(run: Run, *values: str):
    """Make one step of the puzzle."""
    prompt = next(p for p in run.open if p.at == "puzzle")
    return run.answer(Answer(f"a-{prompt.id}", prompt.id, values, prompt.seat))


def test_puzzle_skill_test_gives_steps():
    run = visit(PuzzlePart("slide", "agility"))
    assert request(run) == "Ann: roll 3 dice, agility, successes are counted"
    assert any(block.kind == "odds" for block in view(run.state, "1"))
    give(run, S, S, B)
    assert puzzle_visit.puzzle_test(run.state) is None
    assert (puzzle(run).steps, puzzle(run).rolled) == (2, True)
    assert [whole(run.state, p) for p in run.open] == ["Ann: 2 steps left", "Ann: one step of the puzzle"]


def test_puzzle_allows_damage_corrections():
    run = visit(monsters=MappingProxyType({"Ghoul": Monster("Ghoul", "A1", health=3)}))
    give(run, S, B, B)
    before = puzzle(run)
    drawer = next(p for p in run.open if p.at == "foes")
    run.answer(Answer("a-more", drawer.id, ("more:Ghoul",), drawer.seat))
    assert (run.state.monsters["Ghoul"].damage, puzzle(run)) == (1, before)


def test_puzzle_clue_buys_a_step():
    run = visit()
    give(run, B, B, B)
    give(run, "clue")
    give(run, "clue")
    assert (puzzle(run).steps, run.state.seats["1"].clues) == (2, 0)
    assert str(run.open[0].options[0].refused.sentence) == "Ann has 0 clues, not 1."


@pytest.mark.parametrize("shape", SHAPES)
def test_puzzle_is_solved_step_by_step(shape):
    run = visit(PuzzlePart(shape, level=2, other_level=2))
    while not run.over:
        give(run, S, S, S)
        while not run.over and any(p.at for p in run.open):
            step(run, *next_step(puzzle(run)).split() if shape == "code" else (next_step(puzzle(run)),))
        if not run.over:  # no step left: another visit
            give(run, "go")
            run = revisit(run.state)
    assert run.facts[-1] == PuzzleSolved(NAME, "1")
    assert (run.state.story.open_puzzle, dict(run.state.story.puzzles)) == ("", {})


def test_puzzle_keeps_its_state_between_visits():
    run = visit()
    give(run, S, S, B)
    step(run, run.open[1].options[0].id)
    pieces = puzzle(run).pieces
    give(run, "hold")
    assert isinstance(run.facts[-1], PuzzleLeft)
    assert (run.state.story.open_puzzle, puzzle(run).pieces, puzzle(run).steps) == ("", pieces, 0)
    back = revisit(run.state, "2")
    assert request(back).startswith("Bob: roll 3 dice")
    give(back, S, B, B)
    assert (puzzle(back).pieces, puzzle(back).steps, puzzle(back).moves, puzzle(back).total) == (pieces, 1, 0, 1)


def test_puzzle_asks_for_an_unknown_seat_and_skill():
    run = visit(PuzzlePart("slide", "luck"), who="")
    assert (run.open[0].seat, request(run)) == ("table", "All: who attempts the puzzle?")
    give(run, "2")
    assert request(run) == "Bob: which skill does the puzzle test?"
    give(run, "lore")
    assert "lore" in request(run)
    give(run, S, B, B)
    assert puzzle(run).seat == "2"


def test_puzzle_skips_eliminated_seats():
    gone = seat("Ann", eliminated=True)
    assert request(visit(ann=gone)).startswith("Bob: roll")
    run = visit(ann=gone, bob=seat("Bob", eliminated=True))
    assert (run.over, run.facts) == ("closed", (PuzzleLeft(NAME, "1"),))


@pytest.mark.slow
@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False))
def test_puzzle_resumes_from_its_state(shape, random):
    run = visit(PuzzlePart(shape, level=3, other_level=3))
    for number in range(8):
        if run.over:
            break
        if run.at_rest:
            fresh = while_open(run.state)
            assert [(p.asks, p.options) for p in fresh.open] == [(p.asks, p.options) for p in run.open]
            assert fresh.facts == ()
        prompt = random.choice(run.open)
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))


CODE = code_puzzle.begin(3, 4, ("1", "2", "4"), "symbol", 0)


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
def test_puzzle_log_describes_the_fact_and_hides_the_code(fact, sentence):
    state = apply(situation(story=Story(Scenario("Test"))), PuzzleBegun("P", "1", CODE))
    assert str(tell_puzzle(apply(state, fact) if isinstance(fact, PuzzleMoved) else state, fact)) == sentence
