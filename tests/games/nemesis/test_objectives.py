"""Two objectives, one of which is kept."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Objective
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, page, with_character

OBJECTIVES = tuple(
    Objective(name, name.upper(), f"Do {name}.", "own", ()) for name in ("first", "second", "third", "fourth")
)


def dealt(**changes):
    s = page(objectives=OBJECTIVES, **changes)
    s = with_character(s, ANN, objectives=("first", "second"))
    return with_character(s, BEN, objectives=("third", "fourth"))


def test_nobody_chooses_before_something_came():
    assert Run(GAME, dealt()).open[0].key == "action"


def test_when_the_first_intruder_came_all_choose_at_once_and_in_secret():
    run = Run(GAME, dealt(met=True))
    assert [(p.seat, p.secret, str(p.title)) for p in run.open] == [
        (ANN, True, "keep one of your objectives"),
        (BEN, True, "keep one of your objectives"),
    ]
    assert run.at_rest
    give(run, "fourth", seat=BEN)
    assert run.facts == ()  # nobody learns anything before all have chosen
    give(run, "first")
    assert [(c.objective, c.objectives) for c in run.state.characters.values()] == [("first", ()), ("fourth", ())]


def test_the_dead_do_not_choose():
    run = Run(GAME, with_character(dealt(met=True), ANN, fate="dead"))
    assert [p.seat for p in run.open] == [BEN]


def test_where_nothing_ever_came_they_choose_in_the_end():
    run = Run(GAME, replace(dealt(), turns=0))
    assert [(p.seat, p.key) for p in run.open] == [(ANN, "objective.keep"), (BEN, "objective.keep")]


def test_the_question_comes_after_the_action_that_brought_it():
    s = with_character(dealt(), ANN, hand=("Rest",) * 5)
    noisy = {"c1": replace(s.corridors["c1"], noise=True)}
    run = Run(GAME, replace(s, corridors={**s.corridors, **noisy}))
    for answer in ("move:lab", "Rest", "1", "larva-1"):
        give(run, answer)
    assert str(run.open[0].title) == "keep one of your objectives"
