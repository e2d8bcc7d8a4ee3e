"""Pictures of the camera during set-up: a good one, a worse one, and test throws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.presentation.responses import SystemInfo
from companion.schema import CameraHealth, CameraSight, Reading, ReadingRemark, SeenObject
from companion.sessions import SessionManager
from companion.web.request import PREVIEW
from tests.screens.screen import Sees
from tests.screens.trays import THROWS, picture_of
from tests.web.test_setup import FakeSettingUp
from vision.image.frame import Frame
from vision.service.health.checkup import CameraCheckup
from vision.tray.tray_plane import find_tray

TRAY = THROWS / "mom_d8" / "4_1"
THROWN = THROWS / "mom_d8" / "5_1"
LEANS = "This one leans on another: no face is up. Nudge the tray."
SHIFT = 0.34
"""Share of the picture's width by which the tray is out of view."""


class ShownSettingUp(FakeSettingUp):
    """Set-up with a chosen camera, which sees what a screen needs."""

    def __init__(self, folder: Path, pictures: Path) -> None:
        super().__init__(folder)
        self.pictures = pictures
        self.well = _image(pictures / picture_of(TRAY))

    def inside(self) -> SystemInfo:
        """A small computer under the table."""
        versions = (("Lamplight", "0.1.0"), ("OpenCV", "5.0.0"), ("Python", "3.11.2"), ("Broker", "Mosquitto"))
        return SystemInfo(versions, "/var/lib/lamplight", 23_400_000_000, 4_200_000, False, 212, 31_000_000, 6.2, 7.0)

    def see(self, sees: Sees) -> None:
        """From now on the camera sees this."""
        there = sees != "nothing"
        self.choices.change(way="local" if there else "", source="/dev/video0" if there else "")
        image = _spoilt(self.well) if sees == "badly" else self.well
        cv2.imwrite(str(self.pictures / PREVIEW), image)
        self.sight = CameraSight(_health(image))


def try_out(hall: SessionManager) -> None:
    """Two throws: one was looked over, the newest is still to be."""
    trial = hall.test_throws.graded_throws
    trial.keep_alive("screens")
    for number, doubt in ((1, None), (2, 3)):
        trial.track_motion("moving")
        trial.track_motion("reading")
        hall.readings.handle(_throw(hall, number, doubt))
    hall.test_throws.record_verdict(1, [None] * len(trial.throws[1].reading.objects), 0)
    (thing,) = [seen for seen in trial.throws[0].reading.objects if seen.cocked]
    assert thing.box is not None
    trial.add_remarks(trial.throws[0].reading.picture, [ReadingRemark("leans", LEANS, thing.box)])
    hall.test_throws.remove_page("screens")


def _throw(hall: SessionManager, number: int, doubt: int | None) -> Reading:
    told = json.loads((THROWN / "label.json").read_text(encoding="utf-8"))["reading"]
    objects = tuple(_seen(one, k, doubt) for k, one in enumerate(told))
    return Reading(
        f"try-{number}", hall.place, "vision/cam0", "tries", number, "", "tray", objects, 0.0, picture_of(THROWN)
    )


def _seen(one: Any, place: int, doubt: int | None) -> SeenObject:
    box = tuple(one["box"])
    if doubt is not None and place == 0:
        return SeenObject(one["kind"], None, 0.4, (), box, cocked=True)
    if doubt == place:
        return SeenObject(one["kind"], None, 0.62, ((one["value"], 0.62), ("investigation", 0.3)), box)
    return SeenObject(one["kind"], one["value"], 0.99, (), box)


def _health(image: Any) -> CameraHealth:
    return CameraCheckup().measure(image, Frame(image, 0.0, 0).small, find_tray(image), tapped=False)


def _spoilt(image: Any) -> Any:
    """The tray half out of sight, a piece of table in its place."""
    by = int(SHIFT * image.shape[1])
    table = cv2.resize(image[:, -8:], (by, image.shape[0]))
    return np.ascontiguousarray(np.hstack((image[:, by:], table)))


def _image(path: Path) -> Any:
    image = cv2.imread(str(path))
    assert image is not None, path
    return image
