"""What an objective asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis.content.ship import Condition
from companion.games.nemesis.rules.endings import Arrival, End, holds
from companion.games.nemesis.state import HeavyObject, Weapon
from tests.games.nemesis.ship import ANN, BEN, page, with_character

HOME = Arrival(lost=False, planet="Home")
LOST = Arrival(lost=True)
BOTH = (ANN, BEN)


def ship(**changes):
    egg = {"egg1": HeavyObject("egg", "")}
    return with_character(
        page(objects=egg, **changes), ANN, heavy=("egg1",), items=("tape",), weapons=(Weapon("saw", 1),)
    )


@pytest.mark.parametrize(
    ("condition", "end", "so"),
    [
        (Condition("alive"), End(HOME, BOTH), True),
        (Condition("alive"), End(HOME, (BEN,)), False),
        (Condition("course", "Home"), End(HOME, BOTH), True),
        (Condition("course", "Rock"), End(HOME, BOTH), False),
        (Condition("course", ""), End(LOST, BOTH), False),
        (Condition("ship_saved"), End(HOME, BOTH), True),
        (Condition("ship_lost"), End(LOST, BOTH), True),
        (Condition("alone"), End(HOME, (ANN,)), True),
        (Condition("alone"), End(HOME, BOTH), False),
        (Condition("all_alive"), End(HOME, BOTH), True),
        (Condition("all_alive"), End(HOME, (ANN,)), False),
        (Condition("carries", "egg"), End(HOME, BOTH), True),
        (Condition("carries", "egg", 2), End(HOME, BOTH), False),
        (Condition("carries", "tape"), End(HOME, BOTH), True),
        (Condition("carries", "saw"), End(HOME, BOTH), True),
        (Condition("people"), End(HOME, BOTH, {ANN: True}), True),
        (Condition("people"), End(HOME, BOTH), False),
    ],
)
def test_a_condition_holds(condition, end, so):
    assert holds(ship(), ANN, condition, end) is so


def test_the_signal_is_ones_own():
    s = with_character(ship(), BEN, signal=True)
    assert [holds(s, seat, Condition("signal"), End(HOME, BOTH)) for seat in BOTH] == [False, True]


@pytest.mark.parametrize(("number", "so"), [(3, True), (4, False)])
def test_so_many_rooms_are_known(number, so):
    s = ship()
    s = replace(s, rooms={**s.rooms, "lab": replace(s.rooms["lab"], explored=False)})
    assert holds(s, ANN, Condition("explored", n=number), End(HOME, BOTH)) is so


@pytest.mark.parametrize(("what", "number", "so"), [("", 3, True), ("adult", 2, True), ("adult", 3, False)])
def test_so_many_intruders_are_dead(what, number, so):
    s = ship(killed=("adult", "larva", "adult"))
    assert holds(s, ANN, Condition("killed", what, number), End(HOME, BOTH)) is so


@pytest.mark.parametrize(("eggs", "so"), [(0, True), (1, False)])
def test_a_nest_without_eggs_is_destroyed(eggs, so):
    assert holds(ship(eggs=eggs), ANN, Condition("nest_destroyed"), End(HOME, BOTH)) is so
