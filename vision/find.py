"""Finds the objects in a picture: where each lies, its shape, whether it lies level. Reads no faces."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit import Image
from vision.session import session
from vision.shapes import SHAPES

STRIDE = 4
STATES = ("readable", "cocked", "partial", "outside")
LONG_SIDE = 640
"""Px; at this size of the picture a tray that fills it is seen at the scale that the net was taught: 1.5 px per mm."""
USUAL_RADIUS = (7.0, 24.0)
"""Px at which the median top face is read well; pictures in which it is not are looked at again, smaller or larger."""
AIM_RADIUS = 13.0
SMALLER = (1.0, 0.5, 0.28)
"""Sizes, of `LONG_SIDE`, tried where the camera's distance is not known."""


@dataclass(frozen=True, slots=True)
class Found:
    """One object, in px of the picture."""

    shape: str
    x: float
    y: float
    """Centre of the top face."""
    radius: float
    """Of the top face: mean distance of its corners from the centre."""
    box: tuple[float, float, float, float]
    """x, y, w, h."""
    score: float
    """0..1, that there is an object of this shape."""
    states: tuple[float, float, float, float]
    """Shares 0..1 that it is readable, cocked, partly hidden or over the rim, outside the tray."""


def find(image: Image, least: float) -> tuple[Found, ...]:
    """Objects with a score of at least `least` (0..1), best first."""
    longest = max(image.shape[:2])
    best: tuple[Found, ...] = ()
    for share in SMALLER:
        seen = find_at(image, LONG_SIDE * share / longest, least)
        best = max(best, seen, key=_weight)
        if _usual(seen, LONG_SIDE * share / longest):
            break
    return best


def _usual(seen: tuple[Found, ...], scale: float) -> bool:
    sure = [found.radius * scale for found in seen if found.score > 0.5]
    return bool(sure) and USUAL_RADIUS[0] <= float(np.median(sure)) <= USUAL_RADIUS[1]


def _weight(seen: tuple[Found, ...]) -> float:
    return sum(found.score for found in seen if found.score > 0.4)


def find_at(image: Image, scale: float, least: float) -> tuple[Found, ...]:
    """Objects in the picture looked at `scale` times its size, best first."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (max(16, round(width * scale)), max(16, round(height * scale))), interpolation=cv2.INTER_AREA)
    rows, columns = -small.shape[0] % 16, -small.shape[1] % 16
    padded = cv2.copyMakeBorder(small, 0, rows, 0, columns, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    batch = (padded.transpose(2, 0, 1)[None] / 255).astype(np.float32)
    out = np.asarray(session("finder").run(None, {"picture": batch})[0])[0]
    return _thinned([_found(out, shape, row, column, scale) for shape, row, column in _peaks(out, least)])


def _peaks(out: NDArray[np.float32], least: float) -> list[tuple[int, int, int]]:
    """(shape, row, column) of the local maxima over all shapes."""
    heat = out[: len(SHAPES)]
    top = heat.max(0)
    highest = cv2.dilate(top, np.ones((3, 3), np.uint8))
    threshold = np.log(least / (1 - least))
    rows, columns = np.nonzero((top == highest) & (top > threshold))
    order = np.argsort(-top[rows, columns])
    return [(int(heat[:, rows[k], columns[k]].argmax()), int(rows[k]), int(columns[k])) for k in order]


def _found(out: NDArray[np.float32], shape: int, row: int, column: int, scale: float) -> Found:
    n = len(SHAPES)
    values = out[:, row, column].astype(float)
    odds = np.exp(values[n : n + 4] - values[n : n + 4].max())
    states = odds / odds.sum()
    cell = STRIDE / scale
    x, y = (column + 0.5 + values[n + 4]) * cell, (row + 0.5 + values[n + 5]) * cell
    radius = float(np.exp(np.clip(values[n + 6], -2, 4))) * cell
    left, top, right, bottom = (float(v) * radius for v in np.clip(values[n + 7 : n + 11], 0.2, 4))
    return Found(
        shape=SHAPES[shape],
        x=float(x),
        y=float(y),
        radius=radius,
        box=(float(x) - left, float(y) - top, left + right, top + bottom),
        score=float(1 / (1 + np.exp(-values[shape]))),
        states=(float(states[0]), float(states[1]), float(states[2]), float(states[3])),
    )


def _thinned(found: list[Found]) -> tuple[Found, ...]:
    """One of those that lie in the same place, the best."""
    kept: list[Found] = []
    for one in found:
        if all(np.hypot(one.x - other.x, one.y - other.y) > 0.6 * max(one.radius, other.radius) for other in kept):
            kept.append(one)
    return tuple(kept)
