"""Eggs taken and destroyed; an egg is no Intruder (NEM-COMBAT-4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.state import HeavyObject, Weapon
from tests.games.nemesis.doing import done, in_room
from tests.games.nemesis.ship import ANN, page, with_character


def nest(eggs=2, **changes):
    return replace(in_room(nest=True), eggs=eggs, **changes)


def test_an_egg_is_taken_into_a_free_hand():
    s = done(nest(), "take_egg").state
    assert (s.eggs, s.characters[ANN].heavy) == (1, ("egg 1",))
    assert s.objects["egg 1"] == HeavyObject("egg", "")


def test_every_egg_has_a_name_of_its_own():
    assert done(nest(), "take_egg", "take_egg").state.characters[ANN].heavy == ("egg 1",)
    s = with_character(nest(), ANN, weapons=())
    assert done(s, "take_egg", "take_egg").state.characters[ANN].heavy == ("egg 1", "egg 2")


@pytest.mark.parametrize(
    ("s", "code"),
    [
        (nest(0), "NO_EGG"),
        (page(), "NO_EGG"),
        (with_character(nest(), ANN, weapons=(Weapon("a", 1), Weapon("b", 1))), "HANDS_FULL"),
    ],
    ids=["none left", "no nest", "both hands full"],
)
def test_an_egg_cannot_be_taken(s, code):
    assert cannot(s, ANN, (Effect("take_egg"),)).code == code


def test_eggs_of_the_nest_are_destroyed():
    assert done(nest(), Effect("destroy_egg", 5)).state.eggs == 0


def test_an_egg_that_is_carried_or_lies_there_can_be_destroyed():
    lying = page(objects={"egg 1": HeavyObject("egg", "hall"), "egg 2": HeavyObject("egg", "")})
    run = done(with_character(lying, ANN, heavy=("egg 2",)), Effect("destroy_egg", 2))
    assert (dict(run.state.objects), run.state.characters[ANN].heavy) == ({}, ())


def test_a_carcass_is_no_egg():
    s = page(objects={"carcass": HeavyObject("intruder_carcass", "hall")})
    assert cannot(s, ANN, (Effect("destroy_egg"),)).code == "NO_EGG"
