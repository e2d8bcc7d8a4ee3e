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


def done(s, *answers):
    run = Run(GAME, s)
    for answer in answers:
        give(run, answer, seat=ANN)
    return run.state.characters[ANN]


@pytest.mark.parametrize(("used", "defending"), [("use_ability", False), ("attack", False), ("part_of_test", True)])
def test_feature_is_an_action_outside_a_test(used, defending):  # DYW-ABILITY-1, -2, DYW-SPECIAL-3
    assert done(having(state(), ANN, defending=True), "feature", used).defending is defending


def test_resting_character_takes_no_action():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def test_requirement_is_locked_after_the_card():  # DYW-SKILL-6
    run = a_contest()
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"
