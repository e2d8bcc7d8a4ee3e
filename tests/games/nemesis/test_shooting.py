"""Eggs as targets, and the stricter reading of combat, as the table decides them (NEM-AMB-12, NEM-X-INCOMBAT-1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import ActionCard, Settings
from companion.games.nemesis.rules.actions.shoot_and_melee import cannot_shoot
from companion.games.nemesis.state import HeavyObject, Weapon
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import in_room, played
from tests.games.nemesis.ship import ANN, acting, state, with_character, with_intruder


def with_egg(*, shoot):
    s = state(settings=Settings(decks="none", shoot_eggs=shoot))
    return replace(s, objects={"egg 1": HeavyObject("egg", "hall")})


def test_an_egg_is_no_target():
    assert cannot_shoot(with_egg(shoot=False), ANN, "pistol/egg 1").code == "TARGET_NOT_INTRUDER"


def test_where_the_table_plays_so_a_shot_destroys_it():
    run = played(with_egg(shoot=True), "shoot:pistol/egg 1", "Search")
    assert run.over
    assert "egg 1" not in run.state.objects
    assert run.state.characters[ANN].weapons == (Weapon("pistol", 1),)


def test_eggs_of_the_nest_can_be_shot_there():
    s = replace(in_room(state(settings=Settings(decks="none", shoot_eggs=True)), nest=True), eggs=2)
    assert played(s, "shoot:pistol/nest", "Search").state.eggs == 1


def test_without_ammo_no_egg_is_shot():
    s = with_character(with_egg(shoot=True), ANN, weapons=(Weapon("pistol", 0),))
    assert cannot_shoot(s, ANN, "pistol/egg 1").code == "NO_AMMO"


def strict(**changes):
    s = with_intruder(state(settings=Settings(decks="none", strict_combat=True), **changes), "hall")
    return replace(s, objects={"corpse": HeavyObject("character_corpse", "hall")})


@pytest.mark.parametrize("action", ["pick_up_heavy", "trade", "room_action"])
def test_in_strict_combat_only_fighting_is_left(action):
    with pytest.raises(Refused) as no:
        give(acting(strict()), action)
    assert no.value.code == "OUT_OF_COMBAT_ONLY"


def test_shots_blows_flight_and_cards_stay_possible():
    s = with_character(strict(cards={"Rest": ActionCard()}), ANN, hand=("Rest", "Search"))
    possible = {option.id.partition(":")[0] for option in acting(s).open[0].options if option.refused is None}
    assert possible == {"shoot", "melee", "move", "action_card", "pass"}
