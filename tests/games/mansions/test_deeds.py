"""Procedures of the actions, with evade checks, Fire and their prompts."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions import GAME
from companion.games.mansions.content import Item
from companion.games.mansions.rules.actions import barricades_and_fire, costs_and_moves, push_steal_trade, tokens
from companion.games.mansions.rules.map import fire
from companion.games.mansions.rules.monsters import evade_and_horror
from companion.games.mansions.state import Monster, Tokens
from tests.games.course import alone, give
from tests.games.mansions.table import B, S, request, seat, situation

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


def test_fire_spreads_to_a_neighbour_without_fire():
    run = of(fire.begin_mythos, state=burning("A1"))
    assert [o.id for o in run.open[0].options] == ["A2"]
    give(run, "A2")
    assert run.state.tokens.fire == ("A1", "A2")


def test_push_asks_whether_the_target_resists():
    run = of(push_steal_trade.push_investigator, "1", "2", "A2")
    assert run.open[0].seat == "2"
    give(run, "willing")
    give(run, "go")
    assert run.state.seats["1"].space == run.state.seats["2"].space == "A2"


def test_firearm_reaches_three_spaces():
    items = MappingProxyType({"Pistol": Item("Pistol", attack="ranged")})
    run = of(push_steal_trade.attack, "1", "Rat", "Pistol", state=with_monsters(replace(RAT, space="A3"), items=items))
    assert run.open[0].rule == "MOM-ATTACK-5"


def test_sight_token_costs_no_action():
    state = situation(seat("Ann"), tokens=Tokens(sight=MappingProxyType({"eye": "A3"})))
    run = of(tokens.sight, "1", "eye", state=state)
    assert [o.id for o in run.open[0].options] == ["resolve", "decline"]
    assert run.state.seats["1"].actions == 2
