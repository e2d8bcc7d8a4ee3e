"""Possible mounts of a camera over a tray."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.presentation.mount import (
    Lens,
    LensError,
    Outlook,
    TrayFloor,
    across_of_corners,
    across_of_glass,
    across_of_ruler,
    compute_outlook,
)
from companion.presentation.mount.outlook import things
from vision.service.health.findings import LEAST_PX_PER_MM
from vision.tray.tray_plane import MARKER_MM, SEEN_AT

PI = Lens(66, 1280, 720)
TRAY = TrayFloor.of(300, 220)


def test_scale_is_that_of_rendered_trays() -> None:
    """The trays are 1280 px wide, of a lens of 1.55 of that, from 640 mm on: 3.1 px a mm.

    A marker has 18 px, three for each of its cells; with fewer one tray in five is overlooked.
    """
    lens = Lens(2 * math.degrees(math.atan(0.5 / 1.55)), 1280, 720)
    assert compute_outlook(lens, TRAY, height_mm=640).px_per_mm == 3.1
    assert MARKER_MM * SEEN_AT / TRAY.most_across_mm == pytest.approx(18, abs=0.5)
    assert min(thing.least_px_per_mm for thing in things()) == LEAST_PX_PER_MM


@pytest.mark.parametrize(
    ("height", "verdict", "says"),
    [(200, "near", "rim and its markers are cut off"), (375, "good", ""), (650, "far", "markers are too small")],
)
def test_a_height_is_judged_with_its_reason(height: float, verdict: str, says: str) -> None:
    seen = compute_outlook(PI, TRAY, height_mm=height)
    assert seen.verdict == verdict
    assert says in " ".join(map(str, seen.advice))


@pytest.mark.parametrize(
    ("bad", "says", "good"),
    [
        ((Lens(60, 640, 480), TRAY, ("d20",)), "send 770 px or more", (Lens(60, 770, 578), TRAY, ("d20",))),
        ((Lens(102, 1280, 720), TRAY), "Take one of 83° or less", (Lens(83, 1280, 720), TRAY)),
        ((PI, TrayFloor.of(500, 400)), "take one of 36 cm or less", (PI, TrayFloor.of(360, 288))),
    ],
    ids=["too coarse", "too wide", "too large"],
)
def test_remedy_makes_a_good_height_possible(bad: tuple[Any, ...], says: str, good: tuple[Any, ...]) -> None:
    (advice,) = compute_outlook(*bad).advice
    assert says in str(advice)
    assert compute_outlook(*good).verdict == "good"


@given(
    across=st.floats(20, 135),
    wide=st.integers(640, 4000),
    long=st.floats(150, 600),
    share=st.floats(0.5, 1),
    height=st.floats(100, 2500),
)
def test_good_mount_sees_whole_straight_and_fine(
    across: float, wide: int, long: float, share: float, height: float
) -> None:
    lens, floor = Lens(across, wide, wide * 9 // 16), TrayFloor.of(long, max(100.0, long * share))
    seen = compute_outlook(lens, floor, height_mm=height)
    if seen.verdict == "good":
        assert is_good(seen)


def is_good(seen: Outlook) -> bool:
    is_whole = all(saw >= side for saw, side in zip(seen.seen_mm, seen.tray_mm, strict=True))
    return is_whole and seen.corner_deg <= 30 and seen.px_per_mm >= 1.3 and seen.seen_mm[0] <= 584


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (lambda: Lens(5, 1280, 720), "Degrees along the long side: 5 was told, and 15 to 140"),
        (lambda: Lens(66, 12, 10), "Side of the picture in pixels: 12 was told, and 160 to 8,000"),
        (lambda: compute_outlook(PI, TRAY, ("coin",)), "'coin' is nothing to read here; there are d6, mom_d8,"),
        (lambda: TrayFloor.of(300, 10), "Side of the tray in mm: 10"),
        (lambda: across_of_corners(78, 0, 0), "Side of the picture in pixels: 0"),
        (lambda: across_of_glass(0, 6), "Focal length in mm: 0"),
        (lambda: across_of_ruler(400, 0), "Millimetres from the ruler to the lens: 0"),
        (lambda: compute_outlook(PI, TRAY, height_mm=9e9), "Height above the tray in mm: 9e\\+09"),
        (lambda: across_of_ruler(float("inf"), 400), "Millimetres of the ruler that are seen: inf"),
    ],
)
def test_impossible_mount_is_refused_with_number_and_range(told: object, says: str) -> None:
    with pytest.raises(LensError, match=says):
        told()  # type: ignore[operator]


def test_the_four_ways_to_tell_a_lens_agree() -> None:
    """A webcam of 78° from corner to corner, 4.8 mm of sensor behind 3.4 mm, 706 mm of a ruler from half a metre."""
    ways = across_of_corners(78, 1280, 720), across_of_glass(3.4, 4.8), across_of_ruler(706, 500)
    assert ways == pytest.approx([70.4] * 3, abs=0.2)
