import math

import numpy as np
import pytest

from tests.vision.training.trays.studio import camera

SIZE = (1280, 720)


def test_camera_centres_its_target() -> None:
    assert camera(12).project([[0, 0, 0]]) == pytest.approx(np.array([[640, 360]]))


def test_a_millimetre_there_is_as_wide_as_asked_for() -> None:
    left, right = camera(0).project([[-5, 0, 0], [5, 0, 0]])
    assert np.linalg.norm(right - left) == pytest.approx(30, rel=1e-3)


@pytest.mark.parametrize("tilt", [0, 7, 15])
def test_camera_tilt_matches(tilt: float) -> None:
    up = camera(tilt).axes @ [0, 0, 1]
    assert math.degrees(math.acos(-up[2])) == pytest.approx(tilt, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_its_axes_are_right_down_and_forward(seed: int) -> None:
    hung = camera(9, seed)
    assert hung.axes @ hung.axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(hung.axes) == pytest.approx(1)
    middle = hung.at + 650 * hung.forward
    right, below = hung.project([middle + hung.right, middle - hung.up])
    assert right - (640, 360) == pytest.approx([3, 0], abs=1e-9)
    assert below - (640, 360) == pytest.approx([0, 3], abs=1e-9)


def test_camera_keeps_up_direction() -> None:
    near, far = camera(10).project([[0, -50, 0], [0, 50, 0]])
    assert far[1] < near[1]
