"""Injuries without the combat die."""

from __future__ import annotations

import pytest

from companion.games.nemesis.content.ship import Effect, Settings
from companion.games.nemesis.rules.effects import cannot
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, state, with_character, with_intruder


def two():
    return with_intruder(with_intruder(state(), "hall"), "hall", "queen")


def test_one_intruder_of_the_room_is_hurt():
    run = done(two(), Effect("injure", 2), answers=("queen",))
    assert {name: i.injuries for name, i in run.state.intruders.items()} == {"adult": 0, "queen": 2}


def test_all_of_them_are_hurt():
    run = done(two(), "injure_all")
    assert [i.injuries for i in run.state.intruders.values()] == [1, 1]


def test_a_room_of_ones_choice_may_be_meant():
    s = with_intruder(with_intruder(state(), "nest"), "lab", "queen")
    run = done(s, Effect("injure_all", what="any"), answers=("nest",))
    assert [i.injuries for i in run.state.intruders.values()] == [1, 0]


def test_after_an_injury_the_card_of_the_box_says_what_becomes_of_it():
    s = with_intruder(state(settings=Settings(decks="box")), "hall")
    assert not done(s, "injure", answers=("dies",)).state.intruders


@pytest.mark.parametrize("deed", ["injure", "injure_all"])
def test_without_an_intruder_nothing_can_be_hurt(deed):
    s = with_character(two(), ANN, room="lab")
    assert cannot(s, ANN, (Effect(deed),)).code == "NOT_SAME_PLACE"
