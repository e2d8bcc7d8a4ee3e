"""Facts of the ship, and how each changes the state."""

from __future__ import annotations

from companion.games.nemesis.facts import (
    CourseSeen,
    EngineSeen,
)
from companion.games.nemesis.facts.ship import apply_ship
from companion.games.nemesis.state import Engine
from tests.games.nemesis.ship import ANN, BEN, page


def after(s, *facts):
    for fact in facts:
        s = apply_ship(s, fact)
    return s


def test_who_looks_twice_knows_once():
    s = page(engines={"1": Engine(True)})
    assert after(s, EngineSeen(ANN, "1"), EngineSeen(BEN, "1"), EngineSeen(ANN, "1")).engines["1"].seen == (ANN, BEN)
    assert after(s, CourseSeen(ANN), CourseSeen(ANN)).course.seen == (ANN,)
