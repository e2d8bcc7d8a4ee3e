"""Draws what was read onto a picture, for people who want to see what the reader saw."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.wire.reading import UNKNOWN, Seen
from vision.kit import Image

SURE, UNSURE, STRANGE, COCKED = (120, 220, 120), (60, 190, 250), (170, 170, 170), (90, 90, 250)
"""BGR of the boxes."""
DARK = (20, 22, 26)
LEAST_LETTER = 0.4
"""Scale of OpenCV's letters; smaller ones cannot be read."""
PER_LETTER = 1600.0
"""Px of the picture's width for letters of scale 1."""
FONT = cv2.FONT_HERSHEY_SIMPLEX


def colour(seen: Seen) -> tuple[int, int, int]:
    """Colour of a box; the page and the words beside it say the same."""
    if seen.kind == UNKNOWN:
        return STRANGE
    if seen.cocked or seen.partial:
        return COCKED
    return UNSURE if seen.value is None else SURE


def words(seen: Seen) -> str:
    """What stands beside a box: "success 0.98", "blank? 0.61", "cocked", "half hidden", "stranger 0.40"."""
    if seen.kind == UNKNOWN:
        return f"stranger {seen.conf:.2f}"
    if seen.cocked:
        return "cocked"
    if seen.partial:
        return "half hidden"
    if seen.value is None:
        best = seen.alternatives[0] if seen.alternatives else ("", seen.conf)
        return f"{best[0]}? {best[1]:.2f}"
    return f"{seen.value} {seen.conf:.2f}"


def boxed(image: Image, objects: Sequence[Seen]) -> Image:
    """A copy of the picture with a box just outside every object."""
    shown = image.copy()
    thick = max(1, round(image.shape[1] / 480))
    for seen in objects:
        if seen.box is not None:
            x, y, w, h = (round(v) for v in seen.box)
            cv2.rectangle(shown, (x - thick, y - thick), (x + w + thick, y + h + thick), colour(seen), thick)
    return shown


def explained(image: Image, objects: Sequence[Seen]) -> Image:
    """A copy of the picture with a box around every object and its words above or below it."""
    shown = boxed(image, objects)
    for seen in objects:
        if seen.box is not None:
            _write(shown, words(seen), seen.box, colour(seen))
    return shown


def _write(image: Image, text: str, box: tuple[float, float, float, float], tone: tuple[int, int, int]) -> None:
    """Above the box, else below it, on a plate of its colour; never beyond the picture where that can be."""
    scale = max(LEAST_LETTER, image.shape[1] / PER_LETTER)
    (wide, high), below = cv2.getTextSize(text, FONT, scale, 1)
    gap = max(3, below)
    x, y, _, h = (round(v) for v in box)
    base = y - 2 * gap if y - high - 3 * gap >= 0 else y + h + high + 2 * gap
    left, base = int(np.clip(x, 0, max(0, image.shape[1] - wide))), int(np.clip(base, high, image.shape[0] - 1))
    cv2.rectangle(image, (left - 2, base - high - gap), (left + wide + 2, base + gap), tone, -1)
    cv2.putText(image, text, (left, base), FONT, scale, DARK, 1, cv2.LINE_AA)
