"""All objects of a picture, whatever the camera's distance: the finder at the size that suits, then the second look."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.find import Found, find_at
from vision.kit import Image
from vision.look import look_again
from vision.plane import find_markers

LONG_SIDE = 640
"""Px; at this size of the picture a tray that fills it is seen at the scale that the finder was taught: 1.5 px per mm."""
SIZES = (1.0, 0.5, 0.28, 0.16)
"""Shares of `LONG_SIDE`: a tray; a few dice on a desk; dice close to the camera; one die that fills a third of it."""
LARGEST = 1.5
"""A small picture is not enlarged more than this: there is nothing more to be seen in it."""
FAINT = 0.1
"""Least heat that deserves a second look."""
OBJECT = 0.5
"""Share from which on a finding speaks for the size it was found at."""
PLAIN = 0.6
"""Mean heat of the objects at a size that suits; at others it is 0.2 to 0.5."""
CLEARLY = 1.5
"""By this much another size must be better than one that suits."""
MARKERS = 2
"""So many of the tray's markers say that a whole tray is seen, even where one is cut off or covered."""
BESIDE = 1.1
"""Radii; dice that touch are 1.4 apart, a side face of a die seen aslant is nearer."""
USUAL_RADIUS = (6.0, 26.0)
"""Px, of the faces at a size that suits."""


def objects(image: Image, markers: Mapping[int, NDArray[np.float32]] | None = None) -> tuple[Found, ...]:
    """What was found at the size that suits best, surest first; strangers with a low score among it."""
    markers = find_markers(image) if markers is None else markers
    sizes = SIZES[:1] if len(markers) >= MARKERS else SIZES
    best: tuple[Found, ...] = ()
    needed = 0.0
    for size in sizes:
        scale = min(LARGEST, LONG_SIDE * size / max(image.shape[:2]))
        found = find_at(image, scale, FAINT)
        if sum(one.heat**2 for one in found) <= needed:
            continue  # no second look could make it better than what there is
        seen = apart(look_again(image, found, markers))
        real = [one for one in seen if one.score > OBJECT]
        weight = sum(one.heat**2 * one.score for one in real)
        if weight > needed:
            best, needed = seen, weight * (CLEARLY if _usual(real, scale) else 1.0)
    return best


def apart(seen: Sequence[Found]) -> tuple[Found, ...]:
    """Surest first, without the side faces of what is already there."""
    kept: list[Found] = []
    for one in sorted(seen, key=lambda one: -one.score * one.heat):
        if all(math.hypot(one.x - other.x, one.y - other.y) > BESIDE * max(one.radius, other.radius) for other in kept):
            kept.append(one)
    return tuple(kept)


def _usual(real: Sequence[Found], scale: float) -> bool:
    """Whether the objects look like those of a tray seen at this scale."""
    middle = sorted(one.radius * scale for one in real)[len(real) // 2]
    return sum(one.heat for one in real) / len(real) > PLAIN and USUAL_RADIUS[0] <= middle <= USUAL_RADIUS[1]
