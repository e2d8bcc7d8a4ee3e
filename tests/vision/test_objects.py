import numpy as np
import pytest

from vision import objects as module
from vision.find import Found
from vision.objects import apart


def at(x: float, score: float) -> Found:
    return Found("cube", x, 50.0, 20.0, (x - 20, 30.0, 40.0, 40.0), 0.8, score, (1.0,) * 6, (1.0, 0.0, 0.0, 0.0))


def test_a_side_face_goes_with_its_die() -> None:
    assert apart([at(70.0, 0.7), at(52.0, 1.0)]) == (at(52.0, 1.0),)


def test_dice_that_touch_are_both_kept() -> None:
    assert len(apart([at(50.0, 0.9), at(79.0, 1.0)])) == 2


def test_the_surest_comes_first() -> None:
    assert [one.score for one in apart([at(50.0, 0.4), at(150.0, 0.9), at(250.0, 0.6)])] == [0.9, 0.6, 0.4]


def test_a_small_picture_is_hardly_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    scales: list[float] = []
    monkeypatch.setattr(module, "find_at", lambda _, scale, __: scales.append(scale) or ())
    module.objects(np.zeros((100, 100, 3), np.uint8), {})
    assert max(scales) == 1.5
