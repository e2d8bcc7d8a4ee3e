"""Enemies, and the damage and horror of investigators."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Play, Run, apply_fact
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Enemy
from companion.games.arkham.facts import AssetLost, CardPlayed, EnemyAttacked, EnemyEngaged, EnemyMoved
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.in_play import (
    engage_those_here,
    engaged_with,
    enter_play,
    free,
    health,
    hunt,
    suffer,
)
from companion.games.arkham.rules.in_play.investigators import capacity
from companion.games.arkham.state import InPlay
from companion.schema import Refused
from tests.games.arkham.table import CARDS, asked, committed, situation
from tests.games.course import alone, give, play

GHOUL = Enemy("Ghoul", "study", fight=4, evade=4, health=3, attack_damage=1, attack_horror=1)


def table_with(state=None, **foes):
    """The small table with these enemies; each is the ghoul with changes."""
    enemies = {name: replace(GHOUL, **changes) for name, changes in foes.items()}
    return replace(state or situation(), enemies=MappingProxyType(enemies))


def attacked(run) -> list[tuple[str, str]]:
    return [(fact.why, fact.seat) for fact in run.facts if isinstance(fact, EnemyAttacked)]


def after_test(deed, token: str, **changes):
    """Ann fights or evades the ghoul."""
    return play(committed(alone(GAME, table_with(ghoul=changes), lambda g: deed(g, "1", "ghoul"))), token)


def entered(name: str, seat: str, state):
    return alone(GAME, state, lambda g: enter_play(g, name, seat)).state.enemies


FIGHT, EVADE = basic_actions.fight, basic_actions.evade


@pytest.mark.parametrize(
    ("deed", "token", "marks", "why"),
    [
        (FIGHT, "0", {"retaliate": True}, ["retaliate"]),
        (FIGHT, "0", {"keywords": ("retaliate",)}, ["retaliate"]),
        (FIGHT, "+1", {"keywords": ("retaliate",)}, []),
        (FIGHT, "0", {"keywords": ("alert",)}, []),
        (EVADE, "0", {"keywords": ("alert",)}, ["alert"]),
        (EVADE, "+1", {"keywords": ("alert",)}, []),
        (EVADE, "0", {"keywords": ("retaliate",)}, []),
    ],
)
def test_retaliate_and_alert_attack_only_after_a_failure(deed, token, marks, why):  # AH-X-RETALIATE-1
    assert attacked(after_test(deed, token, engaged=("1",), **marks)) == [(one, "1") for one in why]


@pytest.mark.parametrize(
    ("engaged", "marks", "damage"),
    [
        (("2", "3"), ("retaliate",), [1, 0, 0]),
        (("2",), ("massive", "retaliate"), [1, 0, 0]),
        (("2", "3"), (), [0, 0, 0]),
        ((), ("massive",), [0, 0, 0]),
        (("2",), ("massive",), [0, 0, 0]),
    ],
)
def test_miss_without_single_other_only_retaliates(engaged, marks, damage):
    """AH-ACT-FIGHT-8, AH-X-MASSIVE-1."""
    run = after_test(FIGHT, "-8", engaged=engaged, keywords=marks)
    assert [who.damage for who in run.state.seats.values()] == damage


def test_massive_enemy_is_engaged_with_all_here():  # AH-X-MASSIVE-1
    state = table_with(ghoul={"keywords": ("massive",)})
    assert [engaged_with(state, seat) for seat in "123"] == [("ghoul",), ("ghoul",), ()]
    assert not free(state, "ghoul")
    assert attacked(alone(GAME, state, lambda g: basic_actions.resource(g, "1"))) == [("opportunity", "1")]
    run = alone(GAME, replace(state, without=("AH-X-AOO",)), lambda g: basic_actions.move(g, "1", "hall"))
    assert run.state.enemies["ghoul"].location == "study"


@pytest.mark.parametrize("mark", [{"aloof": True}, {"keywords": ("aloof",)}], ids=["flag", "keyword"])
def test_aloof_enemy_is_attacked_only_when_engaged(mark):  # AH-X-ALOOF-1
    state = table_with(ghoul=mark)
    g = Play(state, apply_fact)
    engage_those_here(g, "1")
    assert (g.facts, basic_actions.fight_refusal(state, "1", "ghoul").code) == ([], "ALOOF_UNENGAGED")
    after = alone(GAME, state, lambda g: basic_actions.engage(g, "1", "ghoul")).state
    assert basic_actions.fight_refusal(after, "1", "ghoul") is None
    assert basic_actions.fight_refusal(after, "2", "ghoul") is None


def test_arriving_investigator_is_engaged_by_ready_enemies():  # AH-X-ENGAGED-1
    state = table_with(
        a={"location": "hall"},
        b={"location": "hall"},
        tired={"location": "hall", "exhausted": True},
        busy={"location": "hall", "engaged": ("3",)},
        aloof={"location": "hall", "aloof": True},
        gone={"location": "hall", "defeated": True},
        here={},
    )
    assert engaged_with(alone(GAME, state, lambda g: basic_actions.move(g, "1", "hall")).state, "1") == ("a", "b")


def test_evaded_enemy_engages_again_at_upkeep():
    run = Run(GAME, replace(after_test(EVADE, "+1", engaged=("1",)).state, phase="upkeep", active=""))
    assert run.state.enemies["ghoul"].engaged == ()
    give(run, "go")
    assert str(run.open[0].title) == "Ghoul comes in: whom does it engage?"
    assert play(run, "1").state.enemies["ghoul"].engaged == ("1",)


def test_ready_enemy_is_always_engaged_at_rest():
    assert Run(GAME, table_with(ghoul={"location": "attic"})).state.enemies["ghoul"].engaged == ("3",)


def test_several_enemies_engage_in_the_order_of_the_seats():
    """The same on every replay, whatever the order of names in memory."""
    places, state = [f"place {n}" for n in range(8)], situation()
    many = {str(n): replace(state.seats["1"], location=place) for n, place in enumerate(places)}
    foes = {f"foe {place}": replace(GHOUL, location=place) for place in reversed(places)}
    run = Run(GAME, replace(state, seats=MappingProxyType(many), enemies=MappingProxyType(foes), active="0"))
    engaged = [fact.enemy for fact in run.facts if isinstance(fact, EnemyEngaged)]
    assert engaged == [f"foe {place}" for place in places]


def test_an_engaged_enemy_moves_with_its_prey_at_once():
    """AH-X-MOVEENG-1: one fact moves both."""
    state = replace(table_with(ghoul={"engaged": ("1",)}), without=("AH-X-AOO",))
    run = alone(GAME, state, lambda g: basic_actions.move(g, "1", "hall"))
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("hall", ("1",))
    assert not any(isinstance(fact, EnemyMoved) for fact in run.facts)


def test_hunters_ignore_investigators_who_left():
    state = table_with(ghoul={"location": "hall", "keywords": ("hunter",)})
    for seat in "12":
        state = state.with_seat(seat, replace(state.seats[seat], left="resigned"))
    g = Play(state, apply_fact)
    assert list(hunt(g, "ghoul")) == g.facts == []  # no path leads from here to the attic


@pytest.mark.parametrize("changes", [{"exhausted": True}, {"engaged": ("1",)}, {"keywords": ()}], ids=str)
def test_only_ready_free_hunters_move_in_the_enemy_phase(changes):
    marks = {"keywords": ("hunter",), "location": "hall", "attack_damage": 0, "attack_horror": 0} | changes
    run = Run(GAME, replace(table_with(ghoul=marks), phase="enemy", active=""))
    assert not any(isinstance(fact, EnemyMoved) for fact in run.facts)
    assert asked(run) == "Everybody: upkeep: the cards are readied"


def test_another_copy_is_as_printed_and_counts_by_itself():
    enemies = entered("ghoul", "2", table_with(ghoul={"engaged": ("1",), "damage": 2, "exhausted": True}))
    copy = enemies["ghoul.2"]
    assert (copy.damage, copy.exhausted, copy.engaged, copy.of, copy.fight) == (0, False, ("2",), "ghoul", 4)
    assert enemies["ghoul"].damage == 2


def test_health_may_grow_with_those_who_began():
    """AH-X-SETUP-1: who has left still counts."""
    state = table_with(ghoul={"per_investigator": 2})
    state = state.with_seat("3", replace(state.seats["3"], left="resigned"))
    assert health(state, state.enemies["ghoul"]) == 3 + 2 * 3


ASSETS = {
    "Dog": Card("asset", health=2),
    "Friend": Card("asset", health=1, sanity=2),
    "Coat": Card("asset", health=1),
    "Lantern": Card("asset", uses=3),
}


def with_assets(*in_play: str, state=None, **changes):
    """Ann with these in play, and what is noted on her."""
    state = replace(state or situation(), cards=MappingProxyType({**CARDS, **ASSETS}))
    assets = MappingProxyType({card: InPlay() for card in in_play})
    return state.with_seat("1", replace(state.seats["1"], in_play=in_play, **{"assets": assets} | changes))


def hurt(more_damage: int, more_horror: int, *in_play: str, **changes):
    return alone(GAME, with_assets(*in_play, **changes), lambda g: suffer(g, "1", more_damage, more_horror))


def ann(run):
    return run.state.seats["1"]


def test_an_asset_takes_no_more_than_it_can():
    run = hurt(5, 0, "Dog", "Coat")
    assert [option.id for option in run.open[0].options] == ["Dog", "Dog", "Coat"]
    with pytest.raises(Refused, match="Coat is there 1 time, not 2"):
        give(run, "Coat", "Coat")
    assert (ann(run).damage, capacity(run.state, "1", "damage")) == (5, {"Dog": 2, "Coat": 1})


def test_asset_may_take_damage_and_horror_at_once():
    run = play(hurt(1, 2, "Friend"), "Friend")
    assert ann(run).in_play == ("Friend",)  # nothing of a simultaneous assignment happens before all of it is made
    give(run, "Friend", "Friend")
    assert (ann(run).damage, ann(run).horror, ann(run).in_play, ann(run).discard) == (0, 0, (), ("Friend",))
    assert sum(isinstance(fact, AssetLost) for fact in run.facts) == 1
    assert "Friend" not in ann(run).assets


@pytest.mark.parametrize(("answer", "left", "damage"), [(("", "Dog"), "", 6), (("",), "killed", 7)])
def test_an_asset_saves_its_owner_from_falling(answer, left, damage):
    who = ann(play(hurt(1, 0, "Dog", damage=6), answer))
    assert (who.left, who.damage) == (left, damage)


@pytest.mark.parametrize(
    ("damage", "horror", "how", "trauma"),
    [(7, 0, "killed", (1, 0)), (0, 7, "insane", (0, 1)), (7, 7, "killed", (1, 0)), (6, 6, "", (0, 0))],
)
def test_defeat_gives_a_trauma(damage, horror, how, trauma):
    who = ann(hurt(damage, horror))
    assert (who.left, (who.physical, who.mental), who.actions) == (how, trauma, 0 if how else 3)


def test_defeat_leaves_clues_and_enemies():
    run = hurt(7, 0, state=table_with(ghoul={"engaged": ("1",)}), clues=2)
    assert (ann(run).clues, run.state.locations["study"].clues) == (0, 4)
    assert (run.state.enemies["ghoul"].engaged, run.state.enemies["ghoul"].location) == ((), "study")


def test_seat_that_left_suffers_no_harm():
    g = Play(with_assets(left="resigned"), apply_fact)
    assert (list(suffer(g, "1", 1, 1)), g.facts) == ([], [])


def test_second_copy_of_a_lost_asset_is_undamaged():
    run = play(hurt(3, 0, "Dog", "Dog"), ("", "Dog", "Dog"))
    assert (ann(run).in_play, capacity(run.state, "1", "damage")) == (("Dog",), {"Dog": 2})


def test_copies_of_an_asset_share_harm_and_uses():
    assets = MappingProxyType({"Dog": InPlay(damage=1), "Lantern": InPlay(uses=1)})
    state = with_assets("Dog", "Lantern", assets=assets, hand=("Dog", "Lantern"))
    assert apply_fact(state, CardPlayed("1", "Dog")).seats["1"].assets["Dog"].damage == 1
    both = apply_fact(state, CardPlayed("1", "Lantern"))
    assert both.seats["1"].assets["Lantern"].uses == 4
    assert apply_fact(both, AssetLost("1", "Lantern")).seats["1"].assets["Lantern"].uses == 3
