import cv2
import numpy as np
import pytest

from vision.training.trays.outlines import hull, is_overlapping

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]])


@pytest.mark.parametrize("seed", range(20))
def test_a_hull_has_the_area_that_opencv_finds(seed: int) -> None:
    points = np.random.default_rng(seed).normal(0, 20, (30, 2))
    own, other = hull(points), cv2.convexHull(points.astype(np.float32))
    assert len(own) == len(other)
    assert cv2.contourArea(own.astype(np.float32)) == pytest.approx(cv2.contourArea(other), rel=1e-5)


def test_points_twice_or_on_an_edge_are_no_corners() -> None:
    doubled = np.vstack([SQUARE, SQUARE + 1e-13, [[5, 0], [10, 3], [4, 4]]])
    assert len(hull(doubled)) == 4


def test_a_hull_goes_round_to_the_left() -> None:
    x, y = hull(SQUARE[::-1]).T
    assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() == pytest.approx(200)


@pytest.mark.parametrize(("apart", "is_near"), [(9, True), (10.4, True), (10.6, False), (30, False)])
def test_squares_overlap_up_to_the_gap(apart: float, is_near: bool) -> None:
    aside = SQUARE + np.array([apart, 3])
    assert is_overlapping(SQUARE, aside, 0.5) is is_near
    assert is_overlapping(aside, SQUARE, 0.5) is is_near
