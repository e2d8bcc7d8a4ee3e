"""The second look, on a rendered tray of our own with six eight-sided dice and its four markers."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect import shape_and_pose as module
from vision.detect.detector import DetectedObject, detect_objects
from vision.detect.shape_and_pose import refine_objects
from vision.image.decoder import Image
from vision.tray import CameraView
from vision.tray.tray_plane import find_markers

SIX = next((Path(__file__).parents[2] / "pictures").glob("mom_d8__*success.success.success__green_hard_lamp.jpg"))
SURE = 0.5


@cache
def picture() -> Image:
    image = cv2.imread(str(SIX))
    assert image is not None
    return image.astype(np.uint8)


@cache
def dice() -> tuple[DetectedObject, ...]:
    """As the finder has them."""
    return detect_objects(picture(), 0.5, SURE)


def away(one: DetectedObject, other: DetectedObject) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_pose_is_independent_of_camera_rotation(quarters: int) -> None:
    turned = np.ascontiguousarray(np.rot90(picture(), quarters))
    straight = refine_objects(picture(), dice(), find_markers(picture()))
    seen = refine_objects(turned, detect_objects(turned, 0.5, SURE), find_markers(turned))
    for of in (straight, seen):
        sure = [one for one in of if one.score > SURE]
        assert [one.shape for one in sure] == ["octahedron"] * 6
        assert all(one.lean is not None and one.lean < 0.2 and one.states[0] > SURE for one in sure)


class Says:
    """A net that says the same of everything."""

    def __init__(self, nothing: float, disc: float, cube: float) -> None:
        self.row = np.zeros(16, np.float32)
        self.row[[6, 4, 2]] = np.log([nothing, disc, cube])
        self.row[[0, 1, 3, 5]] = -20.0

    def run(self, _: None, planes: dict[str, np.ndarray]) -> list[np.ndarray]:
        return [np.stack([self.row] * len(planes["planes"]))]


def score(monkeypatch: pytest.MonkeyPatch, says: Says, heat: float) -> float:
    monkeypatch.setattr(module, "session", lambda _: says)
    (one,) = refine_objects(picture(), (replace(dice()[0], heat=heat),))
    return one.score


@pytest.mark.parametrize(("heat", "says", "least"), [(0.5, 0.3, 0.4), (0.05, 0.3, 0.0), (0.5, 1e-6, 0.0)])
def test_what_is_warm_and_round_may_be_a_token(
    monkeypatch: pytest.MonkeyPatch, heat: float, says: float, least: float
) -> None:
    seen = score(monkeypatch, Says(0.7, says, 0.3 - min(says, 0.299)), heat)
    assert seen == pytest.approx(max(least, 0.3), abs=0.01)


def test_nothing_found_is_nothing_looked_at() -> None:
    assert refine_objects(picture(), ()) == ()


def test_every_finding_is_answered_in_its_place() -> None:
    seen = refine_objects(picture(), dice(), find_markers(picture()))
    assert all(away(one, two) < one.radius for one, two in zip(dice(), seen, strict=True))
    sure = [one for one in seen if one.score > SURE]
    assert [one.shape for one in sure] == ["octahedron"] * 6
    assert all(one.lean is not None and one.lean < 0.2 and one.states[0] > SURE for one in sure)


def looked(monkeypatch: pytest.MonkeyPatch, with_markers: bool, aslant: float = 0.0) -> int:
    """Return how often a net that never doubts is shown a die, by a camera whose angle has this sine."""
    says, shown = Says(1e-6, 1e-6, 1.0), []
    says.row[7:11] = (20.0, 0.0, 0.0, 0.0)

    class Counts:
        def run(self, _: None, planes: dict[str, np.ndarray]) -> list[np.ndarray]:
            shown.append(len(planes["planes"]))
            return says.run(None, planes)

    monkeypatch.setattr(module, "session", lambda _: Counts())
    view = CameraView((aslant, 0.0, -math.sqrt(1 - aslant**2)), 1000.0, (640.0, 360.0))
    monkeypatch.setattr(module, "estimate_view", lambda *_: view)
    refine_objects(picture(), dice()[:1], find_markers(picture()) if with_markers else {})
    return sum(shown)


def test_one_look_is_enough_only_where_the_markers_tell_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [looked(monkeypatch, with_markers) for with_markers in (True, False)] == [1, 2]


def test_a_camera_that_looks_far_aslant_is_not_believed_at_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [looked(monkeypatch, True, aslant) for aslant in (0.3, 0.5)] == [1, 2]
