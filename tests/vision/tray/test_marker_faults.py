"""Markers with faults of real people."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.marked import SIZE, laid
from vision.image.decoder import Image
from vision.tray.marker_extrapolation import extrapolate_markers
from vision.tray.marker_faults import marks_in, scale_of
from vision.tray.marker_order import order_of
from vision.tray.tray_plane import MARKER_MM, tray_between

SIDE = 34
PLACES = {0: (60, 60), 1: (546, 60), 2: (546, 380), 3: (60, 380)}


def sheet(**change: int) -> Image:
    """A grey tray with its markers; `change`: "m2=7" lays marker 7 where 2 belongs, -1 lays none."""
    image = np.full((480, 640, 3), 120, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for place, (x, y) in PLACES.items():
        number = change.get(f"m{place}", place)
        if number >= 0:
            image[y - 8 : y + SIDE + 8, x - 8 : x + SIDE + 8] = 230
            image[y : y + SIDE, x : x + SIDE] = np.maximum(
                30, np.minimum(230, cv2.aruco.generateImageMarker(book, number, SIDE))
            )[..., None]
    return cv2.GaussianBlur(image, (0, 0), 0.6).astype(np.uint8)


def each_mirrored(image: Image) -> Image:
    """The sheet printed as a mirror image: every marker is, in its place."""
    turned = image.copy()
    for x, y in PLACES.values():
        part = (slice(y - 8, y + SIDE + 8), slice(x - 8, x + SIDE + 8))
        turned[part] = image[part][:, ::-1]
    return turned


def test_four_correct_markers_have_no_fault() -> None:
    marks = marks_in(sheet())
    assert sorted(marks.ours) == [0, 1, 2, 3] and marks.print == "right"
    assert (marks.foreign, marks.doubled) == ((), ())
    assert order_of(marks.ours).swapped == order_of(marks.ours).turned == ()
    assert scale_of(marks.ours) == pytest.approx(SIDE / MARKER_MM, rel=0.05)


@pytest.mark.slow
def test_marker_of_another_sheet_and_double_ones_are_seen() -> None:
    assert marks_in(sheet(m2=17)).foreign == (17,)
    marks = marks_in(sheet(m2=0))
    assert marks.doubled == (0,)
    assert sorted(marks.ours) == [0, 1, 3]
    assert marks_in(sheet(m0=17, m1=18, m2=19, m3=20)).foreign == (17, 18, 19, 20)
    assert marks_in(sheet(m0=-1, m1=-1, m2=19, m3=-1)).seen == ()


def test_mirrored_sheet_differs_from_a_mirrored_picture() -> None:
    printed, picture = marks_in(each_mirrored(sheet())), marks_in(np.ascontiguousarray(sheet()[:, ::-1]))
    assert (printed.print, printed.is_picture_mirrored) == ("mirrored", False)
    assert (picture.print, picture.is_picture_mirrored) == ("mirrored", True)
    np.testing.assert_allclose(printed.ours[1].mean(axis=0), (562.5, 76.5), atol=1.5)


def test_patterns_in_grain_are_no_markers() -> None:
    small = cv2.resize(sheet(m0=17, m1=18, m2=19, m3=20), None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
    assert marks_in(small.astype(np.uint8)).seen == ()
    assert marks_in(np.full((100, 100, 3), 90, np.uint8)).seen == ()


@pytest.mark.parametrize("pair", [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)])
def test_exchanged_markers_keep_the_tray(pair: tuple[int, int]) -> None:
    one, other = pair
    marks = marks_in(sheet(**{f"m{one}": other, f"m{other}": one}))
    assert order_of(marks.ours).swapped in {pair, (1, 3) if pair == (0, 2) else pair}
    tray, right = tray_between(marks.ours), tray_between(marks_in(sheet()).ours)
    assert tray is not None and right is not None
    assert all(min(np.hypot(x - u, y - v) for u, v in right.corners) < 3 for x, y in tray.corners)
    assert all(tray.holds((x, y)) for x, y in ((100, 200), (320, 120), (500, 300)))


def test_upside_down_marker_is_the_only_fault() -> None:
    image = sheet()
    x, y = PLACES[3]
    image[y : y + SIDE, x : x + SIDE] = image[y : y + SIDE, x : x + SIDE][::-1, ::-1].copy()
    order = order_of(marks_in(image).ours)
    assert (order.turned, order.quarters, order.swapped) == ((3,), 0, ())


@pytest.mark.parametrize("gone", [(3,), (0,), (0, 3), (1, 2), (0, 1), (0, 2), (1, 3), (0, 1, 3)])
def test_unseen_marker_is_extrapolated(gone: tuple[int, ...]) -> None:
    """Cut off at a place where just the missing ones are beyond the edge, and where they are not."""
    left = {number: quad for number, quad in laid().items() if number not in gone}
    assert extrapolate_markers(left, *SIZE) == ()
    pushed = {number: quad - (0.0, 300.0) for number, quad in left.items()}
    up = tuple(number for number in gone if number in (0, 1))
    assert extrapolate_markers(pushed, *SIZE) == up
