"""From where the camera looks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.tray.tilt import CameraView, TiltedFace, apparent_tilt, level_tilt, view_of

SIZE = (1280, 720)
ASLANT = CameraView((0.15, -0.1, -math.sqrt(1 - 0.15**2 - 0.1**2)), 1984.0, (640.0, 360.0))
STRAIGHT_DOWN = CameraView((0.0, 0.0, -1.0), 1984.0, (640.0, 360.0))
PLACES = ((200.0, 150.0), (1000.0, 180.0), (640.0, 400.0), (300.0, 600.0), (1100.0, 620.0))


def marker(view: CameraView, x: float, y: float, side: float = 24.0, height: float = 650.0) -> np.ndarray:
    """(4, 2) px corners of a square on the table, `x`, `y` mm along two directions of the table."""
    up = np.array(view.up)
    along = np.cross((0.0, 1.0, 0.0), up)
    along /= np.linalg.norm(along)
    across = np.cross(up, along)
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    points = np.array([(0, 0, height) + a * along + b * across for a, b in corners])
    return (points[:, :2] / points[:, 2:] * view.focal + view.middle).astype(np.float32)


MARKERS = {k: marker(ASLANT, x, y) for k, (x, y) in enumerate(((-150, -100), (120, -100), (120, 80), (-150, 80)))}


def error(view: CameraView) -> float:
    """Return the error of the level tilt, the worst of five places."""
    return max(math.dist(level_tilt(view, x, y), level_tilt(ASLANT, x, y)) for x, y in PLACES)


def test_a_level_face_below_the_camera_has_no_tilt() -> None:
    assert level_tilt(STRAIGHT_DOWN, 640, 360) == (0.0, 0.0)


def test_a_level_face_at_the_right_turns_to_the_right() -> None:
    right, down = level_tilt(STRAIGHT_DOWN, 1200, 360)
    assert right > 0.2
    assert down == 0


def test_tilt_equals_the_sine_of_the_lean() -> None:
    leaning = (math.sin(0.3), 0.0, -math.cos(0.3))
    assert apparent_tilt(leaning, STRAIGHT_DOWN, 640, 360) == pytest.approx((math.sin(0.3), 0.0))


def test_four_markers_tell_from_where_the_camera_looks() -> None:
    assert error(view_of(MARKERS, (), *SIZE)) < 0.01
    assert error(STRAIGHT_DOWN) > 0.1


def test_level_dice_give_the_camera_tilt() -> None:
    faces = [TiltedFace(x, y, level_tilt(ASLANT, x, y)) for x, y in PLACES]
    assert error(view_of({}, faces, *SIZE)) < 0.03


def test_one_die_that_leans_hardly_changes_what_the_others_tell() -> None:
    faces = [TiltedFace(x, y, level_tilt(ASLANT, x, y)) for x, y in PLACES]
    leans = [TiltedFace(500.0, 300.0, (-0.5, 0.4)), *faces]
    assert error(view_of({}, leans, *SIZE)) < 0.05


def test_tilt_prior_is_only_a_start() -> None:
    faces = [TiltedFace(x, y, level_tilt(ASLANT, x, y)) for x, y in PLACES]
    from_markers = view_of(MARKERS, (), *SIZE)
    assert error(view_of(MARKERS, faces, *SIZE, from_markers)) < 0.01
    assert error(view_of(MARKERS, faces, *SIZE)) < 0.01


def test_without_anything_to_go_by_the_camera_looks_straight_down() -> None:
    assert view_of({}, (), *SIZE).up == pytest.approx((0.0, 0.0, -1.0))
