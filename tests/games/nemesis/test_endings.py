"""How an evening ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Run
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Condition, Objective, Settings
from companion.games.nemesis.state import Course, Engine
from tests.games.course import give
from tests.games.nemesis.ship import ANN, BEN, page, state, with_character

HOME, ROCK = "Home", "Rock"
COURSE = Course({"A": HOME, "B": ROCK})
SIGN = Objective("sign", "A sign", "Send it.", "own", (Condition("signal"), Condition("alive")))
SAVED = Objective("saved", "Saved", "Bring her in.", "company", (Condition("ship_saved"),))
VOW = Objective("vow", "A vow", "Was it kept?", "own", (Condition("people"),))


def engines(*work):
    return {str(n + 1): Engine(works) for n, works in enumerate(work)}


def jump(ann="asleep", ben="asleep", **changes):
    """The time is out: two of three engines work, and the course is home."""
    written = {"planets": (HOME, ROCK), "home": HOME, "objectives": (SIGN, SAVED, VOW)}
    s = page(**{**written, "turns": 0, "engines": engines(True, True, False), "course": COURSE, **changes})
    return with_character(with_character(s, ANN, fate=ann, hand=("Rest",)), BEN, fate=ben)


def end(s):
    run = Run(GAME, s)
    assert run.state.phase == "over"
    return run.state


def test_who_sleeps_when_the_ship_jumps_home_is_home():
    s = end(jump(ben="aboard"))
    assert str(s.ending) == "Time is out: the ship jumps to Home. Ann wins."
    assert s.results[ANN].won
    assert str(s.results[BEN].why) == "Ben was awake when the ship jumped."


@pytest.mark.parametrize(("work", "home"), [((True, True), True), ((True, False, False), False), ((True,), True)])
def test_two_engines_must_work(work, home):
    s = end(jump(engines=engines(*work)))
    assert s.results[ANN].won is home
    assert ("breaks up" in str(s.ending)) is not home


def test_elsewhere_the_sleepers_are_lost():
    s = end(jump(course=replace(COURSE, set="B")))
    assert str(s.ending) == "Time is out: the ship jumps to Rock. Nobody wins."
    assert str(s.results[ANN].why) == "Ann sleeps on, and the ship is not home but at Rock."


def test_a_pod_comes_home_whatever_the_ship_does():
    s = end(jump(ann="pod", engines=engines(False, False, False)))
    assert (s.results[ANN].won, s.results[BEN].won) == (True, False)


def test_when_the_alarm_has_run_down_the_ship_goes_up():
    s = end(jump(ann="pod", turns=3, self_destruct=0))
    assert str(s.ending) == "The alarm falls silent: the ship goes up. Ann wins."
    assert str(s.results[BEN].why) == "Ben slept when the ship broke up."


@pytest.mark.parametrize("turns", [0, 3])
def test_the_alarm_does_not_wait_for_who_is_awake(turns):
    s = end(jump("aboard", "aboard", turns=turns, self_destruct=0))
    assert str(s.ending) == "The alarm falls silent: the ship goes up. Nobody wins."
    assert str(s.results[ANN].why) == "Ann was awake when the ship broke up."


@pytest.mark.parametrize(("alarm", "lost"), [(3, True), (4, False)])
def test_where_nobody_is_awake_what_runs_down_first_ends_it(alarm, lost):
    s = end(jump(turns=3, self_destruct=alarm))
    assert s.results[ANN].won is not lost


def test_where_nobody_lives_nobody_wins():
    s = end(jump("dead", "dead", turns=5))
    assert str(s.ending) == "Nobody lives any more: the ship jumps to Home. Nobody wins."


def test_it_goes_on_as_long_as_one_is_awake():
    assert Run(GAME, jump(ann="aboard", turns=3)).state.phase == "players"


def kept(s, seat, objective, **changes):
    return with_character(s, seat, objective=objective.id, **changes)


@pytest.mark.parametrize(("signal", "won"), [(True, True), (False, False)])
def test_who_kept_an_objective_must_have_done_it(signal, won):
    s = end(kept(jump(), ANN, SIGN, signal=signal))
    assert s.results[ANN].won is won
    assert str(s.results[ANN].why) == f"Ann is home. {'Done' if won else 'Not done'}: A sign."


def test_an_objective_that_does_not_ask_for_life_is_done_by_the_dead_too():
    assert end(kept(jump(ben="dead"), BEN, SAVED)).results[BEN].won


def test_what_only_the_owner_knows_is_asked_in_the_end():
    run = Run(GAME, kept(jump(), ANN, VOW))
    assert [(p.seat, str(p.title)) for p in run.open] == [(ANN, "did you do it? A vow. Was it kept?")]
    assert run.at_rest
    give(run, "no")
    assert not run.state.results[ANN].won


def test_who_came_home_infected_did_not_come_home():
    s = with_character(jump(), ANN, discard=("Contamination",), larva=True)
    run = Run(GAME, s)
    give(run, "infected")
    assert str(run.state.results[ANN].why) == "Ann came home asleep, and not alone."
    assert str(run.state.ending) == "Time is out: the ship jumps to Home. Ben wins."


def test_with_the_box_the_people_say_what_nobody_knew():
    s = jump(settings=Settings(decks="box"), engines={}, course=Course({}))
    run = Run(GAME, s)
    assert run.facts == ()
    for answer in ("yes", HOME, "no", "no", "yes", "no"):  # engines, course, infected, objectives
        give(run, answer)
    assert [one.won for one in run.state.results.values()] == [True, False]


def test_without_decks_the_ship_just_jumps():
    s = end(state(turns=0))
    assert str(s.ending) == "Time is out: the ship jumps."
