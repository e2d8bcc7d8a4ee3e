import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, camera
from vision.training.trays.flats import token
from vision.training.trays.lights import Lamp
from vision.training.trays.touched import touched


def lamp(x: float) -> Lamp:
    return Lamp(np.array([x, 0, 600.0]), np.zeros(3), (20, 20), np.ones(3))


def high_token() -> np.ndarray:
    piece = token("0", STYLE)
    piece.at = np.array([0, 0, 40.0])
    return piece.points()


def test_touch_of_an_empty_set_is_empty() -> None:
    assert not touched(camera(), lamp(300), []).any()


def test_a_piece_touches_its_pixels_and_some_around() -> None:
    hung, points = camera(), high_token()
    mask = touched(hung, lamp(0), [points])
    x, y = np.round(hung.project(points)).astype(int).T
    assert mask[y, x].all()
    assert not mask[:200].any()


@pytest.mark.parametrize("side", [-1, 1])
def test_the_shadow_falls_away_from_the_lamp(side: int) -> None:
    hung = camera()
    right = np.sign(hung.project([[50, 0, 0]])[0][0] - 640)
    columns = np.nonzero(touched(hung, lamp(400 * side), [high_token()]).any(0))[0]
    assert np.sign(columns.mean() - 640) == -side * right
