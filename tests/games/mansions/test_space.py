"""Darkness and light."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions.rules.map import adjacent, in_darkness
from companion.games.mansions.state import Space
from tests.games.mansions.table import dark, seat, situation


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (situation(tokens=dark("A1")), True),
        (situation(tokens=dark("A2")), False),
        (situation(tokens=dark("A1", fire=("A1",))), False),
        (situation(tokens=dark("A1", fire=("A2",))), False),
        (situation(tokens=dark("A1", fire=("A3",))), True),
        (situation(tokens=dark("A1", light_sources=("A2",))), False),
        (situation(bob=seat("Bob", possessions=("Lantern",)), tokens=dark("A1")), False),
        (situation(bob=seat("Bob", possessions=("Lantern",), space="A2"), tokens=dark("A1")), False),
        (situation(bob=seat("Bob", possessions=("Lantern",), space="A3"), tokens=dark("A1")), True),
    ],
    ids=[
        "dark",
        "elsewhere",
        "fire here",
        "fire beside",
        "fire far",
        "light beside",
        "lantern",
        "lantern beside",
        "far",
    ],
)
def test_darkness_counts_unless_light_or_fire_is_here_or_beside(state, counts):
    assert in_darkness(state, "A1") is counts


def test_a_dropped_lantern_gives_light():
    state = situation(tokens=dark("A1"))
    state = replace(state, spaces=MappingProxyType({"A1": Space(items=("Lantern",))}))
    assert not in_darkness(state, "A1")


def test_spaces_with_a_secret_passage_are_adjacent():
    state = situation(tokens=dark(passages=("A1", "A3")))
    assert adjacent(state, "A1", "A3")
    assert not adjacent(state, "A1", "A1")


def test_a_border_is_shared():
    assert adjacent(situation(spaces={"A1": Space(impassable=("A2",))}), "A2", "A1")
