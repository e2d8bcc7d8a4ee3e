"""Which pixels of the empty view a piece changes: those it covers and those its shadow may fall on."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.trays.camera import Camera
from vision.training.trays.lights import Lamp

Floats = NDArray[np.float64]
FARTHEST = 260
"""Mm: shadows that fall farther are too faint."""
CLEARANCE = 60
"""Mm. Points less than this below the light cast a shadow as if they were lower."""


def touched(camera: Camera, lamp: Lamp, bodies: Iterable[Floats], grow: int = 9) -> NDArray[np.bool_]:
    """(H, W): the pixels of convex bodies, given by points (n, 3) mm, and of their shadows, and `grow` px around."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    corners = _lamp_corners(lamp)
    for points in bodies:
        reached = np.vstack([points, *(_shadow(points, corner) for corner in corners)])
        outline = cv2.convexHull(camera.project(reached).astype(np.float32)).clip(-4000, 4000)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * grow + 1,) * 2)
    return cv2.dilate(mask, brush) > 0


def _lamp_corners(lamp: Lamp) -> list[Floats]:
    """Near the corners: the outermost light is too little to be seen."""
    forward = (lamp.aim - lamp.at) / np.linalg.norm(lamp.aim - lamp.at)
    side = np.cross([0.01, 1, 0.02], forward)
    side /= np.linalg.norm(side)
    over = np.cross(forward, side)
    return [lamp.at + a * side * lamp.size[0] * 0.8 + b * over * lamp.size[1] * 0.8 for a in (-1, 1) for b in (-1, 1)]


def _shadow(points: Floats, source: Floats) -> Floats:
    """Return where the shadows of points, cast by a point of the light, fall on the felt."""
    height = np.minimum(points[:, 2], source[2] - CLEARANCE)
    share = np.maximum(height, 0) / (source[2] - height)
    fallen = points + (points - source) * share[:, None]
    shift = fallen[:, :2] - points[:, :2]
    length = np.linalg.norm(shift, axis=1, keepdims=True)
    fallen[:, :2] = points[:, :2] + shift * np.minimum(1, FARTHEST / (length + 1e-6))
    fallen[:, 2] = 0
    return fallen
