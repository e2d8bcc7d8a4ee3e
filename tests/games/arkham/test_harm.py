"""Damage and horror: what assets take, and who falls."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Play, apply_fact
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Enemy
from companion.games.arkham.facts import AssetLost, CardPlayed
from companion.games.arkham.rules.in_play import attack, suffer
from companion.games.arkham.rules.in_play.damage_and_horror import capacity
from companion.games.arkham.state import InPlay
from companion.schema import Refused
from tests.games.arkham.table import CARDS, asked, situation
from tests.games.course import alone, give

DOG, FRIEND, COAT = Card("asset", health=2), Card("asset", health=1, sanity=2), Card("asset", health=1)
GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=2, attack_horror=1)


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
    run = hurt(1, 2, "Friend")
    give(run, "Friend")
    assert ann(run).in_play == ("Friend",)  # nothing of a simultaneous assignment happens before all of it is made
    give(run, "Friend", "Friend")
    assert (ann(run).damage, ann(run).horror, ann(run).in_play, ann(run).discard) == (0, 0, (), ("Friend",))
    assert sum(isinstance(fact, AssetLost) for fact in run.facts) == 1


def test_destroyed_asset_goes_to_the_discard_pile():
    run = hurt(2, 0, "Dog")
    give(run, "Dog", "Dog")
    assert (ann(run).damage, ann(run).in_play, ann(run).discard) == (0, (), ("Dog",))
    assert "Dog" not in ann(run).assets


def test_an_asset_saves_its_owner_from_falling():
    run = hurt(1, 0, "Dog", damage=6)
    give(run, "Dog")
    assert (ann(run).left, ann(run).damage) == ("", 6)
    fallen = hurt(1, 0, "Dog", damage=6)
    give(fallen)
    assert ann(fallen).left == "killed"


def test_an_attack_may_be_taken_by_assets_as_well():
    state = with_assets("Dog", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})))
    run = alone(GAME, state, lambda g: attack(g, "ghoul", "1", "enemy phase"))
    give(run, "Dog", "Dog")
    assert (ann(run).damage, ann(run).horror, ann(run).in_play) == (0, 1, ())


@pytest.mark.parametrize(
    ("damage", "horror", "how", "trauma"),
    [(7, 0, "killed", (1, 0)), (0, 7, "insane", (0, 1)), (7, 7, "killed", (1, 0)), (9, 0, "killed", (1, 0))],
)
def test_defeat_gives_a_trauma(damage, horror, how, trauma):
    who = ann(hurt(damage, horror))
    assert (who.left, (who.physical, who.mental), who.actions) == (how, trauma, 0)


def test_defeat_leaves_clues_and_enemies():
    state = situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, engaged=("1",))}))
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
    run = hurt(3, 0, "Dog", "Dog")
    give(run, "Dog", "Dog")
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
