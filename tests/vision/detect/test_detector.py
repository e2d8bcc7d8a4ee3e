import numpy as np
import pytest

from vision.detect.detector import DetectedObject, detect_objects
from vision.detect.objects import find_objects
from vision.detect.shape_and_pose import refine_objects
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES


def test_an_empty_cloth_holds_nothing() -> None:
    cloth = np.random.default_rng(1).integers(40, 60, (360, 640, 3), np.uint8)
    assert [one for one in find_objects(cloth) if one.score > 0.5] == []


@pytest.mark.parametrize("size", [(1, 1), (17, 300), (720, 1280), (1280, 720), (1080, 1920)], ids=str)
def test_pictures_of_any_size_can_be_looked_at(size: tuple[int, int]) -> None:
    assert isinstance(find_objects(np.zeros((*size, 3), np.uint8)), tuple)


def test_findings_come_best_first_and_apart() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (256, 256, 3), np.uint8)
    found = detect_objects(noise, 1.0, 0.02)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for k, one in enumerate(found):
        assert all(
            np.hypot(one.x - other.x, one.y - other.y) > 0.6 * max(one.radius, other.radius) for other in found[:k]
        )


def test_a_second_look_keeps_the_order_and_tells_shares() -> None:
    noise = np.random.default_rng(3).integers(0, 255, (128, 128, 3), np.uint8)
    first = [
        DetectedObject("disc", x, 64.0, 20.0, (x - 20, 44.0, 40.0, 40.0), 0.5, 0.5, (1 / 6,) * 6, (1.0, 0.0, 0.0, 0.0))
        for x in (30.0, 64.0, 100.0)
    ]
    second = refine_objects(noise, first)
    assert [round(one.x / 34) for one in second] == [1, 2, 3]
    assert all(
        0 <= one.score <= 1 and abs(sum(one.states) - 1) < 1e-6 and abs(sum(one.shapes) - 1) < 1e-6 for one in second
    )


def test_every_known_kind_has_a_shape_that_the_nets_know() -> None:
    assert set(SHAPE_OF_KIND.values()) <= set(SHAPES)
