"""Find the objects in a picture: place, shape and pose. Reads no faces."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.onnx_session import session
from vision.image import Image
from vision.shape_of_kind import SHAPES
from vision.tray import Tilt

STRIDE = 4
"""Px of the picture, as the net is given it, for each cell of what it tells."""
COARSEST = 16
"""Px. Both sides must be multiples of it, since the net halves the picture repeatedly."""
STATES = ("readable", "cocked", "partial", "outside")
"""Poses, in the order of the nets' outputs: readable, cocked, partly hidden or over the rim, outside the tray."""


@dataclass(frozen=True, slots=True)
class DetectedObject:
    """One object, in px of the picture."""

    shape: str
    x: float
    y: float
    """Centre of the top face."""
    radius: float
    """Radius of the top face: mean distance of its corners from the centre."""
    box: tuple[float, float, float, float]
    """x, y, w, h."""
    heat: float
    """0..1, how surely the finder marked it."""
    score: float
    """0..1, that it is an object and no stranger: after the finder `heat`, after the second look its word."""
    shapes: tuple[float, ...]
    """Shares 0..1 of `SHAPES`."""
    states: tuple[float, float, float, float]
    """Shares 0..1 of `STATES`."""
    tilt: Tilt = (0.0, 0.0)
    """Tilt of the visible top face. Set by the second look."""
    lean: float | None = None
    """Sine of the angle between the top face and the table; None where the camera's place is not known."""


def detect_objects(image: Image, scale: float, least: float) -> tuple[DetectedObject, ...]:
    """Objects in the picture looked at `scale` times its size, best first."""
    height, width = image.shape[:2]
    small = cv2.resize(
        image, (max(16, round(width * scale)), max(16, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    planes = _planes(small.astype(np.uint8, copy=False))
    out = np.asarray(session("finder").run(None, {"picture": planes})[0])[0]
    return _thinned([_found(out, shape, row, column, scale) for shape, row, column in _peaks(out, least)])


def shifted(one: DetectedObject, right: float, down: float) -> DetectedObject:
    """Return the same so many px further to the right and down."""
    left, top, width, height = one.box
    return replace(one, x=one.x + right, y=one.y + down, box=(left + right, top + down, width, height))


def _planes(small: Image) -> NDArray[np.float32]:
    """(1, 3, H, W) the picture's colours 0..1, black to the right and below up to a multiple of the coarsest stride."""
    rows, columns = -small.shape[0] % COARSEST, -small.shape[1] % COARSEST
    padded = cv2.copyMakeBorder(small, 0, rows, 0, columns, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    planes = np.empty((1, 3, *padded.shape[:2]), np.float32)
    for colour, plane in zip(cv2.split(padded), planes[0], strict=True):
        np.multiply(colour, np.float32(1 / 255), out=plane)
    return planes


def _peaks(out: NDArray[np.float32], least: float) -> list[tuple[int, int, int]]:
    """(shape, row, column) of the local maxima over all shapes."""
    heat = out[: len(SHAPES)]
    top = heat.max(0)
    highest = cv2.dilate(top, np.ones((3, 3), np.uint8))
    threshold = np.log(least / (1 - least))
    rows, columns = np.nonzero((top == highest) & (top > threshold))
    order = np.argsort(-top[rows, columns])
    return [(int(heat[:, rows[k], columns[k]].argmax()), int(rows[k]), int(columns[k])) for k in order]


def _found(out: NDArray[np.float32], shape: int, row: int, column: int, scale: float) -> DetectedObject:
    n = len(SHAPES)
    values = out[:, row, column].astype(float)
    states = shares(values[None, n : n + len(STATES)])[0]
    right_by, down_by, size, *sides = values[n + len(STATES) :]
    cell = STRIDE / scale
    x, y = (column + 0.5 + right_by) * cell, (row + 0.5 + down_by) * cell
    radius = float(np.exp(np.clip(size, -2, 4))) * cell
    heat = float(1 / (1 + np.exp(-values[shape])))
    left, top, right, bottom = (float(v) * radius for v in np.clip(sides, 0.2, 4))
    return DetectedObject(
        shape=SHAPES[shape],
        x=float(x),
        y=float(y),
        radius=radius,
        box=(float(x) - left, float(y) - top, left + right, top + bottom),
        heat=heat,
        score=heat,
        shapes=tuple(float(share) for share in shares(values[None, :n])[0]),
        states=(float(states[0]), float(states[1]), float(states[2]), float(states[3])),
    )


def shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of logits as shares of one."""
    odds = np.exp(logits - logits.max(1, keepdims=True))
    whole: NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
    return whole


def _thinned(detections: list[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Return the best object of each place."""
    kept: list[DetectedObject] = []
    for detection in detections:
        if all(
            np.hypot(detection.x - other.x, detection.y - other.y) > 0.6 * max(detection.radius, other.radius)
            for other in kept
        ):
            kept.append(detection)
    return tuple(kept)
