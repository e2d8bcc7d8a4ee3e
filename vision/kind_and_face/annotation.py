"""Draws what was read onto a picture, for people who want to see what the reader saw."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.schema import UNKNOWN, Box, SeenObject
from vision.image import Image

SURE, UNSURE, STRANGE, COCKED = (120, 220, 120), (60, 190, 250), (170, 170, 170), (90, 90, 250)
"""BGR of the boxes."""
DARK = (20, 22, 26)
LEAST_LETTER = 0.4
"""Scale of OpenCV's letters; smaller ones cannot be read."""
PER_LETTER = 1600.0
"""Px of the picture's width for letters of scale 1."""
FONT = cv2.FONT_HERSHEY_SIMPLEX


class TextBox(NamedTuple):
    """Text box, px."""

    left: int
    top: int
    wide: int
    high: int

    def meets(self, others: "Sequence[TextBox]") -> bool:
        """Return whether it overlaps one of them."""
        return any(
            self.left < other.left + other.wide
            and other.left < self.left + self.wide
            and self.top < other.top + other.high
            and other.top < self.top + self.high
            for other in others
        )


def box_colour(seen: SeenObject) -> tuple[int, int, int]:
    """Return the colour of a box, as on the page."""
    if seen.kind == UNKNOWN:
        return STRANGE
    if seen.cocked or seen.partial:
        return COCKED
    return UNSURE if seen.value is None else SURE


def label_text(seen: SeenObject) -> str:
    """Return the label of a box: "success 0.98", "blank? 0.61", "cocked", "half hidden", "stranger 0.40"."""
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


def draw_boxes(image: Image, objects: Sequence[SeenObject]) -> Image:
    """Return a copy of the picture with a box just outside every object."""
    shown = image.copy()
    thick = max(1, round(image.shape[1] / 480))
    for seen in objects:
        if seen.box is not None:
            x, y, w, h = (round(v) for v in seen.box)
            cv2.rectangle(shown, (x - thick, y - thick), (x + w + thick, y + h + thick), box_colour(seen), thick)
    return shown


def draw_labels(image: Image, objects: Sequence[SeenObject]) -> Image:
    """Return a copy of the picture with a box around every object and its words above or below it."""
    shown, plates = draw_boxes(image, objects), list[TextBox]()
    for seen in objects:
        if seen.box is not None:
            plates.append(place_label(image.shape[:2], label_text(seen), seen.box, plates))
            _write(shown, label_text(seen), plates[-1], box_colour(seen))
    return shown


def _scale(width: int) -> float:
    return max(LEAST_LETTER, width / PER_LETTER)


def place_label(size: tuple[int, ...], text: str, box: Box, others: Sequence[TextBox]) -> TextBox:
    """Return the first free place above or below the box inside the picture; else above it."""
    height, width = size
    (wide, high), below = cv2.getTextSize(text, FONT, _scale(width), 1)
    high += 2 * max(3, below)
    x, y, _, h = (round(v) for v in box)
    left = int(np.clip(x, 0, max(0, width - wide - 4)))
    rows = [row * (high + 2) for row in range(4)]
    tops = [top for row in rows for top in (y - high - 3 - row, y + h + 3 + row)]
    spots = [TextBox(left, int(np.clip(top, 0, max(0, height - high))), wide + 4, high) for top in tops]
    free = (spot for spot, top in zip(spots, tops, strict=True) if spot.top == top and not spot.meets(others))
    return next(free, spots[0])


def _write(image: Image, text: str, plate: TextBox, tone: tuple[int, int, int]) -> None:
    left, top, wide, high = plate
    below = cv2.getTextSize(text, FONT, _scale(image.shape[1]), 1)[1]
    cv2.rectangle(image, (left, top), (left + wide, top + high), tone, -1)
    at = (left + 2, top + high - max(3, below))
    cv2.putText(image, text, at, FONT, _scale(image.shape[1]), DARK, 1, cv2.LINE_AA)
