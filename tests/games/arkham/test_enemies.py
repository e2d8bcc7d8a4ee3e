"""Enemies, and the damage and horror of investigators."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Play, Run, apply_fact
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Enemy
from companion.games.arkham.facts import AssetLost, CardPlayed, EnemyAttacked, EnemyEngaged, EnemyEvaded, EnemyMoved
from companion.games.arkham.rules.actions import basic_actions
from companion.games.arkham.rules.in_play import (
    attack,
    automatically_evade,
    engage_those_here,
    engaged_with,
    enter_play,
    free,
    health,
    hunt,
    hurt_enemy,
    suffer,
)
from companion.games.arkham.rules.in_play.damage_and_horror import capacity
from companion.games.arkham.rules.in_play.enemies import move_enemy
from companion.games.arkham.state import InPlay
from companion.schema import Refused
from tests.games.arkham.table import CARDS, asked, committed, situation
from tests.games.course import alone, give, play

GHOUL = Enemy("Ghoul", "study", fight=4, evade=4, health=3, attack_damage=1, attack_horror=1)


def table_with(state=None, **foes):
    """The small table_with with these enemies; each is the ghoul with changes."""
    enemies = {name: replace(GHOUL, **changes) for name, changes in foes.items()}
    return replace(state or situation(), enemies=MappingProxyType(enemies))


def playing(state) -> Play:
    return Play(state, apply_fact)


def attacked(run) -> list[tuple[str, str]]:
    return [(fact.why, fact.seat) for fact in run.facts if isinstance(fact, EnemyAttacked)]


def fight(token: str, **changes):
    return play(
        committed(alone(GAME, table_with(ghoul=changes), lambda g: basic_actions.fight(g, "1", "ghoul"))), token
    )


def evade(token: str, **changes):
    return play(
        committed(alone(GAME, table_with(ghoul=changes), lambda g: basic_actions.evade(g, "1", "ghoul"))), token
    )


@pytest.mark.parametrize("mark", [{"retaliate": True}, {"keywords": ("retaliate",)}], ids=["flag", "keyword"])
def test_retaliate_attacks_only_after_a_miss(mark):
    assert attacked(fight("0", engaged=("1",), **mark)) == [("retaliate", "1")]
    assert attacked(fight("+1", engaged=("1",), **mark)) == []


def test_alert_enemy_attacks_after_a_failed_evasion():
    assert attacked(evade("0", engaged=("1",), keywords=("alert",))) == [("alert", "1")]
    assert attacked(evade("+1", engaged=("1",), keywords=("alert",))) == []
    assert attacked(fight("0", engaged=("1",), keywords=("alert",))) == []
    assert attacked(evade("0", engaged=("1",), keywords=("retaliate",))) == []


@pytest.mark.parametrize(
    ("engaged", "marks"),
    [(("2", "3"), ("retaliate",)), (("2",), ("massive", "retaliate"))],
    ids=["with two", "massive"],
)
def test_miss_without_single_other_only_retaliates(engaged, marks):
    """AH-ACT-FIGHT-8, AH-X-MASSIVE-1."""
    run = fight("-8", engaged=engaged, keywords=marks)
    assert [who.damage for who in run.state.seats.values()] == [1, 0, 0]


def test_massive_enemy_is_engaged_with_all_here():
    state = table_with(ghoul={"keywords": ("massive",)})
    assert [engaged_with(state, seat) for seat in "123"] == [("ghoul",), ("ghoul",), ()]


def test_massive_enemy_attacks_its_provoker():
    run = alone(GAME, table_with(ghoul={"keywords": ("massive",)}), lambda g: basic_actions.resource(g, "1"))
    assert attacked(run) == [("opportunity", "1")]


def test_missed_massive_enemy_damages_no_one():
    for engaged in ((), ("2",)):
        run = fight("-8", keywords=("massive",), engaged=engaged)
        assert [who.damage for who in run.state.seats.values()] == [0, 0, 0]


def test_massive_enemy_does_not_follow_investigators():
    state = table_with(ghoul={"keywords": ("massive",)})
    run = alone(GAME, replace(state, without=("AH-X-AOO",)), lambda g: basic_actions.move(g, "1", "hall"))
    assert run.state.enemies["ghoul"].location == "study"
    assert not free(state, "ghoul")


@pytest.mark.parametrize("mark", [{"aloof": True}, {"keywords": ("aloof",)}], ids=["flag", "keyword"])
def test_aloof_enemy_is_attacked_only_when_engaged(mark):
    state = table_with(ghoul=mark)
    g = playing(state)
    engage_those_here(g, "1")
    assert (g.facts, basic_actions.fight_refused(state, "1", "ghoul").code) == ([], "ALOOF_UNENGAGED")
    after = alone(GAME, state, lambda g: basic_actions.engage(g, "1", "ghoul")).state
    assert basic_actions.fight_refused(after, "1", "ghoul") is None
    assert basic_actions.fight_refused(after, "2", "ghoul") is None


def test_arriving_investigator_is_engaged_by_ready_enemies():
    state = table_with(
        a={"location": "hall"},
        b={"location": "hall"},
        tired={"location": "hall", "exhausted": True},
        busy={"location": "hall", "engaged": ("3",)},
        aloof={"location": "hall", "aloof": True},
        gone={"location": "hall", "defeated": True},
        here={},
    )
    run = alone(GAME, state, lambda g: basic_actions.move(g, "1", "hall"))
    assert engaged_with(run.state, "1") == ("a", "b")


def test_evaded_enemy_engages_again_at_upkeep():
    state = evade("+1", engaged=("1",)).state
    run = Run(GAME, replace(state, phase="upkeep", active=""))
    assert run.state.enemies["ghoul"].engaged == ()
    give(run, "go")
    assert str(run.open[0].title) == "Ghoul comes in: whom does it engage?"
    give(run, "1")
    assert run.state.enemies["ghoul"].engaged == ("1",)


def test_ready_enemy_is_always_engaged_at_rest():
    state = table_with(ghoul={"location": "attic"})
    run = Run(GAME, state)
    assert run.state.enemies["ghoul"].engaged == ("3",)


def test_several_enemies_engage_in_the_order_of_the_seats():
    """The same on every replay, whatever the order of names in memory."""
    places = [f"place {n}" for n in range(8)]
    state = situation()
    seat = state.seats["1"]
    many = {str(n): replace(seat, location=place) for n, place in enumerate(places)}
    foes = {f"foe {place}": replace(GHOUL, location=place) for place in reversed(places)}
    run = Run(GAME, replace(state, seats=MappingProxyType(many), enemies=MappingProxyType(foes), active="0"))
    engaged = [fact.enemy for fact in run.facts if isinstance(fact, EnemyEngaged)]
    assert engaged == [f"foe {place}" for place in places]


def test_an_enemy_moves_along_connections_only_and_reveals_nothing():
    """AH-ACT-MOVE-4, AH-ACT-MOVE-11."""
    run = alone(GAME, table_with(ghoul={"aloof": True}), lambda g: move_enemy(g, "ghoul", "hall"))
    hall = run.state.locations["hall"]
    assert (run.state.enemies["ghoul"].location, hall.revealed, hall.clues) == ("hall", False, 0)


def test_an_engaged_enemy_moves_with_its_prey_at_once():
    """AH-X-MOVEENG-1: one fact moves both."""
    state = replace(table_with(ghoul={"engaged": ("1",)}), without=("AH-X-AOO",))
    run = alone(GAME, state, lambda g: basic_actions.move(g, "1", "hall"))
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("hall", ("1",))
    assert not any(isinstance(fact, EnemyMoved) for fact in run.facts)


def hunted(state):
    return alone(GAME, state, lambda g: hunt(g, "ghoul"))


def test_a_hunter_goes_one_step_on_the_shortest_way():
    state = table_with(ghoul={"location": "attic", "keywords": ("hunter",)})
    for seat in "3":
        state = state.with_seat(seat, replace(state.seats[seat], location="study"))
    run = hunted(state)
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("hall", ())


def test_hunters_ignore_investigators_who_left():
    state = table_with(ghoul={"location": "hall", "keywords": ("hunter",)})
    for seat in "12":
        state = state.with_seat(seat, replace(state.seats[seat], left="resigned"))
    g = playing(state)
    assert list(hunt(g, "ghoul")) == g.facts == []  # no path leads from here to the attic


@pytest.mark.parametrize("changes", [{"exhausted": True}, {"engaged": ("1",)}, {"keywords": ()}], ids=str)
def test_only_ready_free_hunters_move_in_the_enemy_phase(changes):
    marks = {"keywords": ("hunter",), "location": "hall", "attack_damage": 0, "attack_horror": 0} | changes
    run = Run(GAME, replace(table_with(ghoul=marks), phase="enemy", active=""))
    assert not any(isinstance(fact, EnemyMoved) for fact in run.facts)
    assert asked(run) == "Everybody: upkeep: the cards are readied"


def test_enemy_spawns_at_its_location_and_engages():
    state = table_with(ghoul={"location": "", "spawn": "attic"})
    run = alone(GAME, state, lambda g: enter_play(g, "ghoul", "1"))
    assert (run.state.enemies["ghoul"].location, run.state.enemies["ghoul"].engaged) == ("attic", ("3",))


def test_another_copy_is_as_printed_and_counts_by_itself():
    state = table_with(ghoul={"engaged": ("1",), "damage": 2, "exhausted": True})
    run = alone(GAME, state, lambda g: enter_play(g, "ghoul", "2"))
    copy = run.state.enemies["ghoul.2"]
    assert (copy.damage, copy.exhausted, copy.engaged, copy.of, copy.fight) == (0, False, ("2",), "ghoul", 4)
    assert run.state.enemies["ghoul"].damage == 2


def test_an_enemy_falls_when_its_damage_reaches_its_health():
    """AH-X-DEFEAT-1."""
    for damage, falls in ((2, False), (3, True), (9, True)):
        g = playing(table_with(ghoul={"engaged": ("1",)}))
        hurt_enemy(g, "ghoul", damage)
        assert g.state.enemies["ghoul"].defeated is falls
        assert (g.state.enemies["ghoul"].engaged == ()) is falls


def test_health_may_grow_with_those_who_began():
    """AH-X-SETUP-1: who has left still counts."""
    state = table_with(ghoul={"per_investigator": 2})
    state = state.with_seat("3", replace(state.seats["3"], left="resigned"))
    assert health(state, state.enemies["ghoul"]) == 3 + 2 * 3


def test_an_automatic_evasion_is_no_test():
    """AH-ACT-EVADE-5, AH-X-AUTO-2."""
    g = playing(table_with(ghoul={"engaged": ("1",)}))
    automatically_evade(g, "1", "ghoul")
    assert g.facts == [EnemyEvaded("ghoul", "1", automatic=True)]
    assert (g.state.enemies["ghoul"].exhausted, g.state.enemies["ghoul"].engaged) == (True, ())


DOG, FRIEND, COAT = Card("asset", health=2), Card("asset", health=1, sanity=2), Card("asset", health=1)
BITER = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=2, attack_horror=1)


def with_assets(*in_play: str, state=None, **changes):
    """Ann with these in play, and what is noted on her."""
    state = state or situation()
    cards = MappingProxyType({**CARDS, "Dog": DOG, "Friend": FRIEND, "Coat": COAT})
    lying = {"assets": MappingProxyType({card: InPlay() for card in in_play})} | changes
    return replace(state, cards=cards).with_seat("1", replace(state.seats["1"], in_play=in_play, **lying))


def hurt(more_damage: int, more_horror: int, *in_play: str, **changes):
    return alone(GAME, with_assets(*in_play, **changes), lambda g: suffer(g, "1", more_damage, more_horror))


def ann(run):
    return run.state.seats["1"]


def test_owner_assigns_harm_to_assets():
    run = hurt(2, 0, "Dog")
    assert asked(run) == "Ann: 2 damage, which of it goes to assets?"
    assert (run.open[0].seat, run.open[0].least, run.open[0].most) == ("1", 0, 2)
    give(run, "Dog")
    assert (ann(run).damage, ann(run).assets["Dog"].damage) == (1, 1)


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


def test_destroyed_asset_goes_to_the_discard_pile():
    run = play(hurt(2, 0, "Dog"), ("", "Dog", "Dog"))
    assert (ann(run).damage, ann(run).in_play, ann(run).discard) == (0, (), ("Dog",))
    assert "Dog" not in ann(run).assets


def test_an_asset_saves_its_owner_from_falling():
    run = play(hurt(1, 0, "Dog", damage=6), "Dog")
    assert (ann(run).left, ann(run).damage) == ("", 6)
    fallen = play(hurt(1, 0, "Dog", damage=6), ("",))
    assert ann(fallen).left == "killed"


def test_an_attack_may_be_taken_by_assets_as_well():
    state = with_assets("Dog", state=situation(enemies=MappingProxyType({"ghoul": BITER})))
    run = play(alone(GAME, state, lambda g: attack(g, "ghoul", "1", "enemy phase")), ("", "Dog", "Dog"))
    assert (ann(run).damage, ann(run).horror, ann(run).in_play) == (0, 1, ())


@pytest.mark.parametrize(
    ("damage", "horror", "how", "trauma"),
    [(7, 0, "killed", (1, 0)), (0, 7, "insane", (0, 1)), (7, 7, "killed", (1, 0)), (9, 0, "killed", (1, 0))],
)
def test_defeat_gives_a_trauma(damage, horror, how, trauma):
    who = ann(hurt(damage, horror))
    assert (who.left, (who.physical, who.mental), who.actions) == (how, trauma, 0)


def test_defeat_leaves_clues_and_enemies():
    state = situation(enemies=MappingProxyType({"ghoul": replace(BITER, engaged=("1",))}))
    run = alone(GAME, with_assets(state=state, clues=2), lambda g: suffer(g, "1", 7, 0))
    assert (ann(run).clues, run.state.locations["study"].clues) == (0, 4)
    assert (run.state.enemies["ghoul"].engaged, run.state.enemies["ghoul"].location) == ((), "study")


def test_seat_that_left_suffers_no_harm():
    g = Play(with_assets(left="resigned"), apply_fact)
    assert (list(suffer(g, "1", 1, 1)), g.facts) == ([], [])


def test_healing_is_limited_by_the_damage():
    who = ann(hurt(-3, -1, damage=2, horror=3))
    assert (who.damage, who.horror) == (0, 2)


def test_second_copy_of_a_lost_asset_is_undamaged():
    run = play(hurt(3, 0, "Dog", "Dog"), ("", "Dog", "Dog"))
    assert (ann(run).in_play, capacity(run.state, "1", "damage")) == (("Dog",), {"Dog": 2})


def test_playing_a_second_copy_heals_nothing():
    state = with_assets("Dog", assets=MappingProxyType({"Dog": InPlay(damage=1)}), hand=("Dog",))
    after = apply_fact(state, CardPlayed("1", "Dog"))
    assert after.seats["1"].assets["Dog"].damage == 1


def test_two_copies_of_an_asset_share_their_uses():
    state = with_assets("Lantern", assets=MappingProxyType({"Lantern": InPlay(uses=1)}), hand=("Lantern",))
    state = replace(state, cards=MappingProxyType({"Lantern": Card("asset", uses=3)}))
    both = apply_fact(state, CardPlayed("1", "Lantern"))
    assert both.seats["1"].assets["Lantern"].uses == 4
    assert apply_fact(both, AssetLost("1", "Lantern")).seats["1"].assets["Lantern"].uses == 3
