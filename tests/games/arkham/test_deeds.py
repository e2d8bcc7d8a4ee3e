"""Actions clause by clause: costs, attacks of opportunity and effects."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Run, apply_fact, done
from companion.games.arkham import GAME
from companion.games.arkham import facts as events
from companion.games.arkham.content import Ability, Card, Enemy
from companion.games.arkham.rules.actions import ACTIONS, basic_actions, card_actions
from companion.games.arkham.rules.card_and_token_effects import lose_actions
from companion.games.arkham.state import ACTIONS_A_TURN
from companion.schema import Refused
from tests.games.arkham.table import CARDS, committed, situation, verdict
from tests.games.course import alone, give

GHOUL = Enemy("Ghoul", "study", fight=4, evade=2, health=3, attack_damage=1, attack_horror=1)


def with_ghoul(state=None, **changes):
    return replace(state or situation(), enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)}))


def done_by(deed, *arguments, state=None):
    """The run after an action that asks nothing."""

    def procedure(g):
        yield from deed(g, *arguments) or done()

    return alone(GAME, state or situation(), procedure)


def resolved(deed, *arguments, state=None, token: str = "0"):
    """The run after an action that is a test, with one token."""
    run = committed(done_by(deed, *arguments, state=state))
    give(run, token)
    return run


def ann(run):
    return run.state.seats["1"]


# --- the turn


@pytest.mark.parametrize("name", ["investigate", "move", "fight", "evade", "engage", "resource", "draw", "play"])
def test_basic_actions_cost_one_action(name):
    """AH-ACT-*-1."""
    buttons = {option.id for option in Run(GAME, situation()).open[0].options}
    assert name in buttons
    assert next(action.cost for action in ACTIONS if action.name == name) == 1


def test_three_actions_are_a_turn():
    """AH-ACT-TURN-1, AH-ACT-TURN-7: the same one may be taken again."""
    run = Run(GAME, situation())
    for left in (2, 1, 0):
        give(run, "resource")
        assert ann(run).actions == left
    assert (ann(run).resources, run.state.active, run.state.taken) == (ACTIONS_A_TURN, "", ("1",))


def test_turn_may_end_before_its_first_action():
    """AH-ACT-TURN-2."""
    run = Run(GAME, situation())
    give(run, "end_turn")
    assert (run.state.taken, ann(run).actions) == (("1",), 0)


def test_lost_actions_add_up_and_end_at_none():
    """AH-ACT-TURN-5, AH-AMB-10."""
    state = situation()
    for left in (1, 0, 0):
        state = done_by(lambda g: lose_actions(g, "1", 2), state=state).state
        assert state.seats["1"].actions == left


def test_lost_actions_are_lost_for_this_round_only():
    """AH-ACT-TURN-4."""
    state = done_by(lambda g: lose_actions(g, "1", 2)).state
    assert apply_fact(state, events.RoundBegan(2)).seats["1"].actions == ACTIONS_A_TURN


# --- whom it provokes


HERE = Ability("Search"), Ability("Talk", "parley"), Ability("Leave", "resign")
PROVOKE = {
    "investigate": lambda g: basic_actions.investigate(g, "1"),
    "move": lambda g: basic_actions.move(g, "1", "hall"),
    "resource": lambda g: basic_actions.resource(g, "1"),
    "draw": lambda g: basic_actions.draw_card(g, "1"),
    "play": lambda g: card_actions.play_card(g, "1", "Hammer"),
    "engage": lambda g: basic_actions.engage(g, "1", "other"),
    "activate": lambda g: card_actions.activate(g, "1", "place:study:0"),
}
QUIET = {
    "fight": lambda g: basic_actions.fight(g, "1", "ghoul"),
    "evade": lambda g: basic_actions.evade(g, "1", "ghoul"),
    "parley": lambda g: card_actions.activate(g, "1", "place:study:1"),
    "resign": lambda g: card_actions.activate(g, "1", "place:study:2"),
}


def provoked(deed, **changes):
    """Return the facts of Ann's action, with an engaged ghoul, a free one and an exhausted one."""
    foes = {"ghoul": replace(GHOUL, engaged=("1",), **changes), "other": replace(GHOUL, exhausted=True)}
    state = situation(enemies=MappingProxyType(foes))
    state = state.place("study", replace(state.locations["study"], abilities=HERE))
    state = state.with_seat("1", replace(state.seats["1"], hand=("Hammer",), resources=2))
    return done_by(deed, state=state).facts


@pytest.mark.parametrize("deed", PROVOKE.values(), ids=PROVOKE)
def test_action_provokes_each_ready_engaged_enemy_once(deed):
    """AH-X-AOO-1, AH-X-AOO-2, AH-ACT-TURN-3."""
    facts = provoked(deed)
    attacks = [fact for fact in facts if isinstance(fact, events.EnemyAttacked)]
    assert [(fact.enemy, fact.seat, fact.damage, fact.horror, fact.why) for fact in attacks] == [
        ("ghoul", "1", 1, 1, "opportunity")
    ]
    costs = [place for place, fact in enumerate(facts) if isinstance(fact, events.ActionSpent)]
    assert max(costs) < facts.index(attacks[0])
    assert not any(isinstance(fact, events.EnemyTurned) for fact in facts)


@pytest.mark.parametrize("deed", QUIET.values(), ids=QUIET)
def test_fight_evade_parley_and_resign_do_not_provoke(deed):
    """AH-X-AOO-1, AH-X-AOO-3."""
    assert not any(isinstance(fact, events.EnemyAttacked) for fact in provoked(deed))


def test_attacks_of_opportunity_stop_after_defeat():
    foes = MappingProxyType({name: replace(GHOUL, engaged=("1",), attack_damage=4) for name in "abc"})
    run = done_by(basic_actions.resource, "1", state=situation(enemies=foes))
    assert sum(isinstance(fact, events.EnemyAttacked) for fact in run.facts) == 2
    assert (ann(run).left, ann(run).resources, ann(run).actions) == ("killed", 0, 0)


# --- draw and resource


def test_exactly_one_card_comes_from_the_own_deck():
    """AH-ACT-DRAW-2, AH-ACT-DRAW-3."""
    state = situation()
    for seat in "12":
        state = state.with_seat(seat, replace(state.seats[seat], deck=9))
    run = done_by(basic_actions.draw_card, "1", state=state)
    assert [(who.unknown, who.deck) for who in run.state.seats.values()] == [(1, 8), (0, 9), (0, None)]


def test_exactly_one_resource_is_gained():
    """AH-ACT-RESOURCE-2."""
    assert [who.resources for who in done_by(basic_actions.resource, "1").state.seats.values()] == [1, 0, 0]


# --- engage


@pytest.mark.parametrize(
    "changes",
    [{}, {"exhausted": True}, {"aloof": True}, {"keywords": ("aloof",)}, {"engaged": ("2",)}, {"engaged": ("2", "3")}],
    ids=["free", "exhausted", "aloof", "aloof by keyword", "with another", "with two others"],
)
def test_any_enemy_in_the_place_is_engaged_without_a_test(changes):
    """AH-ACT-ENGAGE-2 to AH-ACT-ENGAGE-6, AH-ACT-ENGAGE-9."""
    run = done_by(basic_actions.engage, "1", "ghoul", state=with_ghoul(**changes))
    assert run.state.enemies["ghoul"].engaged == ("1",)
    assert not any(isinstance(fact, events.TestBegan) for fact in run.facts)


def test_engaging_takes_the_enemy_from_another():
    """AH-ACT-ENGAGE-7: one fact, nothing between."""
    run = done_by(basic_actions.engage, "1", "ghoul", state=with_ghoul(engaged=("2",)))
    assert run.facts == (events.ActionSpent("1", "engage"), events.EnemyEngaged("ghoul", "1"))


def test_an_exhausted_enemy_stays_exhausted_when_it_is_engaged():
    """AH-ACT-ENGAGE-3."""
    run = done_by(basic_actions.engage, "1", "ghoul", state=with_ghoul(exhausted=True))
    assert run.state.enemies["ghoul"].exhausted


# --- evade


def test_evading_is_an_agility_test_against_the_evade_value():
    """AH-ACT-EVADE-2."""
    run = done_by(basic_actions.evade, "1", "ghoul", state=with_ghoul(engaged=("1",)))
    assert (run.state.test.skill, run.state.test.difficulty, run.state.test.performer) == ("agility", 2, "1")


def test_failed_evasion_leaves_the_enemy_engaged():
    """AH-ACT-EVADE-4."""
    ghoul = resolved(basic_actions.evade, "1", "ghoul", state=with_ghoul(engaged=("1",)), token="-2").state.enemies[
        "ghoul"
    ]
    assert (ghoul.engaged, ghoul.exhausted) == (("1",), False)


@pytest.mark.parametrize("exhausted", [False, True])
def test_evaded_enemy_is_exhausted_and_disengaged(exhausted):
    """AH-ACT-EVADE-3, AH-ACT-EVADE-6 to AH-ACT-EVADE-9."""
    state = with_ghoul(engaged=("1",), exhausted=exhausted)
    ghoul = resolved(basic_actions.evade, "1", "ghoul", state=state).state.enemies["ghoul"]
    assert (ghoul.exhausted, ghoul.engaged, ghoul.location) == (True, (), "study")


def test_evading_frees_oneself_alone():
    state = with_ghoul(engaged=("1", "2"))
    assert resolved(basic_actions.evade, "1", "ghoul", state=state).state.enemies["ghoul"].engaged == ("2",)


# --- fight


def test_fighting_is_a_combat_test_against_the_fight_value():
    """AH-ACT-FIGHT-2."""
    run = done_by(basic_actions.fight, "1", "ghoul", state=with_ghoul())
    assert (run.state.test.skill, run.state.test.difficulty) == ("combat", 4)


@pytest.mark.parametrize("engaged", [(), ("1",), ("2",), ("1", "2")], ids=str)
def test_any_enemy_in_the_place_may_be_attacked(engaged):
    """AH-ACT-FIGHT-9, AH-ACT-FIGHT-3, AH-ACT-FIGHT-4."""
    run = resolved(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=engaged), token="+1")
    assert run.state.enemies["ghoul"].damage == 1
    assert [who.damage for who in run.state.seats.values()] == [0, 0, 0]


@pytest.mark.parametrize("engaged", [(), ("1",), ("1", "2")], ids=str)
def test_miss_without_other_engaged_deals_no_damage(engaged):
    """AH-ACT-FIGHT-6, AH-ACT-FIGHT-8."""
    run = resolved(basic_actions.fight, "1", "ghoul", state=with_ghoul(engaged=engaged), token="-8")
    assert run.state.enemies["ghoul"].damage == 0
    assert [who.damage for who in run.state.seats.values()] == [0, 0, 0]


def test_miss_deals_all_damage_to_the_other():
    """AH-ACT-FIGHT-7, AH-AMB-8."""
    run = resolved(basic_actions.fight, "1", "ghoul", 2, state=with_ghoul(engaged=("2",)), token="-8")
    assert [who.damage for who in run.state.seats.values()] == [0, 3, 0]


def test_an_enemy_somewhere_else_is_no_target():
    """AH-ACT-FIGHT-10."""
    assert basic_actions.fight_refused(with_ghoul(location="attic"), "1", "ghoul").code == "NOT_SAME_PLACE"


# --- investigate


def test_investigate_tests_intellect_against_the_shroud():
    """AH-ACT-INVESTIGATE-2."""
    state = situation()
    for location, shroud in (("study", 2), ("attic", 4)):
        there = state.with_seat("1", replace(state.seats["1"], location=location))
        test = done_by(basic_actions.investigate, "1", state=there).state.test
        assert (test.skill, test.difficulty) == ("intellect", shroud)


def test_investigate_moves_one_clue():
    """AH-ACT-INVESTIGATE-3, AH-ACT-INVESTIGATE-4."""
    run = resolved(basic_actions.investigate, "1")
    again = resolved(basic_actions.investigate, "1", state=run.state)
    assert (ann(run).clues, run.state.locations["study"].clues) == (1, 1)
    assert (ann(again).clues, again.state.locations["study"].clues) == (2, 0)


def test_investigate_without_clues_finds_none():
    """AH-ACT-INVESTIGATE-6."""
    state = situation()
    run = resolved(
        basic_actions.investigate, "1", state=state.place("study", replace(state.locations["study"], clues=0))
    )
    assert verdict(run).passed
    assert (ann(run).clues, run.state.locations["study"].clues) == (0, 0)


# --- move


def test_a_way_may_lead_in_one_direction_only():
    """AH-ACT-MOVE-2, AH-ACT-MOVE-4, AH-ACT-MOVE-5, AH-AMB-14."""
    state = situation()
    assert (
        done_by(basic_actions.move, "3", "hall", state=replace(state, active="3")).state.seats["3"].location == "hall"
    )
    inside = state.with_seat("1", replace(state.seats["1"], location="hall"))
    with pytest.raises(Refused, match="Hall does not connect to Attic"):
        done_by(basic_actions.move, "1", "attic", state=inside)


def test_leaving_and_entering_are_one_fact():
    """AH-ACT-MOVE-3, AH-ACT-MOVE-6."""
    facts = done_by(basic_actions.move, "1", "hall").facts
    assert facts[1] == events.Moved("1", "study", "hall")


@pytest.mark.parametrize(("per_investigator", "clues"), [(True, 6), (False, 2)])
def test_location_clues_are_fixed_or_per_investigator(per_investigator, clues):
    """AH-ACT-MOVE-8 to AH-ACT-MOVE-10."""
    state = situation()
    hall = replace(state.locations["hall"], clue_value=2, per_investigator=per_investigator)
    run = done_by(basic_actions.move, "1", "hall", state=state.place("hall", hall))
    assert (run.state.locations["hall"].revealed, run.state.locations["hall"].clues) == (True, clues)


def test_a_place_is_revealed_once():
    """AH-ACT-MOVE-15."""
    state = done_by(basic_actions.move, "1", "hall").state
    state = state.place("hall", replace(state.locations["hall"], clues=1))
    after = done_by(basic_actions.move, "2", "hall", state=replace(state, active="2"))
    assert after.state.locations["hall"].clues == 1
    assert not any(isinstance(fact, events.LocationRevealed) for fact in after.facts)


def test_move_without_connection_is_refused():
    """AH-ACT-MOVE-13, AH-ACT-MOVE-14."""
    state = situation()
    run = Run(GAME, state.place("study", replace(state.locations["study"], connects=())))
    button = next(option for option in run.open[0].options if option.id == "move")
    assert str(button.refused.sentence) == "No way leads on from here."


def test_move_ends_with_defeat():
    state = with_ghoul(engaged=("1",), attack_damage=7)
    assert ann(done_by(basic_actions.move, "1", "hall", state=state)).location == "study"


# --- play


def test_an_asset_stays_and_an_event_goes():
    """AH-ACT-PLAY-2."""
    state = situation(cards=MappingProxyType({**CARDS, "Idea": Card("event")}))
    state = state.with_seat("1", replace(state.seats["1"], hand=("Hammer", "Idea"), resources=2))
    after = done_by(
        card_actions.play_card, "1", "Idea", state=done_by(card_actions.play_card, "1", "Hammer", state=state).state
    )
    assert (ann(after).in_play, ann(after).discard, ann(after).resources) == (("Hammer",), ("Idea",), 0)
