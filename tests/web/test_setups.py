"""A set-up that no page has sent is proved as if one had."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine import GameSetup
from companion.errors import LamplightError
from companion.presentation import prove_setup
from companion.schema import DEALER
from tests.fakes import FORMED, HEROES

BOLD = {"1": "bold", "2": "meek"}
OWN = {"title": "Ann the Odd <3 of hearts>", "health": 3}


def sound(**change: Any) -> GameSetup:
    return replace(
        GameSetup(("1", "2"), {"1": "Ann", "2": "Ben", DEALER: "Dee"}, {"hero": BOLD, "points": 2}), **change
    )


@pytest.mark.parametrize(
    "setup",
    [
        sound(),
        sound(names={}),
        sound(choices={"hero": {"1": {**HEROES["bold"]}, "2": "meek"}, "won": 3}),
        sound(choices={"hero": {"1": OWN, "2": "meek"}}, names={"1": "Ann the Odd <3 of heart…"}),
    ],
    ids=["as it is", "without names", "with a sheet in full and what an ended one leaves", "called as its sheet"],
)
def test_choices_of_a_page_are_valid(setup: GameSetup) -> None:
    prove_setup(FORMED, setup)


@pytest.mark.parametrize(
    ("setup", "place"),
    [
        (sound(seats=("1", "3")), "not numbered"),
        (sound(seats=()), "seats 1 to 2"),
        (sound(seats=("1", "2", "3")), "seats 1 to 2"),
        (sound(names={"house": "Ann"}), "nobody sits there"),
        (sound(names={"1": "A" * 25}), "names.1"),
        (sound(names={"1": "<b>Ann"}), "names.1"),
        (sound(names={"1": "Ann", "2": "Ann"}), "called Ann"),
        (sound(choices={"hero": BOLD, "points": 99}), "points: a number"),
        (sound(choices={"hero": BOLD, "mood": "sad"}), "mood: there is no choice"),
        (sound(choices={"hero": {**BOLD, "9": "bold"}}), "hero"),
        (sound(choices={"hero": {"1": {"title": "Nobody"}, "2": "meek"}}), "hero.1: title"),
        (sound(choices={"hero": {"1": {"title": "Ann", "health": 400}, "2": "meek"}}), "hero.1: health"),
    ],
)
def test_invalid_choices_are_refused_with_their_place(setup: GameSetup, place: str) -> None:
    with pytest.raises(LamplightError, match=place):
        prove_setup(FORMED, setup)
