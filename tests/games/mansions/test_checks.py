"""Skill tests: successes, clues, rerolls."""

from __future__ import annotations

import pytest

from companion.games.mansions.rules.skill_test import pool
from companion.games.mansions.state import PoolModifier
from tests.games.course import give
from tests.games.mansions.manor import B, I, S, announce, dark, observation, rolled, seat, situation, verdict, whole


def test_roll_has_as_many_dice_as_the_skill():
    prompt = announce().open[0]
    assert whole(situation(), prompt) == "Ann: roll 3 dice, observation, 2 successes needed"
    assert (prompt.kind, prompt.least, prompt.most, prompt.of) == ("roll", 3, 3, ("mom_d8",))
    assert prompt.sides == (S,) * 3 + (I,) * 2 + (B,) * 3


@pytest.mark.parametrize(("add", "dice"), [(0, 3), (2, 5), (-1, 2), (-7, 1)], ids=str)
def test_modifiers_leave_at_least_one_die(add, dice):
    state = situation(modifiers=(PoolModifier(add, "1", "observation"),))
    assert pool(state, "1", "observation") == dice


def test_clues_are_asked_for_only_if_useful():
    assert rolled(S, B, B).open == ()  # no investigation
    assert rolled(B, B, I, task=observation(3)).open == ()  # too few with all clues
    assert rolled(S, I, B, state=situation(seat("Ann", clues=0))).open == ()  # no clue
    assert rolled(S, I, B, state=situation(tokens=dark("A1"))).open == ()
    assert rolled(S, I, B).open[0].kind == "count"


def test_surplus_test_offers_clues_beyond_the_need():
    assert rolled(S, S, I, task=observation(2, surplus=True)).open[0].kind == "count"


def with_compass():
    return situation(seat("Ann", possessions=("Compass",), clues=0))


def test_reroll_replaces_the_chosen_dice():
    run = rolled(S, B, B, state=with_compass())
    assert (run.open[0].kind, run.open[0].most) == ("choose", 2)
    give(run, B, B)
    assert (run.open[0].kind, run.open[0].locked, run.open[0].most) == ("roll", (S,), 3)
    give(run, S, S, B)
    assert verdict(run).faces == (S, S, B)
    assert verdict(run).passed


def test_reroll_is_offered_once_in_a_test():
    run = rolled(B, B, B, state=with_compass())
    give(run, B)
    give(run, B, B, B)
    assert run.open == ()
