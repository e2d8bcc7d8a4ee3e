"""Every effect of the closed vocabulary."""

from __future__ import annotations

from types import MappingProxyType
from typing import get_args, get_type_hints

import pytest

from companion.engine import Play
from companion.games.mansions import GAME
from companion.games.mansions.content import Component, Effect, ItemPart
from companion.games.mansions.facts import MonsterDefeated
from companion.games.mansions.rules.story import carry_out
from companion.games.mansions.rules.story.effects import ON_MAP, whom_it_meets
from companion.games.mansions.state import Harm, Tokens
from tests.games.course import alone, give
from tests.games.mansions.manor import RAT, hall, request, seat, tiles

KINDS = get_args(get_type_hints(Effect)["kind"])
BELL = {"components": MappingProxyType({"ItemBell": Component("ItemBell", "item", part=ItemPart(title="Bell"))})}


def after(effect: Effect, state=None, acting: str = "1"):
    return alone(GAME, state or hall(), lambda g: carry_out(g, effect, acting))


def ann(effect: Effect, **changes):
    return after(effect, hall(ann=seat("Ann", **changes))).state.seats["1"]


@pytest.mark.parametrize("kind", KINDS)
def test_effect_kinds_all_have_words(kind):
    assert kind in ON_MAP or str(whom_it_meets(Effect(kind, what="A2"))).startswith("who ")


def test_harm_is_suffered_faceup_or_facedown():
    assert ann(Effect("damage", 2)).damage == Harm(2, 0)
    assert ann(Effect("horror", 1, facing="down")).horror == Harm(0, 1)


def test_harm_is_healed_and_flipped():
    assert ann(Effect("heal_damage", 2), damage=Harm(0, 3)).damage == Harm(0, 1)
    assert ann(Effect("heal_horror", 5), horror=Harm(2, 0)).horror == Harm()
    assert ann(Effect("flip_horror", 1), horror=Harm(0, 2)).horror == Harm(1, 1)


def test_clue_effects_gain_and_lose():
    assert ann(Effect("clue", 2)).clues == 4
    assert ann(Effect("lose_clue", 5)).clues == 0


def test_condition_effects_gain_and_discard():
    assert ann(Effect("condition", what="Dazed")).conditions == ("Dazed",)
    assert ann(Effect("cure", what="Dazed"), conditions=("Dazed",)).conditions == ()


def test_item_effects_give_and_take():
    given = after(Effect("item", what="ItemBell"), hall(scenario=BELL))
    assert given.state.seats["1"].possessions == ("Bell",)
    assert given.state.story.handed == ()
    taken = after(Effect("lose_item", what="ItemBell"), given.state)
    assert taken.state.seats["1"].possessions == ()


def test_move_effect_burns_without_an_evade_check():
    run = after(Effect("move", what="A2"), hall(RAT, tokens=Tokens(fire=("A2",))))
    assert (run.state.seats["1"].space, run.state.seats["1"].damage.down) == ("A2", 1)


def test_fire_and_darkness_are_placed_once_and_removed():
    assert after(Effect("fire", what="A2")).state.tokens.fire == ("A2",)
    assert after(Effect("no_fire", what="A2"), hall(tokens=Tokens(fire=("A2",)))).state.tokens.fire == ()
    assert after(Effect("darkness", what="A2")).state.tokens.darkness == ("A2",)
    assert after(Effect("no_darkness", what="A2"), hall(tokens=Tokens(darkness=("A2",)))).state.tokens.darkness == ()


def test_hurt_effect_damages_and_defeats():
    run = after(Effect("hurt", 2, "SpawnRat"), hall(RAT))
    assert run.state.monsters["Rat"].damage == 2
    run = after(Effect("hurt", 9, "SpawnRat"), hall(RAT))
    assert MonsterDefeated("Rat") in run.facts
    assert run.state.story.defeated == (("MonsterRat", "SpawnRat"),)


def test_each_effect_meets_all_standing_seats():
    state = hall(bob=seat("Bob", eliminated=True))
    run = after(Effect("damage", who="each"), state)
    assert [who.damage.up for who in run.state.seats.values()] == [1, 0]


def test_here_effect_on_tiles_asks_who_is_here():
    run = after(Effect("damage", who="here"), tiles())
    give(run, "2")
    assert [who.damage.up for who in run.state.seats.values()] == [1, 1]


def test_effect_asks_for_the_seat_without_an_actor():
    for effect, acting in ((Effect("damage", who="chosen"), "1"), (Effect("damage"), "")):
        run = after(effect, acting=acting)
        assert request(run) == "Everybody: who suffers 1 damage?"
        give(run, "2")
        assert run.state.seats["2"].damage.up == 1


def test_lose_item_ignores_an_item_not_held():
    state = hall(ann=seat("Ann", possessions=("Bell",)), scenario=BELL)
    g = Play(state, GAME.apply)
    assert list(carry_out(g, Effect("lose_item", what="ItemBell"), "1")) == []
    assert g.facts == []
