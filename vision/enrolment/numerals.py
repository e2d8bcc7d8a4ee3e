"""Drawn numerals as a kit of their own: what a number on a die or a token may be before anybody has shown it.

A drawing is not the print on the table: its likeness orders the guesses that a person confirms, and decides nothing.
"""

from functools import cache

import cv2
import numpy as np

from vision.image import Image
from vision.kind_and_face import KEPT, REACH_KEPT
from vision.kit import Kit, KitShotImage

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
VALUES = (*(str(number) for number in range(21)), "+1", "+2", *(f"-{number}" for number in range(1, 9)))
DARK, LIGHT = (40, 40, 45), (215, 220, 225)
WIDE, HIGH = 1.0, 0.75
"""Radii of the top face that a numeral may be wide and high."""
THICK = 3
"""Px of its lines."""


@cache
def drawn_numerals() -> Kit:
    """0 to 20 and the signed numbers of tokens, dark on light and light on dark, in three fonts."""
    shots = tuple(
        KitShotImage(value, draw_numeral(value, font, ink, ground))
        for value in VALUES
        for font in FONTS
        for ink, ground in ((DARK, LIGHT), (LIGHT, DARK))
    )
    return Kit("drawn", "numeral", "disc", VALUES, shots)


def draw_numeral(value: str, font: int, ink: tuple[int, int, int], ground: tuple[int, int, int]) -> Image:
    """One numeral in the middle of a face, as a shot."""
    radius = KEPT / 2 / REACH_KEPT
    picture = np.full((KEPT, KEPT, 3), ground, np.uint8)
    (wide, high), _ = cv2.getTextSize(value, font, 1.0, THICK)
    scale = min(WIDE * radius / wide, HIGH * radius / high)
    (wide, high), _ = cv2.getTextSize(value, font, scale, THICK)
    at = (round(KEPT / 2 - wide / 2), round(KEPT / 2 + high / 2))
    cv2.putText(picture, value, at, font, scale, ink, THICK, cv2.LINE_AA)
    return picture
