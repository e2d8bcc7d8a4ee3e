from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.image.decoder import Image
from vision.kind_and_face.correlation import PIP_PLACES, correlate_kit, count_pips, draw_pips
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT
from vision.kit import Kit, KitShotImage

MARKS = {"bolt": "N", "hook": "J", "fork": "E", "six": "6"}
PICTURE = 240
WHOLE = DetectedObject(
    "cube", 120, 120, 40, (80.0, 80.0, 80.0, 80.0), 1.0, 1.0, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
)


def die(mark: str, radius: float = 40, angle: float = 0, light: int = 60, ink: int = 210) -> Image:
    """A square die with a letter on it in the middle of a picture, `radius` px from its middle to a corner."""
    face = np.full((400, 400, 3), light, np.uint8)
    (width, height), _ = cv2.getTextSize(mark, cv2.FONT_HERSHEY_SIMPLEX, 4, 16)
    cv2.putText(face, mark, (200 - width // 2, 200 + height // 2), cv2.FONT_HERSHEY_SIMPLEX, 4, (ink, ink, ink), 16)
    turn = cv2.getRotationMatrix2D((200, 200), angle, radius * 2**0.5 / 400)
    turn[:, 2] += PICTURE / 2 - 200
    table = np.full((PICTURE, PICTURE, 3), (70, 110, 50), np.uint8)
    return cv2.warpAffine(face, turn, (PICTURE, PICTURE), dst=table, borderMode=cv2.BORDER_TRANSPARENT)


def shot(value: str, picture: Image, radius: float = 40) -> KitShotImage:
    """Return the shot that enrolment cuts out of that picture."""
    scale = KEPT / 2 / REACH_KEPT / radius
    turn = cv2.getRotationMatrix2D((PICTURE / 2, PICTURE / 2), 0, scale)
    turn[:, 2] += (KEPT - PICTURE) / 2
    return KitShotImage(value, cv2.warpAffine(picture, turn, (KEPT, KEPT), borderMode=cv2.BORDER_REPLICATE))


KIT = Kit("mine", "mine", "cube", tuple(MARKS), tuple(shot(value, die(mark)) for value, mark in MARKS.items()))


def best(scores: dict[str, float]) -> str:
    return max(scores, key=lambda value: scores[value])


@pytest.mark.parametrize("angle", [0, 37, 90, 145, 200, 301])
@pytest.mark.parametrize("value", MARKS)
def test_correlation_finds_the_face_at_any_rotation(value: str, angle: int) -> None:
    scores = correlate_kit(die(MARKS[value], angle=angle), WHOLE, KIT, MARKS)
    assert best(scores) == value
    assert scores[value] > 0.85


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


def _lit(picture: Image) -> Image:
    return np.clip(picture * np.linspace(0.4, 1.2, PICTURE)[None, :, None], 0, 255).astype(np.uint8)


def _aslant(picture: Image) -> Image:
    return cv2.resize(picture, (PICTURE, round(PICTURE * 0.88))).astype(np.uint8)


VARIANTS = {
    "a small offset": (lambda mark: die(mark, angle=70), replace(WHOLE, x=124, y=117, radius=43)),
    "inverted contrast": (lambda mark: die(mark, angle=20, light=220, ink=30), WHOLE),
    "a lamp at the side": (lambda mark: _lit(die(mark, angle=110)), WHOLE),
    "seen aslant": (lambda mark: _aslant(die(mark, angle=45)), replace(WHOLE, y=120 * 0.88)),
}


@pytest.mark.parametrize("how", VARIANTS)
@pytest.mark.parametrize("value", MARKS)
def test_correlation_tolerates_offset_contrast_light_and_slant(value: str, how: str) -> None:
    draw, found = VARIANTS[how]
    assert best(correlate_kit(draw(MARKS[value]), found, KIT, MARKS)) == value
