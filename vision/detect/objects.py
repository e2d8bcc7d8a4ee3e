"""All objects of a picture, whatever the camera's distance: the finder at several sizes, then the second look."""

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.detector import COARSEST, DetectedObject, detect_objects, placed
from vision.detect.shape_and_pose import refine_objects
from vision.image import Image
from vision.tray import ENOUGH_MARKERS, bounds, find_markers, tray_between

LONG_SIDE = 640
"""Px. At this size a tray that fills the picture has the scale of the finder's training: 1.5 px per mm."""
SIZES = (1.0, 0.5, 0.28, 0.16)
"""Shares of `LONG_SIDE`: a tray, a few dice on a desk, dice close to the camera, one die that fills a third of it."""
LARGEST = 1.5
"""A small picture is not enlarged more than this: there is nothing more to be seen in it."""
FAINT = 0.1
"""Least heat that deserves a second look."""
MOST = (40, 20, 12, 6)
"""Findings at each size that are looked at again, the hottest. A picture of noise has a thousand, which take a minute."""
SAME_PLACE, SAME_SIZE = 0.6, 1.5
"""Radii of the larger, and times the smaller: closer findings of two sizes are one object."""
BESIDE = 1.1
"""Radii; dice that touch are 1.4 apart, a side face of a die seen aslant is nearer."""
LARGER = 1.8
"""So many times larger is a die than what is printed on it."""
AS_PLAIN = 0.35
"""Least heat times score of a larger object against that of its parts."""
WHOLE = 1.7
"""Radius of a whole die, in radii of its top face."""


def find_objects(image: Image, markers: Mapping[int, NDArray[np.float32]] | None = None) -> tuple[DetectedObject, ...]:
    """Return the objects of all sizes, surest first, including weak unknown ones.

    With the tray's markers in view the size of a die is known. Elsewhere the picture is looked at in four sizes, and what
    they show is kept together: dice of one throw differ in distance.
    """
    markers = find_markers(image) if markers is None else markers
    sizes = SIZES[:1] if len(markers) >= ENOUGH_MARKERS else SIZES
    found = merge_sizes(_found(image, sizes, markers))
    return without_parts(without_overlaps(refine_objects(image, found, markers)))


def _found(
    image: Image, sizes: Sequence[float], markers: Mapping[int, NDArray[np.float32]]
) -> tuple[DetectedObject, ...]:
    """Run the finder at these sizes, without the surroundings of the tray. Px of the picture."""
    scale = min(LARGEST, LONG_SIDE / float(max(image.shape[:2])))
    left, top, right, bottom = bounds(image, tray_between(markers))
    cell = round(COARSEST / scale)  # whole cells: so the net sees the part as it sees it in the whole picture
    left, top = left // cell * cell, top // cell * cell
    part = image[top : bottom + -bottom % cell, left : right + -right % cell]
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    usual = cv2.resize(part, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    detections = (
        one for share, most in zip(sizes, MOST, strict=False) for one in detect_objects(usual, share, FAINT)[:most]
    )
    return tuple(placed(one, 1 / scale, left, top) for one in detections)


def merge_sizes(found: Sequence[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Return each object once, hottest first: of findings of like place and size the hottest."""
    order = sorted(found, key=lambda one: -one.heat)
    x, y, radius = (np.array([getattr(one, name) for one in order]) for name in ("x", "y", "radius"))
    is_free = np.ones(len(order), np.bool_)
    kept = []
    for k, one in enumerate(order):
        if is_free[k]:
            kept.append(one)
            is_near = np.hypot(x - one.x, y - one.y) < SAME_PLACE * np.maximum(radius, one.radius)
            is_free &= ~(is_near & (np.maximum(radius, one.radius) < SAME_SIZE * np.minimum(radius, one.radius)))
    return tuple(kept)


def without_overlaps(seen: Sequence[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Surest first, without the side faces of what is already there."""
    kept: list[DetectedObject] = []
    for one in sorted(seen, key=_plainness, reverse=True):
        if all(_is_apart(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def without_parts(seen: Sequence[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Return the objects without numerals and pips of larger ones: those of a near die look like tokens and coins."""
    return tuple(one for one in seen if not any(_is_part(one, other) for other in seen))


def _plainness(one: DetectedObject) -> float:
    return one.heat * one.score


def _is_part(one: DetectedObject, other: DetectedObject) -> bool:
    """Return whether one is a numeral or a pip on the other, a die, including its side faces."""
    smaller = one.radius * LARGER < other.radius and _plainness(other) > AS_PLAIN * _plainness(one)
    return smaller and math.hypot(one.x - other.x, one.y - other.y) < WHOLE * other.radius


def _is_apart(one: DetectedObject, other: DetectedObject) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) > BESIDE * max(one.radius, other.radius)
