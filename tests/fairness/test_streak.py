"""Faces that came roll after roll."""

from __future__ import annotations

import numpy as np
import pytest

from companion.fairness.die_statistics import Observations
from companion.fairness.streak import longest


def coin(came: str, rolls: list[int] | None = None) -> Observations:
    faces = np.array([int(one) for one in came], np.int64)
    roll = np.array(rolls) if rolls is not None else np.arange(len(faces))
    return Observations(("0", "1"), faces, np.zeros(len(faces), np.int64), np.full((1, 2), 0.5), roll)


def test_streak_is_found_at_any_position() -> None:
    for came in ("0000101", "1010000", "1000010"):
        found = longest(coin(came))
        assert found is not None
        assert (found.face, found.rolls) == ("0", 4)


def test_streak_counts_a_roll_of_several_dice_once() -> None:
    assert longest(coin("1111", [0, 0, 0, 0])) is None
    found = longest(coin("110101", [0, 0, 1, 1, 2, 2]))
    assert found is not None
    assert (found.face, found.rolls) == ("1", 3)


def test_streak_chance_covers_all_rolls() -> None:
    """Counted out: 2 ** 12 courses of a coin, those with five heads or more in a row."""
    rolls, most = 12, 5
    with_run = sum("1" * most in f"{course:0{rolls}b}" for course in range(2**rolls)) / 2**rolls
    found = longest(coin("010111110100"))
    assert found is not None
    assert found.rolls == most
    assert found.chance == pytest.approx(with_run, abs=0.02)


def test_a_face_that_must_come_makes_no_surprise() -> None:
    always = Observations(("1",), np.zeros(9, np.int64), np.zeros(9, np.int64), np.ones((1, 1)), np.arange(9))
    found = longest(always)
    assert found is not None
    assert found.chance == pytest.approx(1 - np.exp(-1), abs=0.01)


def test_streak_is_none_without_rolls() -> None:
    assert longest(coin("")) is None
