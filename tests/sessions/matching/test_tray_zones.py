"""Zones of the tray, and owners of objects."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import roll, show
from companion.schema import Prompt, Question, SeenObject
from companion.sessions.matching import Side, TrayZones, zones_of
from companion.sessions.matching.matcher import share

SQUARE = ((100.0, 50.0), (500.0, 50.0), (500.0, 250.0), (100.0, 250.0))
ASLANT = ((200.0, 100.0), (400.0, 100.0), (500.0, 300.0), (100.0, 300.0))  # the nearer edge is twice as long
TWO = TrayZones(("seat-1", "seat-2"))
PIXELS = st.floats(-1e5, 1e5)


def card(x: float, y: float, size: float = 40.0) -> SeenObject:
    """Its middle at x, y."""
    return SeenObject("card", "AS", 0.99, box=(x - size / 2, y - size / 2, size, size))


@pytest.mark.parametrize(
    ("x", "zones"), [(120, ("seat-1",)), (270, ("seat-1",)), (330, ("seat-2",)), (499, ("seat-2",))]
)
def test_the_middle_of_a_thing_decides_whose_it_is(x: float, zones: tuple[str, ...]) -> None:
    assert TWO.holding(card(x, 150), SQUARE) == zones


def test_a_thing_across_the_border_may_be_either_s() -> None:
    assert TWO.holding(card(295, 150), SQUARE) == ("seat-1", "seat-2")


def test_object_across_a_border_excludes_the_third_zone() -> None:
    three = TrayZones(("seat-1", "seat-2", "seat-dealer"))
    assert three.holding(card(366, 150), SQUARE) == ("seat-2", "seat-dealer")


def test_a_thing_wider_than_its_zone_is_its_middle_s() -> None:
    six = TrayZones(tuple(f"seat-{n}" for n in range(1, 7)))  # each 67 px
    assert six.holding(card(333, 150, 160), SQUARE) == ("seat-4",)
    assert six.holding(card(302, 150, 160), SQUARE) == ("seat-3", "seat-4")


def test_object_over_the_rim_belongs_to_nearest_zone() -> None:
    assert TWO.holding(card(95, 150), SQUARE) == ("seat-1",)


def test_object_without_tray_may_be_in_any_zone() -> None:
    assert TWO.holding(card(120, 150), ()) == TWO.names
    assert TWO.holding(SeenObject("card", "AS", 0.99), SQUARE) == TWO.names


def test_corners_on_one_line_are_no_tray() -> None:
    assert TWO.holding(card(120, 150), ((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0))) == TWO.names


@pytest.mark.parametrize("corners", [SQUARE, SQUARE[2:] + SQUARE[:2], SQUARE[::-1]])
def test_left_is_left_whichever_corner_the_markers_call_the_first(corners: tuple[tuple[float, float], ...]) -> None:
    assert TWO.holding(card(120, 150), corners) == ("seat-1",)


@pytest.mark.parametrize(
    ("side", "first"), [("left", (120, 150)), ("right", (480, 150)), ("top", (300, 70)), ("bottom", (300, 230))]
)
def test_a_setting_turns_the_zones(side: Side, first: tuple[float, float]) -> None:
    assert replace(TWO, side=side).holding(card(*first), SQUARE) == ("seat-1",)


def test_the_camera_sees_them_from_left_to_right() -> None:
    assert TWO.in_sight() == ("1", "2") and replace(TWO, side="right").in_sight() == ("2", "1")


def test_oblique_tray_is_divided_in_perspective() -> None:
    assert share(ASLANT, (300.0, 300.0)) == pytest.approx((0.5, 1.0))
    middle = share(ASLANT, (300.0, 500 / 3))  # where the diagonals cross
    assert middle == pytest.approx((0.5, 0.5))


def shows(*seats: str) -> tuple[Prompt, ...]:
    return tuple(show(s, f"Seat {s}: a card", ("AS",), of=("card",), zone=f"seat-{s}") for s in seats)


def test_zones_follow_seats_with_dealer_last() -> None:
    assert zones_of(Question(shows("dealer", "2", "1"))).names == ("seat-1", "seat-2", "seat-dealer")


def test_one_seat_alone_has_the_whole_tray() -> None:
    dice = roll("2", "Ben: a die", ("1", "2"), 1, of=("d6",))
    assert zones_of(Question((*shows("1"), dice))).names == ()


def test_first_answer_question_has_no_zones() -> None:
    assert zones_of(Question(shows("1", "2"), first=True)).names == ()


@given(st.lists(st.tuples(PIXELS, PIXELS), max_size=5), PIXELS, PIXELS, st.floats(0, 1e4))
def test_any_tray_corners_give_an_owner(corners: list[tuple[float, float]], x: float, y: float, size: float) -> None:
    zones = TWO.holding(card(x, y, size), tuple(corners))
    assert zones and set(zones) <= set(TWO.names)
