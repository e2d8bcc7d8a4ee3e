"""Rays meet rounded solids exactly."""

import numpy as np
import pytest

from vision.training.marched.bodies.solids import Disc, Faceted, box, faceted, meet, surface_points
from vision.training.trays.shapes.polyhedra import polyhedron


def cube(edge: float, ball: float = 1e6) -> Faceted:
    return faceted(polyhedron("d6", 10.0), edge, ball)


def down(x: float, y: float, solid: Faceted | Disc) -> float | None:
    """Return the height at which a ray from straight above meets the solid; None where it passes."""
    start = np.array([x, y, 50.0], np.float32)
    met, length = meet(solid, start, np.array([[0, 0, -1.0]], np.float32))
    return float(50 - length[0]) if len(met) else None


@pytest.mark.parametrize(
    ("x", "y", "height"),
    [(0, 0, 5.0), (2.9, 0, 5.0), (4.0, 0, 3 + 3**0.5), (4.0, 4.0, 3 + 2**0.5), (5.1, 0, None), (4.9, 4.9, None)],
)
def test_rounded_cube_is_flat_inside_and_round_outside(x: float, y: float, height: float | None) -> None:
    assert down(x, y, cube(edge=2.0)) == (None if height is None else pytest.approx(height, abs=0.02))


def test_ball_cuts_the_corners_of_a_cube() -> None:
    whole, cut = cube(0.2), cube(0.2, ball=6.5)
    assert down(4.5, 4.5, whole) == pytest.approx(5.0, abs=0.02)
    assert down(4.5, 4.5, cut) == pytest.approx((6.5**2 - 2 * 4.5**2) ** 0.5, abs=0.1)


@pytest.mark.parametrize("kind", ["mom_d8", "nemesis_noise", "d20"])
def test_surface_points_lie_within_the_sharp_solid(kind: str) -> None:
    sharp = polyhedron(kind, 14.0)
    heights = surface_points(faceted(sharp, 0.8)) @ sharp.normals.T
    offsets = np.array([normal @ frame.centre for normal, frame in zip(sharp.normals, sharp.frames, strict=True)])
    assert (heights.max(0) <= offsets + 0.05).all()
    assert (heights.max(0) >= offsets - 0.05).all()


def test_disc_is_met_on_its_upper_side_and_passed_beside() -> None:
    disc = Disc(12.0, 2.0, 0.4)
    assert down(5, 5, disc) == pytest.approx(1.0, abs=0.02)
    assert down(9, 9, disc) is None


def test_long_box_keeps_its_sides() -> None:
    points = surface_points(faceted(box((80.0, 20.0, 6.0)), 0.5))
    assert np.ptp(points, axis=0) == pytest.approx([80, 20, 6], abs=0.6)
