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
APART = 0.6
"""Radii of the larger: what is nearer is one object."""
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
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = image if size == (width, height) else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    planes = _planes(small.astype(np.uint8, copy=False))
    out = np.asarray(session("finder").run(None, {"picture": planes})[0])[0]
    return _thinned(_marked(out, *_peaks(out, least), STRIDE / scale))


def placed(one: DetectedObject, scale: float, right: float = 0.0, down: float = 0.0) -> DetectedObject:
    """Return the same in a picture of `scale` times the size, that begins so many of its px further to the left and up."""
    left, top, width, height = (scale * side for side in one.box)
    box = (right + left, down + top, width, height)
    return replace(one, x=right + scale * one.x, y=down + scale * one.y, radius=scale * one.radius, box=box)


def _planes(small: Image) -> NDArray[np.float32]:
    """(1, 3, H, W) the picture's colours 0..1, black to the right and below up to a multiple of the coarsest stride."""
    rows, columns = -small.shape[0] % COARSEST, -small.shape[1] % COARSEST
    padded = cv2.copyMakeBorder(small, 0, rows, 0, columns, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    planes = np.empty((1, 3, *padded.shape[:2]), np.float32)
    for colour, plane in zip(cv2.split(padded), planes[0], strict=True):
        np.multiply(colour, np.float32(1 / 255), out=plane)
    return planes


def _peaks(out: NDArray[np.float32], least: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return rows and columns of the local maxima over all shapes, hottest first."""
    top = out[: len(SHAPES)].max(0)
    highest = cv2.dilate(top, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((top == highest) & (top > np.log(least / (1 - least))))
    order = np.argsort(-top[rows, columns])
    return rows[order], columns[order]


def _marked(
    out: NDArray[np.float32], rows: NDArray[np.intp], columns: NDArray[np.intp], cell: float
) -> list[DetectedObject]:
    """Return the objects that the net marks at these places; `cell`: px of the picture."""
    n, last = len(SHAPES), len(SHAPES) + len(STATES)
    values = out[:, rows, columns].T.astype(float)
    heats, shapes, states = 1 / (1 + np.exp(-values[:, :n])), shares(values[:, :n]), shares(values[:, n:last])
    places = (np.stack([columns, rows], 1) + 0.5 + values[:, last : last + 2]) * cell
    radii = np.exp(np.clip(values[:, last + 2], -2, 4)) * cell
    sides = np.clip(values[:, last + 3 :], 0.2, 4) * radii[:, None]
    boxes = np.concatenate([places - sides[:, :2], sides[:, :2] + sides[:, 2:]], 1)
    return [
        DetectedObject(SHAPES[k], x, y, radius, tuple(box), heat[k], heat[k], tuple(shape), tuple(state))
        for k, (x, y), radius, box, heat, shape, state in zip(
            shapes.argmax(1).tolist(), places.tolist(), radii.tolist(), boxes.tolist(), heats.tolist(), shapes.tolist(),
            states.tolist(), strict=True,
        )
    ]  # fmt: skip


def shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of logits as shares of one."""
    odds = np.exp(logits - logits.max(1, keepdims=True))
    whole: NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
    return whole


def _thinned(detections: list[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Return the best object of each place."""
    x, y, radius = (np.array([getattr(one, name) for one in detections]) for name in ("x", "y", "radius"))
    is_free = np.ones(len(detections), np.bool_)
    kept = []
    for k, one in enumerate(detections):
        if is_free[k]:
            kept.append(one)
            is_free &= np.hypot(x - one.x, y - one.y) > APART * np.maximum(radius, one.radius)
    return tuple(kept)
