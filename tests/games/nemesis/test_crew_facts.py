"""Facts of the crew, and how each changes the state."""

from __future__ import annotations

import pytest

from companion.games.nemesis.facts import (
    AmmoSet,
    ContaminationLost,
    Healed,
    IntruderHurt,
    ObjectDropped,
    ObjectPut,
    Scanned,
    WeaponLost,
)
from companion.games.nemesis.facts.crew import apply_crew
from companion.games.nemesis.state import HeavyObject, Weapon
from tests.games.nemesis.ship import ANN, BEN, page, with_character, with_intruder

PISTOL = Weapon("pistol", 2)


def after(s, *facts):
    for fact in facts:
        s = apply_crew(s, fact)
    return s


def test_nobody_has_fewer_wounds_than_none():
    ann = after(with_character(page(), ANN, light_wounds=1), Healed(ANN, 3, 1)).characters[ANN]
    assert (ann.light_wounds, ann.serious_wounds) == (0, 0)


@pytest.mark.parametrize("pile", ["hand", "discard", "deck"])
def test_a_contamination_card_is_lost_wherever_it_lies(pile):
    piles = {"hand": (), "discard": (), "deck": (), pile: ("Rest", "Contamination")}
    assert getattr(after(with_character(page(), ANN, **piles), ContaminationLost(ANN)).characters[ANN], pile) == (
        "Rest",
    )


def test_who_has_none_loses_none():
    s = with_character(page(), ANN, hand=())
    assert after(s, ContaminationLost(ANN)) == s


def test_no_more_cards_are_known_as_infected_than_there_are():
    s = with_character(page(), ANN, hand=("Contamination", "Contamination"))
    assert after(s, Scanned(ANN, 0, 2), ContaminationLost(ANN)).characters[ANN].infected == 1


def test_of_two_weapons_of_one_name_one_is_loaded_and_one_is_lost():
    s = with_character(page(), ANN, weapons=(PISTOL, PISTOL))
    assert after(s, AmmoSet(ANN, "pistol", 5)).characters[ANN].weapons == (Weapon("pistol", 5), PISTOL)
    assert after(s, WeaponLost(ANN, "pistol")).characters[ANN].weapons == (PISTOL,)


def test_an_object_lies_in_one_place_alone():
    s = after(page(), ObjectPut("egg", "egg", seat=ANN), ObjectPut("egg", "egg", seat=BEN))
    assert [c.heavy for c in s.characters.values()] == [(), ("egg",)]
    s = after(s, ObjectDropped(BEN, "egg"))
    assert (s.characters[BEN].heavy, s.objects["egg"]) == ((), HeavyObject("egg", "hall"))


def test_an_intruder_has_no_fewer_injuries_than_none():
    assert after(with_intruder(page(), "hall"), IntruderHurt("adult", -1)).intruders["adult"].injuries == 0
