import math

import numpy as np
import pytest

from vision.training.trays.turns import across, toward, turn_about, turn_upward


def test_a_quarter_turn_about_z_takes_x_to_y() -> None:
    assert turn_about((0, 0, 2), math.pi / 2) @ [1, 0, 0] == pytest.approx([0, 1, 0])


@pytest.mark.parametrize("direction", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (1, -2, 3), (0, 1e-12, -1)], ids=str)
def test_any_direction_can_be_turned_upward(direction: tuple[float, ...]) -> None:
    turn = turn_upward(np.array(direction, float))
    assert turn @ np.array(direction) / np.linalg.norm(direction) == pytest.approx([0, 0, 1])
    assert np.linalg.det(turn) == pytest.approx(1)


def test_across_is_to_the_left() -> None:
    assert across(toward(0.3)) == pytest.approx(toward(0.3 + math.pi / 2))
