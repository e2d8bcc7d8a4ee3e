"""Drift between a picture and the page it shows."""

from __future__ import annotations

import cv2
import numpy as np

from tests.screens.drift import MOST, drift
from tests.screens.pictures import FOLDER

PICTURE = FOLDER / "mansions-passed-landscape.png"


def test_drift_is_zero_for_the_same_picture() -> None:
    assert drift(PICTURE.read_bytes(), PICTURE) == 0


def test_drift_notices_another_screen_and_another_size() -> None:
    others = ("arkham-doubt-landscape.png", "nemesis-seat-phone.png")
    assert all(drift((FOLDER / name).read_bytes(), PICTURE) > MOST for name in others)


def test_drift_notices_a_missing_panel_and_ignores_softer_letters() -> None:
    picture = cv2.imread(str(PICTURE))
    gone = picture.copy()
    gone[200:500, 40:400] = gone[10, 10]
    soft = cv2.GaussianBlur(picture, (3, 3), 0)
    found = [drift(np.asarray(cv2.imencode(".png", one)[1]).tobytes(), PICTURE) > MOST for one in (gone, soft)]
    assert found == [True, False]
