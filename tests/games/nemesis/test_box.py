"""Dice, bag and costs as they lie in the box on the table."""

from __future__ import annotations

import pytest

from tests.games.nemesis.ship import begun, refused


def test_a_box_changes_what_differs_and_nothing_else():
    s = begun(box={"title": "Ours", "noise": {"1": 3, "silence": 2}, "costs": {"move": 2}})
    assert s.noise_die.sides == ("1", "1", "1", "silence", "silence")
    assert s.ship.dice.combat == ("miss", "creeper", "adult", "adult", "hit1", "hit2")
    assert (s.ship.costs["move"], s.ship.costs["careful_move"]) == (2, 2)


def test_a_bag_is_filled_from_the_beginning_for_each_player_and_later():
    bag = [
        {"token": "blank", "count": 2},
        {"token": "adult-3", "when": "player"},
        {"token": "queen-4", "when": "later"},
    ]
    s = begun(2, box={"bag": bag})
    assert s.bag.inside == ("blank", "blank", "adult-3", "adult-3")
    assert s.ship.bag.spare == ("queen-4",)


def test_the_box_of_the_game_is_our_defaults():
    assert begun(box="ours").ship == begun().ship
    assert refused(box="theirs").code == "UNKNOWN_BOX"


@pytest.mark.parametrize(
    ("box", "place"),
    [
        ({"noise": {"5": 1}}, "noise: there is no '5'"),
        ({"combat": {"miss": 0}}, "combat: a die needs at least one face"),
        ({"costs": {"move": -1}}, "costs.move: a number from 0"),
        ({"bag": [{"token": "cat-1"}]}, "bag.0.token: 'cat-1' is no token"),
        ({"bag": [{"token": "adult-3", "when": "never"}]}, "bag.0.when"),
        ({"bag": [{"token": "adult-3", "when": "later"}]}, "bag: 0 tokens"),
    ],
)
def test_a_box_that_cannot_be_is_refused_with_its_place(box, place):
    assert place in str(refused(box=box).sentence)
