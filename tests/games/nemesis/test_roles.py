"""A role of one's own: a weapon and ten Action cards."""

from __future__ import annotations

import pytest

from tests.games.nemesis.ship import begun, refused

OWN = {"title": "Cook", "weapon": "ladle", "ammo": 2, "deck": [{"title": f"Dish {n}"} for n in range(10)]}


def test_a_role_of_ones_own_brings_its_cards_and_its_weapon():
    s = begun(crew={"1": OWN})
    assert s.characters["1"].deck == tuple(f"Dish {n}" for n in range(10))
    assert (s.ship.items["ladle"].ammo, s.characters["1"].weapons[0].ammo) == (2, 2)


def test_a_card_that_says_another_thing_than_aboard_gets_a_title_of_its_own():
    deck = [{"title": "Hush", "cost": 3}, *OWN["deck"][1:]]
    s = begun(crew={"1": {**OWN, "deck": deck}})
    assert s.ship.cards["Hush (Cook)"].cost == 3
    assert s.ship.cards["Hush"].cost == 0
    assert "Hush (Cook)" in s.characters["1"].deck


def test_effects_in_one_list_are_split_at_the_or():
    deck = [
        {"title": "Stew", "effects": [{"do": "heal_light"}, {"do": "draw", "section": "or"}]},
        *OWN["deck"][1:],
    ]
    sections = begun(crew={"1": {**OWN, "deck": deck}}).ship.cards["Stew"].sections
    assert [[effect.do for effect in section.effects] for section in sections] == [["heal_light"], ["draw"]]


@pytest.mark.parametrize(
    ("role", "place"),
    [
        ({**OWN, "deck": OWN["deck"][1:]}, "deck: 9 Action cards"),
        ({**OWN, "deck": [OWN["deck"][0]] * 10}, "Dish 0 stands there 10 times"),
        ({**OWN, "deck": [{"title": ""}, *OWN["deck"][1:]]}, "deck.0.title"),
        ({**OWN, "ammo": -1}, "ammo: a number from 0 to 12"),
        ({**OWN, "colour": "red"}, "there is no 'colour'"),
        (7, "The role of seat 1: a record is needed"),
    ],
)
def test_a_role_that_cannot_be_is_refused_with_its_place(role, place):
    assert place in str(refused(crew={"1": role}).sentence)
