"""Streaks of one face."""

from __future__ import annotations

import numpy as np
import pytest

from companion.fairness.die_statistics import Observations, longest_streak


def coin(came: str, rolls: list[int] | None = None) -> Observations:
    faces = np.array([int(face) for face in came], np.int64)
    roll = np.array(rolls) if rolls is not None else np.arange(len(faces))
    return Observations(("0", "1"), faces, np.zeros(len(faces), np.int64), np.full((1, 2), 0.5), roll)


@pytest.mark.parametrize(
    ("came", "rolls", "streak"),
    [
        ("0000101", None, ("0", 4)),
        ("1010000", None, ("0", 4)),
        ("1000010", None, ("0", 4)),
        ("110101", [0, 0, 1, 1, 2, 2], ("1", 3)),  # a roll of several dice counts once
        ("1111", [0, 0, 0, 0], None),
        ("", None, None),
    ],
)
def test_longest_streak_counts_rolls(came: str, rolls: list[int] | None, streak: tuple[str, int] | None) -> None:
    found = longest_streak(coin(came, rolls))
    assert (found and (found.face, found.rolls)) == streak


def test_streak_chance_covers_all_rolls() -> None:
    """Compare with all 2 ** 12 courses of a coin that have five heads or more in a row."""
    rolls, most = 12, 5
    with_run = sum("1" * most in f"{course:0{rolls}b}" for course in range(2**rolls)) / 2**rolls
    found = longest_streak(coin("010111110100"))
    assert found is not None
    assert found.rolls == most
    assert found.chance == pytest.approx(with_run, abs=0.02)


def test_streak_of_a_certain_face_is_likely() -> None:
    always = Observations(("1",), np.zeros(9, np.int64), np.zeros(9, np.int64), np.ones((1, 1)), np.arange(9))
    found = longest_streak(always)
    assert found is not None
    assert found.chance == pytest.approx(1 - np.exp(-1), abs=0.01)
