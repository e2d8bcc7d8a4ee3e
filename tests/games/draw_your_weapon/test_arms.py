"""Weapons and features: shipped ones, and faults of typed ones."""

from __future__ import annotations

import pytest

from companion.errors import ContentError
from companion.games.draw_your_weapon.content import weapons


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("halberd", "weapons.0: there is no weapon 'halberd'"),
        ({"name": "Club", "low": 9, "high": 4}, "weapons.0.high: a value from 9 upwards is needed, not 4"),
        ({"name": "Club", "low": 0, "high": 4}, "weapons.0.low: a number from 1 to 40 is needed, not 0"),
        ({"name": "Club", "low": 1, "high": 4, "suits": ["X"]}, "weapons.0.suits: there is no suit 'X'"),
        ({"name": "Club", "low": 1, "high": 4, "hands": 3}, "weapons.0.hands: a number from 0 to 2"),
        ({"name": "Club", "low": 1, "high": 4, "reech": ""}, "there is no 'reech'"),
    ],
    ids=["unknown", "upside-down", "below", "suit", "hands", "misspelt"],
)
def test_a_weapon_is_refused_with_its_place(told, sentence):
    with pytest.raises(ContentError) as no:
        weapons.weapon(told, "weapons.0")
    assert sentence in str(no.value)


def test_a_feature_that_gives_a_condition_says_which():
    with pytest.raises(ContentError, match=r"features\.2\.effects\.0\.what: which condition"):
        weapons.feature({"name": "Trip", "effects": [{"do": "condition"}]}, "features.2")
