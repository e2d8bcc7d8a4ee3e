"""A picture that shows something else by now is noticed; the same one is not."""

from __future__ import annotations

import cv2
import numpy as np

from tests.screens.drift import MOST, drift
from tests.screens.pictures import FOLDER

SHELF = FOLDER / "shelf-landscape.png"


def test_the_same_picture_has_not_drifted() -> None:
    assert drift(SHELF.read_bytes(), SHELF) == 0


def test_another_screen_another_theme_and_another_size_have() -> None:
    others = ("mansions-map-landscape.png", "shelf-light-landscape.png", "shelf-portrait.png")
    assert all(drift((FOLDER / name).read_bytes(), SHELF) > MOST for name in others)


def test_a_panel_that_is_gone_is_noticed_and_softer_letters_are_not() -> None:
    picture = cv2.imread(str(SHELF))
    gone = picture.copy()
    gone[200:500, 40:400] = gone[10, 10]
    soft = cv2.GaussianBlur(picture, (3, 3), 0)
    found = [drift(np.asarray(cv2.imencode(".png", one)[1]).tobytes(), SHELF) > MOST for one in (gone, soft)]
    assert found == [True, False]
