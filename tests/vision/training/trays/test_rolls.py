import numpy as np
import pytest

from tests.vision.training.trays.studio import die
from vision.training.trays.rolls import blur_states, first_still, lay_as, roll
from vision.training.trays.tray import EDGES
from vision.training.trays.turns import turn_about


def states(*heights: float):
    return [[(np.eye(3), np.array([0, 0, h])), (np.eye(3), np.zeros(3))] for h in heights]


def test_still_is_when_nothing_moves_any_more() -> None:
    assert first_still(states(30, 5, 30, 2, 2.1, 2)) == 3
    assert first_still(states(2, 2, 2)) == 0


def test_turning_on_the_spot_is_moving() -> None:
    turning = [[(turn_about((0, 0, 1), a), np.zeros(3))] for a in (0.5, 0.1, 0.001, 0.0)]
    assert first_still(turning) == 2


def test_rolls_blur_motion_over_three_states() -> None:
    assert blur_states(12, still_from=40) == [10, 11, 12]
    assert blur_states(1, still_from=40) == [0, 1]
    assert blur_states(40, still_from=40) == [40]


@pytest.mark.usefixtures("scipy")
def test_rolled_dice_rest_in_the_tray() -> None:
    pytest.importorskip("pybullet", reason="pybullet comes with the dependency group train")
    dice = [die("d6", 1), die("mom_d8", 2)]
    rolled = roll(dice, np.random.default_rng(3))
    assert len(rolled) == 156
    lay_as(dice, rolled[-1])
    for piece in dice:
        assert (np.abs(piece.points()[:, :2]) < EDGES + 1).all()
        assert piece.points()[:, 2].min() == pytest.approx(0, abs=1)
