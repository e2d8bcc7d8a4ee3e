"""Whole evenings on the Kittiwake with a crew that works together: she is deadly, and she can be brought home."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.games.nemesis import crew

pytestmark = pytest.mark.slow
EVENINGS = 12
evening = cache(crew.evening)
"""The same ones are looked at for several things."""


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_an_evening_ends_and_is_neither_lost_nor_won_from_the_beginning(seats):
    runs = [evening(seed, seats) for seed in range(EVENINGS)]
    assert all(run.over and run.state.turns >= 0 for run in runs)
    fates = Counter(c.fate for run in runs for c in run.state.characters.values())
    assert fates["dead"]
    assert fates["asleep"]


def test_the_ship_comes_through_more_often_than_not():
    runs = [evening(seed, 3) for seed in range(EVENINGS)]
    assert sum("breaks up" not in str(run.state.ending) for run in runs) > EVENINGS / 2


def test_somebody_wins_and_somebody_does_not():
    won = Counter(one.won for seed in range(EVENINGS) for one in evening(seed, 3).state.results.values())
    assert won[True]
    assert won[False]
