"""Moving, Features, and what they do to defending."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.rules.actions import ACTIONS
from companion.schema import Refused
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, a_contest, a_skill_test, having, state


def refusal(s, name):
    return next(a for a in ACTIONS if a.name == name).refuse(s, ANN)


def done(s, *answers):
    run = Run(GAME, s)
    for answer in answers:
        give(run, answer, seat=ANN)
    return run.state.characters[ANN]


def test_a_combat_move_brings_speed_back_to_its_maximum():  # DYW-CMOVE-2
    assert done(having(state(in_combat=True), ANN, speed=1, max_speed=6, defending=True), "combat_move").speed == 6


def test_moving_in_combat_uses_up_speed_and_is_no_action():  # DYW-CMOVE-1
    ann = done(having(state(in_combat=True), ANN, speed=4, defending=True), "free_move", "3")
    assert (ann.speed, ann.defending) == (1, True)


def test_without_speed_nobody_moves():
    assert refusal(having(state(in_combat=True), ANN, speed=0), "free_move").code == "NOT_ENOUGH_SPEED"


def test_dash_is_for_outside_combat():  # DYW-DASH-1
    assert refusal(state(in_combat=True), "dash").code == "OUT_OF_COMBAT_ONLY"
    assert not done(having(state(), ANN, defending=True), "dash").defending


@pytest.mark.parametrize("name", ["combat_move", "free_move"])
def test_combat_movement_is_for_combat(name):
    assert refusal(state(), name).code == "IN_COMBAT_ONLY"


@pytest.mark.parametrize(("used", "defending"), [("use_ability", False), ("attack", False), ("part_of_test", True)])
def test_a_feature_is_an_action_unless_it_is_part_of_a_test(used, defending):  # DYW-ABILITY-1, -2, DYW-SPECIAL-3
    assert done(having(state(), ANN, defending=True), "feature", used).defending is defending


def test_who_rests_takes_no_action_at_all():  # DYW-REST-2
    s = having(state(), ANN, resting=True)
    assert {no.code for a in ACTIONS if (no := a.refuse(s, ANN))} == {"RESTING", "IN_COMBAT_ONLY", "NOT_YOUR_TURN"}
    assert all(a.refuse(s, ANN) for a in ACTIONS)


def test_the_dealer_begins_and_ends_a_combat():  # DYW-X-COMBAT-1
    run = Run(GAME, state())
    give(run, "combat")
    assert run.state.in_combat
    give(run, "combat")
    assert not run.state.in_combat


def test_the_dealer_may_correct_the_number_until_the_card_lies_there():  # DYW-SKILL-3, -6
    run = a_skill_test()
    give(run, "9")
    run.correct(RequirementFixed(7))
    give(run, "7H")
    assert run.state.last.winners == (ANN,)


def test_once_the_card_lies_there_the_number_is_locked():  # DYW-SKILL-6
    run = a_contest()
    give(run, "9S", seat=ANN)
    give(run, "9H", seat=BEN)
    with pytest.raises(Refused) as no:
        run.correct(RequirementFixed(3))
    assert no.value.code == "REQUIREMENT_LOCKED"
