"""The actions of a turn."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import done
from companion.games.arkham import GAME
from companion.games.arkham.content import Enemy
from companion.games.arkham.facts import EnemyEvaded
from companion.games.arkham.rules.actions import basic_actions, card_actions
from companion.games.arkham.rules.in_play import automatically_evade, moved_to
from companion.games.arkham.rules.in_play.enemies import move_enemy
from companion.schema import Refused
from tests.games.arkham.table import committed, situation
from tests.games.course import alone, begin, give

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, attack_horror=1)


def with_ghoul(**changes):
    return situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)}))


def do(action, *arguments, state=None):
    """The run after an action that asks nothing."""

    def procedure(g):
        yield from action(g, *arguments) or done()

    return alone(GAME, state or situation(), procedure)


def after_a_test(action, *arguments, state=None, token="0"):
    """The run after an action that is a test, with one token."""
    run = committed(alone(GAME, state or situation(), lambda g: action(g, *arguments)))
    give(run, token)
    return run


def refused(code, action, *arguments, state=None):
    with pytest.raises(Refused) as wrong:
        do(action, *arguments, state=state)
    assert wrong.value.code == code
    assert str(wrong.value.sentence).endswith(".")


def test_a_failed_investigation_finds_nothing_and_costs_the_action():
    run = after_a_test(basic_actions.investigate, "1", token="-2")
    assert (run.state.seats["1"].clues, run.state.seats["1"].actions) == (0, 2)


def test_bonus_clues_are_limited_by_the_location():
    assert after_a_test(basic_actions.investigate, "1", state=situation(bonus_clues=5)).state.seats["1"].clues == 2


def test_a_card_moves_straight_to_a_location():
    run = do(moved_to, "1", "attic")
    assert not run.state.locations["hall"].revealed
    assert run.state.seats["1"].actions == 3


def test_miss_hits_no_one_with_two_engaged():
    run = after_a_test(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=("2", "3")), token="-1")
    assert run.state.seats["2"].damage == run.state.seats["3"].damage == 0


def test_evading_by_a_card_makes_no_test():
    run = do(automatically_evade, "1", "ghoul", state=with_ghoul(engaged=("1",)))
    assert [type(fact) for fact in run.facts] == [EnemyEvaded]


def test_players_choose_whom_an_arriving_enemy_engages():
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, location="hall")}))
    run = alone(GAME, state, lambda g: move_enemy(g, "ghoul", "study"))
    give(run, "2")
    assert run.state.enemies["ghoul"].engaged == ("2",)


def rich(resources=3, *hand):
    state = situation()
    return state.with_seat("1", replace(state.seats["1"], resources=resources, hand=hand or ("Hammer", "Notes")))


@pytest.mark.parametrize(
    ("card", "resources", "code"),
    [("Hammer", 1, "NOT_ENOUGH_RESOURCES"), ("Notes", 5, "SKILL_CARD_NOT_PLAYABLE"), ("Fists", 5, "CARD_NOT_IN_HAND")],
)
def test_card_that_cannot_be_played_says_why(card, resources, code):
    refused(code, card_actions.play_card, "1", card, state=rich(resources))


def test_turn_may_end_with_actions_left():
    run = do(basic_actions.end_turn, "1", state=with_ghoul(engaged=("1",)))
    assert (run.state.seats["1"].actions, run.state.seats["1"].damage) == (0, 0)


def test_the_buttons_say_why_they_are_grey():
    run = begin(GAME)
    give(run, "1")
    buttons = {o.id: o.refused for o in run.open[0].options}
    assert buttons["investigate"] is None
    assert str(buttons["fight"].sentence) == "No enemy to fight is here."
