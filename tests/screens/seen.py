"""What the camera sees while the table is set up: a good picture, one that could be better, and test throws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.tables.hall import Hall
from companion.web.sent.setup import Inside
from companion.web.visit import PREVIEW
from companion.wire.health import Finding, Health, Mark, Remark, Sight
from companion.wire.reading import Reading, Seen
from tests.screens.screen import Sees
from tests.screens.trays import THROWS, picture_of
from tests.web.test_setup import FakeSettingUp
from vision.plane import find_markers, tray_between

TRAY = THROWS / "mom_d8" / "4_1"
THROWN = THROWS / "mom_d8" / "5_1"
DARK = Finding("dark", "It is too dark over the tray: turn a lamp on, or let the camera expose longer.")
CUT_OFF = Finding(
    "cut_off", "A part of the tray is out of the picture: move the camera until all four corners are seen."
)
LEANS = "This one leans on another: no face is up. Nudge the tray."
SHIFT, SHARE = 0.34, 0.3
"""Of the picture's width that the tray is out of sight, and of its light that is left."""


class ShownSettingUp(FakeSettingUp):
    """A house whose camera was chosen, and sees what a screen is to show."""

    def __init__(self, folder: Path, pictures: Path) -> None:
        super().__init__(folder)
        self.pictures = pictures
        self.well = _image(pictures / picture_of(TRAY))

    def inside(self) -> Inside:
        """A small computer under the table."""
        versions = (("Lamplight", "0.1.0"), ("OpenCV", "5.0.0"), ("Python", "3.11.2"), ("Broker", "Mosquitto"))
        return Inside(versions, "/var/lib/lamplight", 23_400_000_000, 4_200_000, False, 212, 31_000_000, 6.2, 7.0)

    def see(self, sees: Sees) -> None:
        """From now on the camera sees this."""
        there = sees != "nothing"
        self.choices.change(way="local" if there else "", source="/dev/video0" if there else "")
        image = _spoilt(self.well) if sees == "badly" else self.well
        cv2.imwrite(str(self.pictures / PREVIEW), image)
        self.sight = Sight(_health(image, (DARK, CUT_OFF) if sees == "badly" else ()))


def try_out(hall: Hall) -> None:
    """Two throws: one was looked over, the newest is still to be."""
    trial = hall.trying.trial
    trial.stay("screens")
    for number, doubt in ((1, None), (2, 3)):
        trial.stir("moving")
        trial.stir("reading")
        hall.take(_throw(hall, number, doubt))
    hall.trying.say(1, [None] * len(trial.throws[1].reading.objects), 0)
    (thing,) = [seen for seen in trial.throws[0].reading.objects if seen.cocked]
    assert thing.box is not None
    trial.remark(trial.throws[0].reading.picture, [Remark("leans", LEANS, thing.box)])
    hall.trying.leave("screens")


def _throw(hall: Hall, number: int, doubt: int | None) -> Reading:
    told = json.loads((THROWN / "label.json").read_text(encoding="utf-8"))["reading"]
    objects = tuple(_seen(one, k, doubt) for k, one in enumerate(told))
    return Reading(
        f"try-{number}", hall.place, "vision/cam0", "tries", number, "", "tray", objects, 0.0, picture_of(THROWN)
    )


def _seen(one: Any, place: int, doubt: int | None) -> Seen:
    box = tuple(one["box"])
    if doubt is not None and place == 0:
        return Seen(one["kind"], None, 0.4, (), box, cocked=True)
    if doubt == place:
        return Seen(one["kind"], None, 0.62, ((one["value"], 0.62), ("investigation", 0.3)), box)
    return Seen(one["kind"], one["value"], 0.99, (), box)


def _health(image: Any, findings: tuple[Finding, ...]) -> Health:
    found = find_markers(image)
    tray = tray_between(found)
    marks = tuple(Mark(number, tuple((float(x), float(y)) for x, y in quad)) for number, quad in sorted(found.items()))
    height, width = image.shape[:2]
    return Health(
        blur=0.8, light=40 if findings else 190, markers=len(found), px_per_mm=1.7, whole=not findings, size=(width, height),
        tray=tray.corners if tray is not None else (), marks=marks, findings=findings,
    )  # fmt: skip


def _spoilt(image: Any) -> Any:
    """The tray half out of sight, and hardly any light."""
    by = int(SHIFT * image.shape[1])
    moved = np.hstack((image[:, by:], np.full_like(image[:, :by], 40)))
    return (moved * SHARE).astype(np.uint8)


def _image(path: Path) -> Any:
    image = cv2.imread(str(path))
    assert image is not None, path
    return image
