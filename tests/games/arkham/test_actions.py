"""The actions of a turn."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import done
from companion.games.arkham import GAME
from companion.games.arkham.content import Enemy
from companion.games.arkham.facts import ActionSpent, EnemyAttacked, EnemyEvaded, ResourcesChanged
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


def test_investigating_moves_one_clue_onto_the_investigator():
    run = after_a_test(basic_actions.investigate, "1")
    assert (run.state.seats["1"].clues, run.state.locations["study"].clues, run.state.seats["1"].actions) == (1, 1, 2)


def test_a_failed_investigation_finds_nothing_and_costs_the_action():
    run = after_a_test(basic_actions.investigate, "1", token="-2")
    assert (run.state.seats["1"].clues, run.state.seats["1"].actions) == (0, 2)


def test_another_ability_may_add_clues_as_far_as_there_are_any():
    assert after_a_test(basic_actions.investigate, "1", state=situation(bonus_clues=5)).state.seats["1"].clues == 2


def test_actions_are_taken_in_the_own_turn_and_in_its_phase():
    refused("NOT_YOUR_TURN", basic_actions.resource, "2")
    refused("WRONG_PHASE", basic_actions.resource, "1", state=situation(phase="mythos"))


def test_a_fourth_action_is_refused():
    state = situation()
    refused("NO_ACTIONS_LEFT", basic_actions.resource, "1", state=state.sit("1", replace(state.seats["1"], actions=0)))


def test_entering_an_unrevealed_location_reveals_it_with_clues_for_everybody():
    run = do(basic_actions.move, "1", "hall")
    assert (run.state.locations["hall"].revealed, run.state.locations["hall"].clues) == (True, 3)
    assert run.state.seats["1"].location == "hall"


def test_one_moves_along_the_connections_of_the_own_location_only():
    refused("NOT_ADJACENT", basic_actions.move, "1", "attic")
    refused("SAME_PLACE", basic_actions.move, "1", "study")


def test_a_card_moves_straight_to_a_location():
    run = do(moved_to, "1", "attic")
    assert not run.state.locations["hall"].revealed
    assert run.state.seats["1"].actions == 3


def test_ready_engaged_enemies_attack_between_cost_and_effect():
    run = do(basic_actions.resource, "1", state=with_ghoul(engaged=("1",)))
    kinds = [type(fact) for fact in run.facts]
    assert kinds == [ActionSpent, EnemyAttacked, ResourcesChanged]
    assert (run.state.seats["1"].damage, run.state.seats["1"].horror) == (1, 1)


def test_an_exhausted_enemy_makes_no_attack_of_opportunity():
    assert (
        do(basic_actions.resource, "1", state=with_ghoul(engaged=("1",), exhausted=True)).state.seats["1"].damage == 0
    )


@pytest.mark.parametrize("action", [basic_actions.fight, basic_actions.evade])
def test_fighting_and_evading_provoke_nobody(action):
    run = after_a_test(action, "1", "ghoul", state=with_ghoul(engaged=("1",)))
    assert not any(isinstance(fact, EnemyAttacked) for fact in run.facts)


def test_an_engaged_enemy_moves_along():
    assert (
        do(basic_actions.move, "1", "hall", state=with_ghoul(engaged=("1",))).state.enemies["ghoul"].location == "hall"
    )


def test_a_hit_deals_one_damage_and_what_a_weapon_adds():
    assert after_a_test(basic_actions.fight, "1", "ghoul", state=with_ghoul()).state.enemies["ghoul"].damage == 1
    run = after_a_test(basic_actions.fight, "1", "ghoul", 2, state=with_ghoul())
    assert run.state.enemies["ghoul"].defeated


def test_a_miss_hits_the_one_other_investigator_it_is_engaged_with():
    run = after_a_test(basic_actions.fight, "1", "ghoul", 1, state=with_ghoul(engaged=("2",)), token="-1")
    assert (run.state.seats["2"].damage, run.state.enemies["ghoul"].damage) == (2, 0)


def test_a_miss_hits_nobody_where_two_are_engaged():
    run = after_a_test(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=("2", "3")), token="-1")
    assert run.state.seats["2"].damage == run.state.seats["3"].damage == 0


def test_a_ready_enemy_retaliates_after_a_miss():
    run = after_a_test(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=("1",), retaliate=True), token="-1")
    assert run.state.seats["1"].damage == 1


def test_a_free_aloof_enemy_cannot_be_attacked():
    assert basic_actions.fight_refused(with_ghoul(aloof=True), "1", "ghoul").code == "ALOOF_UNENGAGED"
    assert basic_actions.fight_refused(with_ghoul(aloof=True, engaged=("2",)), "1", "ghoul") is None


def test_an_evaded_enemy_is_exhausted_and_free():
    ghoul = after_a_test(basic_actions.evade, "1", "ghoul", state=with_ghoul(engaged=("1",))).state.enemies["ghoul"]
    assert (ghoul.exhausted, ghoul.engaged, ghoul.location) == (True, (), "study")


def test_evading_by_a_card_makes_no_test():
    run = do(automatically_evade, "1", "ghoul", state=with_ghoul(engaged=("1",)))
    assert [type(fact) for fact in run.facts] == [EnemyEvaded]


def test_only_an_enemy_engaged_with_oneself_is_evaded():
    refused("ENEMY_NOT_ENGAGED_WITH_YOU", automatically_evade, "1", "ghoul", state=with_ghoul(engaged=("2",)))


def test_engaging_takes_the_enemy_from_another():
    assert do(basic_actions.engage, "1", "ghoul", state=with_ghoul(engaged=("2",))).state.enemies["ghoul"].engaged == (
        "1",
    )
    refused("ALREADY_ENGAGED", basic_actions.engage, "1", "ghoul", state=with_ghoul(engaged=("1",)))


def test_an_enemy_that_comes_in_reveals_nothing_and_engages_who_is_there():
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, location="hall")}))
    state = state.sit("2", replace(state.seats["2"], location="attic"))
    run = alone(GAME, state, lambda g: move_enemy(g, "ghoul", "study"))
    assert run.state.enemies["ghoul"].engaged == ("1",)
    state = with_ghoul()
    assert not alone(GAME, state, lambda g: move_enemy(g, "ghoul", "hall")).state.locations["hall"].revealed


def test_where_two_are_there_the_players_say_whom_it_engages():
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, location="hall")}))
    run = alone(GAME, state, lambda g: move_enemy(g, "ghoul", "study"))
    give(run, "2")
    assert run.state.enemies["ghoul"].engaged == ("2",)


def rich(resources=3, *hand):
    state = situation()
    return state.sit("1", replace(state.seats["1"], resources=resources, hand=hand or ("Hammer", "Notes")))


def test_an_asset_is_paid_and_comes_into_play():
    who = do(card_actions.play_card, "1", "Hammer", state=rich()).state.seats["1"]
    assert (who.in_play, who.resources, who.hand) == (("Hammer",), 1, ("Notes",))


@pytest.mark.parametrize(
    ("card", "resources", "code"),
    [("Hammer", 1, "NOT_ENOUGH_RESOURCES"), ("Notes", 5, "SKILL_CARD_NOT_PLAYABLE"), ("Fists", 5, "CARD_NOT_IN_HAND")],
)
def test_what_cannot_be_played_says_why(card, resources, code):
    refused(code, card_actions.play_card, "1", card, state=rich(resources))


def test_an_empty_deck_is_made_of_the_discard_pile_and_hurts():
    state = situation()
    state = state.sit("1", replace(state.seats["1"], deck=0, discard=("a", "b", "c")))
    who = do(basic_actions.draw_card, "1", state=state).state.seats["1"]
    assert (who.deck, who.discard, who.unknown, who.horror) == (2, (), 1, 1)


def test_a_turn_may_end_with_actions_left_and_provokes_nobody():
    run = do(basic_actions.end_turn, "1", state=with_ghoul(engaged=("1",)))
    assert (run.state.seats["1"].actions, run.state.seats["1"].damage) == (0, 0)


def test_the_buttons_say_why_they_are_grey():
    run = begin(GAME)
    give(run, "1")
    buttons = {o.id: o.refused for o in run.open[0].options}
    assert buttons["investigate"] is None
    assert str(buttons["fight"].sentence) == "No enemy to fight is here."
