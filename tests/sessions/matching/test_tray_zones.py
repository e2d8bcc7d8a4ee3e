"""Zones of the tray, and owners of objects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import roll, show
from companion.schema import Prompt, Question, SeenObject
from companion.sessions.matching import TrayZones, zones_of
from companion.sessions.matching.matcher import share

SQUARE = ((100.0, 50.0), (500.0, 50.0), (500.0, 250.0), (100.0, 250.0))
ASLANT = ((200.0, 100.0), (400.0, 100.0), (500.0, 300.0), (100.0, 300.0))  # the nearer edge is twice as long
LINE = ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0))
TWO, THREE, SIX = (TrayZones(tuple(f"seat-{n}" for n in range(1, count + 1))) for count in (2, 3, 6))
PIXELS = st.floats(-1e5, 1e5)


def card(x: float, y: float = 150.0, size: float = 40.0) -> SeenObject:
    """Its middle at x, y."""
    return SeenObject("card", "AS", 0.99, box=(x - size / 2, y - size / 2, size, size))


@pytest.mark.parametrize(
    ("zones", "seen", "corners", "seats"),
    [
        *((TWO, card(x), SQUARE, "1") for x in (95, 120, 270)),  # the first lies over the rim
        *((TWO, card(x), SQUARE, "2") for x in (330, 499)),
        (TWO, card(295), SQUARE, "12"),
        (THREE, card(366), SQUARE, "23"),
        (SIX, card(333, size=160), SQUARE, "4"),  # wider than a zone, of 67 px
        (SIX, card(302, size=160), SQUARE, "34"),
        (TWO, card(120), (), "12"),
        (TWO, SeenObject("card", "AS", 0.99), SQUARE, "12"),
        (TWO, card(120), LINE, "12"),
        (TWO, card(120), SQUARE[2:] + SQUARE[:2], "1"),  # whichever corner the markers call the first
        (TWO, card(120), SQUARE[::-1], "1"),
        (replace(TWO, side="right"), card(480), SQUARE, "1"),
        (replace(TWO, side="top"), card(300, 70), SQUARE, "1"),
        (replace(TWO, side="bottom"), card(300, 230), SQUARE, "1"),
    ],
)
def test_object_belongs_to_the_zones_under_its_middle(zones: TrayZones, seen: SeenObject, corners: Any, seats: str) -> None:  # fmt: skip
    assert zones.holding(seen, corners) == tuple(f"seat-{seat}" for seat in seats)


def test_the_camera_sees_them_from_left_to_right() -> None:
    assert TWO.in_sight() == ("1", "2") and replace(TWO, side="right").in_sight() == ("2", "1")


def test_oblique_tray_is_divided_in_perspective() -> None:
    assert share(ASLANT, (300.0, 300.0)) == pytest.approx((0.5, 1.0))
    assert share(ASLANT, (300.0, 500 / 3)) == pytest.approx((0.5, 0.5))  # where the diagonals cross
    uneven = ((10.0, 5.0), (110.0, 20.0), (140.0, 90.0), (0.0, 60.0))
    assert [share(uneven, corner) for corner in uneven] == [
        pytest.approx(corner) for corner in ((0, 0), (1, 0), (1, 1), (0, 1))
    ]


def shows(*seats: str) -> tuple[Prompt, ...]:
    return tuple(show(s, f"Seat {s}: a card", ("AS",), of=("card",), zone=f"seat-{s}") for s in seats)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (Question(shows("dealer", "2", "1")), ("seat-1", "seat-2", "seat-dealer")),
        (Question((*shows("1"), roll("2", "Ben: a die", ("1", "2"), 1, of=("d6",)))), ()),
        (Question(shows("1", "2"), first=True), ()),
    ],
    ids=["dealer last", "one seat alone", "first answer closes"],
)
def test_zones_follow_the_seats_of_the_question(question: Question, names: tuple[str, ...]) -> None:
    assert zones_of(question).names == names


@given(st.lists(st.tuples(PIXELS, PIXELS), max_size=5), PIXELS, PIXELS, st.floats(0, 1e4))
def test_any_tray_corners_give_an_owner(corners: list[tuple[float, float]], x: float, y: float, size: float) -> None:
    zones = TWO.holding(card(x, y, size), tuple(corners))
    assert zones and set(zones) <= set(TWO.names)
