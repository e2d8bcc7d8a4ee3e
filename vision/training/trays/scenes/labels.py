"""Label a picture: the truth about every piece, in pixels."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.pieces.assembly import Piece
from vision.training.trays.rendering.camera import Camera
from vision.training.trays.scenes.plates import View
from vision.training.trays.shapes.geometry import hull
from vision.training.trays.shapes.tray import CORNERS, EDGES

Floats = NDArray[np.float64]
Label = dict[str, Any]
LEAST_PX = 30
"""A piece of which less is seen has no label."""
LEAST_SIDE = 4
"""Px of its box."""
WHOLLY = 0.8
"""Share that must be seen of a piece that is not partial."""
SLACK = 0.6
"""Mm by which a piece may exceed the felt and still count as inside."""
STEP = 2
"""Sampling step of the ownership of pixels."""
PRINT = 0.78
"""Share of the top face, around its middle, in which contrast is measured."""


def labels_of(pieces: list[Piece], camera: Camera, owners: NDArray[np.int64], step: int = STEP) -> list[Label | None]:
    """Return a label for each piece, None for those that are hardly seen; `owners`: see `Renderer.seen`."""
    counts = {int(owner): int(count) for owner, count in zip(*np.unique(owners, return_counts=True), strict=True)}
    return [label_of(piece, camera, counts.get(i, 0) * step * step) for i, piece in enumerate(pieces)]


def label_of(piece: Piece, camera: Camera, seen_px: int) -> Label | None:
    """Return the label of a piece of which `seen_px` are seen; None when that is next to nothing."""
    seen = camera.project(piece.points())
    box = _clipped(seen, camera)
    if min(box[2:]) < LEAST_SIDE or seen_px < LEAST_PX:
        return None
    whole = cv2.contourArea(hull(seen).astype(np.float32))
    share = min(1.0, seen_px / max(1, whole))
    from_middle = np.abs(piece.points()[:, :2])
    is_inside = bool(np.all(from_middle <= EDGES + SLACK))
    is_outside = bool(np.all((from_middle > EDGES).any(1)))
    top = camera.project(piece.top_outline)
    return {
        "kind": piece.kind,
        "value": None if piece.is_cocked else piece.value,
        "box": [round(float(v), 1) for v in box],
        "cocked": bool(piece.is_cocked),
        "partial": bool(share < WHOLLY or not (is_inside or is_outside)),
        "in_tray": is_inside,
        "nearest_up": piece.value,
        "tilt_deg": round(piece.tilt, 1),
        "visible": round(share, 2),
        "center": rounded(top.mean(0), 1),
        "top_poly": rounded(top, 1),
        "normal": rounded(camera.axes @ piece.top_normal, 4),
        "colour": piece.colourway,
    }


def _clipped(points: Floats, camera: Camera) -> tuple[float, float, float, float]:
    """Return the bounding box of points, clipped to the picture."""
    (left, upper), (right, lower) = points.min(0), points.max(0)
    left, upper = max(0, left), max(0, upper)
    right, lower = min(camera.width - 1, right), min(camera.height - 1, lower)
    return left, upper, right - left, lower - upper


def rounded(values: ArrayLike, digits: int) -> Any:
    """Numbers as lists for JSON."""
    array = np.asarray(values)
    return [rounded(row, digits) for row in array] if array.ndim > 1 else [round(float(v), digits) for v in array]


def camera_label(camera: Camera) -> Label:
    """`f`: focal length, px. `up`: the tray's upward direction as the camera's right, down and forward."""
    return {"f": round(camera.focal, 1), "up": rounded(camera.axes @ [0, 0, 1.0], 4)}


def tray_corners(camera: Camera) -> list[list[float]]:
    """Return the felt's corners in the picture: far left, far right, near right, near left, px."""
    return np.round(camera.project(CORNERS), 1).tolist()


def view_label(view: View, style_name: str) -> Label:
    """Return the part of a label that comes from the view."""
    return {
        "camera": camera_label(view.setting.camera),
        "style": style_name,
        "light": view.light,
        "felt": view.setting.felt,
        "tilt_deg": round(view.tilt, 1),
        "px_per_mm": round(view.px_per_mm, 2),
        "markers": view.has_markers,
        "tray_corners": tray_corners(view.setting.camera),
        "frame_cut": view.is_cut,
    }


def contrast(image: NDArray[np.uint8], top: ArrayLike) -> float:
    """Largest range of a colour channel inside the top face (n, 2) px, 8-bit units; blank faces are low by nature."""
    outline = np.array(top, np.float32)
    mask = np.zeros(image.shape[:2], np.uint8)
    middle = outline.mean(0)
    cv2.fillConvexPoly(mask, np.round(middle + (outline - middle) * PRINT).astype(np.int32), 1)
    values = image[mask > 0].astype(np.float32)
    if len(values) < 20:
        return 0.0
    return round(float((np.percentile(values, 97, 0) - np.percentile(values, 3, 0)).max()), 1)
