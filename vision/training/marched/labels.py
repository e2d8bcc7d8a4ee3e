"""Label a picture: the truth about every piece, in pixels, in the format of `trays.scenes.labels`."""

import dataclasses
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.marched.bodies.solids import Faceted
from vision.training.marched.layout import Tray
from vision.training.marched.lens import Lens
from vision.training.marched.pieces import Body
from vision.training.trays.scenes.labels import LEAST_PX, LEAST_SIDE, WHOLLY, contrast, rounded

Label = dict[str, Any]
Owners = NDArray[np.int16]
LEAST_CONTRAST = 14.0
"""8-bit units; print with less of it is lost in the dark or in the glare."""
LEAST_INK_CONTRAST, LEAST_OF_NOISE = 9.0, 0.6
"""8-bit units by which ink must differ from the body beside it, and the same in deviations of that body."""
SAMPLES = 40
"""Points across a face at which ink and body are compared."""
INKED, BARE = 0.8, 0.05
"""Depth of the print that surely is ink, and that surely is body."""
BESIDE = 7
"""Samples around ink that are its ground."""
BLANK = frozenset({"blank"})
"""Values without print."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A finished picture, and what is seen in it."""

    image: NDArray[np.uint8]
    owners: Owners
    """(H, W), the number of the body that each pixel sees; -1: none."""
    lens: Lens
    tray: Tray | None


def labels_of(bodies: list[Body], taken: Taken) -> list[Label]:
    """Return a label for each piece that is seen, in order."""
    told = (_label_of(number, body, taken) for number, body in enumerate(bodies) if body.kind)
    return [label for label in told if label]


def _label_of(number: int, body: Body, taken: Taken) -> Label | None:
    """Return the label of a piece; None when next to nothing of it is seen."""
    lens = taken.lens
    pixels = lens.project(body.surface())
    low = np.clip(pixels.min(0), 0, lens.middle * 2)
    box = [*low, *(np.clip(pixels.max(0), 0, lens.middle * 2) - low)]
    if min(box[2:]) < LEAST_SIDE:
        return None
    left, upper, right, lower = *low.astype(int), *(low + box[2:]).astype(int) + 1
    count = int((taken.owners[upper:lower, left:right] == number).sum())
    if count < LEAST_PX:
        return None
    share = min(1.0, count / max(1.0, cv2.contourArea(cv2.convexHull(pixels.astype(np.float32)))))
    top = lens.project(body.top_outline)
    footprint = body.footprint()
    is_inside = taken.tray is None or taken.tray.holds(footprint)
    is_across = not is_inside and taken.tray is not None and not taken.tray.excludes(footprint)
    shown = contrast(taken.image, top)
    is_lost = body.value not in BLANK and (shown < LEAST_CONTRAST or is_print_lost(taken.image, lens, body))
    is_partial = share < WHOLLY or seen_share(number, top, taken.owners) < WHOLLY or is_across or is_lost
    return {
        "kind": body.kind,
        "value": None if body.is_cocked or is_partial else body.value,
        "box": [round(float(v), 1) for v in box],
        "cocked": bool(body.is_cocked),
        "partial": bool(is_partial),
        "in_tray": bool(is_inside),
        "nearest_up": body.value,
        "tilt_deg": round(body.tilt, 1),
        "visible": round(share, 2),
        "center": rounded(top.mean(0), 1),
        "top_poly": rounded(top, 1),
        "normal": rounded(lens.axes @ body.top_normal, 4),
        "colour": body.colourway,
        "contrast": shown,
    }


def is_print_lost(image: NDArray[np.uint8], lens: Lens, body: Body) -> bool:
    """Return whether the ink of a top face is not told from the body beside it; False where there is no ink."""
    if not isinstance(body.rounded, Faceted):
        return False
    depth = body.coat.depth[body.coat.cell_of[body.top]]
    ink = cv2.resize(depth, (SAMPLES, SAMPLES), interpolation=cv2.INTER_AREA)
    is_ink = ink > INKED
    is_near = cv2.dilate(is_ink.astype(np.uint8), np.ones((BESIDE, BESIDE))) > 0
    is_body = is_near & (ink < BARE)
    if not is_ink.any() or not is_body.any():
        return False
    x, y = np.meshgrid(*[(np.arange(SAMPLES) + 0.5) * 2 / SAMPLES - 1] * 2)
    points = body.rounded.points_on(body.top, np.stack([x.ravel(), -y.ravel()], 1))
    pixels = (lens.project(points @ body.turn.T + body.at) - 0.5).astype(np.float32).reshape(SAMPLES, SAMPLES, 2)
    seen = cv2.remap(image, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    apart = np.abs(seen[is_ink].mean(0) - seen[is_body].mean(0))
    return bool((apart < np.maximum(LEAST_INK_CONTRAST, LEAST_OF_NOISE * seen[is_body].std(0))).all())


def seen_share(number: int, top: NDArray[np.float64], owners: Owners) -> float:
    """Return the share of the middle half of a top face (n, 2) px that is seen as part of its body."""
    outline = top.mean(0) + (top - top.mean(0)) * 0.7
    (left, upper), (right, lower) = np.floor(outline.min(0)).astype(int), np.ceil(outline.max(0)).astype(int) + 1
    mask = np.zeros((lower - upper, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline - (left, upper)).astype(np.int32), 1)
    height, width = owners.shape
    inside = np.zeros(mask.shape, bool)
    y0, y1, x0, x1 = max(0, upper), min(height, lower), max(0, left), min(width, right)
    if y0 < y1 and x0 < x1:
        inside[y0 - upper : y1 - upper, x0 - left : x1 - left] = owners[y0:y1, x0:x1] == number
    return float(inside[mask > 0].mean()) if mask.any() else 0.0
