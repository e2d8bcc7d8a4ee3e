"""Moving, Features, and what they do to defending."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.actions import ACTIONS
from companion.schema import Refused
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, a_contest, having, state


def refusal(s, name):
    return next(a for a in ACTIONS if a.name == name).refuse(s, ANN)


def done(s, *answers):
    run = Run(GAME, s)
    for answer in answers:
        give(run, answer, seat=ANN)
    return run.state.characters[ANN]


@pytest.mark.parametrize(("used", "defending"), [("use_ability", False), ("attack", False), ("part_of_test", True)])
def test_a_feature_is_an_action_unless_it_is_part_of_a_test(used, defending):  # DYW-ABILITY-1, -2, DYW-SPECIAL-3
    assert done(having(state(), ANN, defending=True), "feature", used).defending is defending


def test_who_rests_takes_no_action_at_all():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def test_once_the_card_lies_there_the_number_is_locked():  # DYW-SKILL-6
    run = a_contest()
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"
