"""Counts pips without a net: six drawn faces are laid on the die, as the shots of a kit would be."""

from collections.abc import Collection
from functools import cache

import cv2
import numpy as np

from vision.classify.correlation import alike
from vision.classify.face_embedding import KEPT, REACH_KEPT
from vision.classify.templates import FaceTemplates, prints_of
from vision.detect.detector import DetectedObject
from vision.kit import Image, KitShotImage

WINDOW = 0.7
"""Radius of what is compared, in radii of the face: all six pips and no edge of the die."""
GRADUAL = 0.1
"""Of the window: a pip is larger than the strokes of a symbol."""
PIPS = ((0.08, 0.25), (0.1, 0.25), (0.12, 0.27))
"""Radius of a pip and how far its row lies from the middle, in sides of the face: fine, usual and bold dice."""
CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PLACES = {
    "1": ((0, 0),),
    "2": CORNERS[:2],
    "3": ((0, 0), *CORNERS[:2]),
    "4": CORNERS,
    "5": ((0, 0), *CORNERS),
    "6": ((-1, 0), (1, 0), *CORNERS),
}
SHARP = 4
"""Drawn so many times larger, then made smaller, for soft rims."""


def count_pips(image: Image, found: DetectedObject, values: Collection[str] = tuple(PLACES)) -> dict[str, float]:
    """Value "1".."6" -> how well so many pips in the usual places correlate with the face, 0..1.

    image: (H, W, 3) uint8 BGR. Pips may be darker or lighter than the die, of any colour.
    """
    return alike(image, found, _drawn(), values)


@cache
def _drawn() -> FaceTemplates:
    shots = [KitShotImage(value, draw(value, radius, row)) for value in PLACES for radius, row in PIPS]
    return prints_of(shots, WINDOW, GRADUAL)


def draw(value: str, radius: float, row: float) -> Image:
    """A face with so many dark pips as a shot; `radius` of a pip and `row` from the middle in sides of the face."""
    side = SHARP * KEPT / 2 / REACH_KEPT * 2**0.5
    middle = SHARP * KEPT / 2
    face = np.full((SHARP * KEPT, SHARP * KEPT, 3), 200, np.uint8)
    for x, y in PLACES[value]:
        at = round(middle + x * row * side), round(middle + y * row * side)
        cv2.circle(face, at, round(radius * side), (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    small = cv2.resize(face, (KEPT, KEPT), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), 0.7).astype(np.uint8, copy=False)
