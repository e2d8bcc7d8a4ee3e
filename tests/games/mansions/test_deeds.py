"""Procedures of the actions, with evade checks, Fire and their prompts."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import Item
from companion.games.mansions.facts import events
from companion.games.mansions.rules.actions import barricades_and_fire, costs_and_moves, push_steal_trade, tokens
from companion.games.mansions.rules.map import fire, monsters
from companion.games.mansions.rules.monsters import evade_and_horror
from companion.games.mansions.state import Barricade, Monster, Tokens
from companion.schema import Refused
from tests.games.course import alone, give
from tests.games.mansions.table import B, I, S, request, seat, situation

RAT = Monster("Rat", "A1", brawn=2, awareness=3, horror_rating=1, health=3)
CROW = Monster("Crow", "A1", awareness=3, horror_rating=2)


def of(rule, *arguments, state=None):
    return alone(GAME, state or situation(), lambda g: rule(g, *arguments))


def with_monsters(*those, **changes):
    return situation(monsters=MappingProxyType({m.name: m for m in those}), **changes)


def burning(*spaces, ann=None):
    return situation(ann, tokens=Tokens(fire=spaces, search=MappingProxyType({"desk": "A1"})))


def test_evade_check_takes_the_most_aware_monster():
    run = of(evade_and_horror.evade_check, "1", state=with_monsters(RAT, CROW, replace(CROW, name="Owl", awareness=1)))
    assert [o.id for o in run.open[0].options] == ["Rat", "Crow"]
    give(run, "Crow")
    assert "Crow" in request(run)


def test_move_out_of_a_monsters_space_needs_a_check():
    run = of(costs_and_moves.move, "1", ("A2", "A3"), state=with_monsters(replace(RAT, space="A2")))
    assert run.state.seats["1"].space == "A2"
    give(run, "Rat")
    assert run.state.seats["1"].space == "A3"


def test_a_whole_way_is_checked_before_the_first_step():
    with pytest.raises(Refused) as refused:
        of(costs_and_moves.move, "1", ("A2", "A1", "A3"))
    assert refused.value.code == "TOO_FAR"


def test_moving_into_fire_costs_one_facedown_damage():
    assert of(costs_and_moves.move, "1", ("A2",), state=burning("A2")).state.seats["1"].damage.down == 1


def test_any_other_action_in_fire_costs_one_too():
    assert of(tokens.search, "1", "desk", state=burning("A1")).state.seats["1"].damage.down == 1


def test_extinguish_success_lasts_for_the_round():
    run = of(barricades_and_fire.extinguish, "1", state=burning("A1", "A2"))
    give(run, S, S, B)
    give(run, "A1")
    assert run.state.tokens.fire == ("A2",)
    assert run.state.seats["1"].extinguish_left == 1
    move = of(costs_and_moves.move, "1", ("A2",), state=run.state)
    give(move, "A2")
    assert move.state.tokens.fire == ()
    assert move.state.seats["1"].damage.total == 0


def test_fire_is_set_with_a_light_source_only():
    with pytest.raises(Refused) as refused:
        of(barricades_and_fire.set_fire, "1", "A2")
    assert refused.value.code == "LIGHT_SOURCE_REQUIRED"
    run = of(barricades_and_fire.set_fire, "1", "A2", state=situation(seat("Ann", possessions=("Lantern",))))
    assert run.state.tokens.fire == ("A2",)


def test_fire_spreads_beside_fire_where_there_is_none():
    run = of(fire.begin_mythos, state=burning("A1"))
    assert [o.id for o in run.open[0].options] == ["A2"]
    give(run, "A2")
    assert run.state.tokens.fire == ("A1", "A2")


BARRED = Tokens(barricades=(Barricade(frozenset({"A1", "A2"}), "A2"),))


def test_barricade_push_needs_two_successes():
    run = of(barricades_and_fire.push_barricade, "1", ("A1", "A2"), state=situation(tokens=BARRED))
    give(run, S, S, B, B)
    give(run, "go")
    assert run.state.seats["1"].space == "A2"
    assert not run.state.tokens.barricades[0].blocking


def test_monster_needs_two_successes_at_a_barricade():
    run = of(monsters.monster_moves, "Rat", ("A2",), "1", state=with_monsters(RAT, tokens=BARRED))
    assert request(run) == "Ann: roll 2 dice for Rat at the barricade, 2 successes needed"
    give(run, S, I)
    assert run.open == ()
    assert run.state.monsters["Rat"].space == "A1"


def test_a_monster_that_destroys_the_barricade_moves_on():
    run = of(monsters.monster_moves, "Rat", ("A2", "A3"), "1", state=with_monsters(RAT, tokens=BARRED))
    give(run, S, S)
    assert run.state.monsters["Rat"].space == "A3"
    assert run.state.tokens.barricades == ()


def test_pushing_a_monster_is_a_test_against_its_brawn():
    run = of(push_steal_trade.push_monster, "1", "Rat", "A2", state=with_monsters(RAT))
    give(run, "Rat")
    give(run, S, S, B, B)
    give(run, "stay")
    assert (run.state.monsters["Rat"].space, run.state.seats["1"].space) == ("A2", "A1")


def test_a_push_that_fails_is_forfeited():
    run = of(push_steal_trade.push_monster, "1", "Rat", "A2", state=with_monsters(RAT))
    give(run, "Rat")
    give(run, S, B, B, B)
    assert any(isinstance(fact, events.ActionForfeited) for fact in run.facts)


def test_the_pushed_are_asked_whether_they_resist():
    run = of(push_steal_trade.push_investigator, "1", "2", "A2")
    assert run.open[0].seat == "2"
    give(run, "willing")
    give(run, "go")
    assert run.state.seats["1"].space == run.state.seats["2"].space == "A2"


def test_a_tie_goes_to_the_one_who_resists():
    run = of(push_steal_trade.push_investigator, "1", "2", "A2", state=situation(seat("Ann", clues=0)))
    give(run, "resist")
    give(run, S, S, B, B)
    give(run, S, S, B, B)
    assert run.state.seats["2"].space == "A1"


def test_stealing_takes_a_possession_for_each_success_above():
    bob = seat("Bob", clues=0, possessions=("Map", "Rope", "Flask"))
    run = of(push_steal_trade.steal, "1", "2", "strength", state=situation(bob=bob))
    give(run, S, S, S, B)
    give(run, S, B, B, B)
    assert run.open[0].most == 2
    give(run, "Map", "Flask")
    assert run.state.seats["1"].possessions == ("Map", "Flask")


def test_a_trade_is_checked_exchange_by_exchange():
    ann = seat("Ann", possessions=("Map",))
    there_and_back = (
        push_steal_trade.Transfer("give", "1", "Map", "2"),
        push_steal_trade.Transfer("give", "2", "Map", "1"),
    )
    assert of(push_steal_trade.trade, "1", there_and_back, state=situation(ann)).state.seats["1"].possessions == (
        "Map",
    )
    with pytest.raises(Refused) as refused:
        of(push_steal_trade.trade, "1", there_and_back[1:], state=situation(ann))
    assert refused.value.code == "NOT_SAME_PLACE"


def test_a_firearm_reaches_three_spaces():
    items = MappingProxyType({"Pistol": Item("Pistol", attack="ranged")})
    run = of(push_steal_trade.attack, "1", "Rat", "Pistol", state=with_monsters(replace(RAT, space="A3"), items=items))
    assert run.open[0].rule == "MOM-ATTACK-5"


def test_the_most_horrible_monster_in_range_is_checked_against():
    run = of(evade_and_horror.check_horror, "1", state=with_monsters(RAT, replace(CROW, space="A3")))
    assert request(run) == "Ann: resolve the horror check against Crow"


def test_a_sight_token_costs_no_action():
    state = situation(seat("Ann"), tokens=Tokens(sight=MappingProxyType({"eye": "A3"})))
    run = of(tokens.sight, "1", "eye", state=state)
    assert [o.id for o in run.open[0].options] == ["resolve", "decline"]
    assert run.state.seats["1"].actions == 2
