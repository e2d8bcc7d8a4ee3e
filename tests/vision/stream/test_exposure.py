"""A camera finds its light, keeps it, and finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import cv2
import pytest

from tests.vision.drawn import Die
from tests.vision.uvc_camera import AUTO, MANUAL, UvcCamera
from vision.image.frame import Frame
from vision.stream.exposure import ExposureControl
from vision.stream.local_camera import LocalCamera


class Desk:
    """A camera that is followed; `run` tells at which s its pictures were handed out."""

    def __init__(self, camera: UvcCamera) -> None:
        self.camera, self.steering = camera, ExposureControl()
        local = LocalCamera(0, lambda: camera.now, self.steering)
        self.frames: Iterator[Frame] = local.follow(camera)  # type: ignore[arg-type]

    def run(self, for_s: float) -> list[float]:
        until, seen = self.camera.now + for_s, list[float]()
        while self.camera.now < until:
            seen.extend(frame.at for frame in islice(self.frames, 1))
        return seen

    @property
    def is_held(self) -> bool:
        return self.camera.knobs[cv2.CAP_PROP_AUTO_EXPOSURE] == MANUAL


def test_the_light_that_was_found_is_kept() -> None:
    desk = Desk(UvcCamera())
    desk.run(1)
    knobs = desk.camera.knobs
    assert desk.is_held and knobs[cv2.CAP_PROP_AUTO_WB] == knobs[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert desk.camera.exposure == pytest.approx(100, rel=0.05) and desk.steering.loose == ()
    assert knobs[cv2.CAP_PROP_WB_TEMPERATURE] == 4600 and knobs[cv2.CAP_PROP_FOCUS] == 30


@pytest.mark.slow
def test_exposure_ignores_new_objects() -> None:
    desk = Desk(UvcCamera())
    desk.run(1)
    kept = desk.camera.exposure
    desk.camera.dice = tuple(Die(x, y, "blank") for x in range(100, 500, 40) for y in range(40, 320, 40))
    desk.run(8)
    assert desk.camera.exposure == kept and desk.is_held


@pytest.mark.parametrize("lamp", [2.2, 0.4], ids=["a lamp is switched on", "a lamp is switched off"])
@pytest.mark.slow
def test_another_light_in_the_room_is_found_by_itself(lamp: float) -> None:
    desk = Desk(UvcCamera())
    desk.run(1)
    desk.camera.lamp = lamp
    desk.run(10)
    assert desk.is_held and desk.camera.exposure == pytest.approx(100 / lamp, rel=0.05)
    assert desk.camera.knobs[cv2.CAP_PROP_AUTOFOCUS] == 0


@pytest.mark.slow
def test_a_cloud_that_passes_is_waited_out() -> None:
    desk = Desk(UvcCamera())
    desk.run(1)
    kept, desk.camera.lamp = desk.camera.exposure, 0.5
    for _ in range(20):  # s, in which nothing is handed out
        desk.camera.grab()
    desk.camera.lamp = 1.0
    desk.run(8)
    assert desk.camera.exposure == kept


def test_exposure_is_measured_again_on_request() -> None:
    desk = Desk(UvcCamera())
    desk.run(1)
    desk.camera.lamp = 0.85  # too little of a change to be noticed
    asked_at = desk.camera.now
    desk.steering.request()
    assert desk.run(0.1)[0] - asked_at > 1  # none of the pictures in between was looked at
    assert desk.camera.exposure == pytest.approx(100 / 0.85, rel=0.02)


@pytest.mark.parametrize(
    ("camera", "loose"),
    [
        (UvcCamera(sticks=frozenset({cv2.CAP_PROP_AUTO_WB})), ("colours",)),
        (UvcCamera(sticks=frozenset({cv2.CAP_PROP_AUTOFOCUS})), ("focus",)),
        (UvcCamera(sticks=frozenset({cv2.CAP_PROP_AUTO_EXPOSURE})), ("exposure",)),
        (UvcCamera(has=frozenset({cv2.CAP_PROP_AUTO_WB})), ("exposure",)),
        (UvcCamera(has=frozenset({cv2.CAP_PROP_AUTO_EXPOSURE})), ()),
    ],
    ids=["colours", "focus", "exposure", "no exposure by hand", "nothing else is automatic"],
)
def test_exposure_reports_unkept_settings(camera: UvcCamera, loose: tuple[str, ...]) -> None:
    desk = Desk(camera)
    assert desk.run(2) and desk.steering.loose == loose


def test_exposure_skips_inconsistent_cameras() -> None:
    desk = Desk(UvcCamera(tells=20.0))
    desk.run(3)
    assert desk.steering.loose == ("exposure",) and desk.camera.knobs[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTO
    assert desk.camera.exposure == pytest.approx(100, rel=0.05)
