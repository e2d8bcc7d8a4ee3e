from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.kind_and_face.test_correlation import PICTURE, WHOLE
from vision.detect.detector import DetectedObject
from vision.image.decoder import Image
from vision.kind_and_face.correlation import PIP_PLACES, count_pips, draw_pips
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT

COLOURS = {"black on white": ((235, 235, 235), (25, 25, 25)), "white on red": ((30, 30, 170), (240, 240, 240))}


def rolled(value: str, angle: float, die: tuple[int, ...], pip: tuple[int, ...]) -> tuple[Image, DetectedObject]:
    """Return a die with pips in an unusual design, on a table, and its place."""
    share = draw_pips(value, 0.09, 0.23).astype(float) / 200
    face = np.clip(share, 0, 1) * die + np.clip(1 - share, 0, 1) * pip
    turn = cv2.getRotationMatrix2D((KEPT / 2, KEPT / 2), angle, 40 * REACH_KEPT / KEPT * 2)
    turn[:, 2] += (PICTURE - KEPT) / 2
    return cv2.warpAffine(face.astype(np.uint8), turn, (PICTURE, PICTURE), borderMode=cv2.BORDER_REPLICATE), WHOLE


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("angle", [0, 33, 77])
@pytest.mark.parametrize("value", PIP_PLACES)
def test_pips_are_counted_in_any_turn_and_colour(value: str, angle: float, colours: str) -> None:
    scores = count_pips(*rolled(value, angle, *COLOURS[colours]))
    assert max(scores, key=lambda number: scores[number]) == value
    assert scores[value] > 0.8


def test_only_the_counts_that_are_asked_are_compared() -> None:
    picture, found = rolled("5", 10, *COLOURS["black on white"])
    assert set(count_pips(picture, found, {"4", "6"})) == {"4", "6"}


def test_no_count_fits_a_plain_face_well() -> None:
    noise = np.random.default_rng(2).normal(128, 4, (PICTURE, PICTURE, 3)).astype(np.uint8)
    assert max(count_pips(noise, replace(WHOLE, radius=30)).values()) < 0.75
