"""All objects of a picture, whatever the camera's distance: the finder at the size that suits, then the second look."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.detect.detector import COARSEST, DetectedObject, detect_objects, shifted
from vision.detect.shape_and_pose import refine_objects
from vision.image import Image
from vision.tray import bounds, find_markers, tray_between

LONG_SIDE = 640
"""Px. At this size a tray that fills the picture has the scale of the finder's training: 1.5 px per mm."""
SIZES = (1.0, 0.5, 0.28, 0.16)
"""Shares of `LONG_SIDE`: a tray, a few dice on a desk, dice close to the camera, one die that fills a third of it."""
CLOSE = 0.3
"""Up to this size a picture can show only the inside of a tray."""
LARGEST = 1.5
"""A small picture is not enlarged more than this: there is nothing more to be seen in it."""
FAINT = 0.1
"""Least heat that deserves a second look."""
MOST = 128
"""Findings at one size that are looked at again, the hottest: in a picture of noise there are a thousand, for a minute."""
REAL = 0.5
"""Share from which on a finding speaks for the size it was found at."""
USUAL_HEAT = 0.6
"""Mean heat of the objects at a size that suits; at others it is 0.2 to 0.5."""
CLEARLY = 1.5
"""By this much another size must be better than one that suits."""
MARKERS = 2
"""So many of the tray's markers say that a whole tray is seen, even where one is cut off or covered."""
BESIDE = 1.1
"""Radii; dice that touch are 1.4 apart, a side face of a die seen aslant is nearer."""
LARGER = 1.8
"""So many times larger is a die than what is printed on it."""
AS_PLAIN = 0.35
"""Least score of a larger object against its parts."""
WHOLE = 1.7
"""Radius of a whole die, in radii of its top face."""
STANDS_OUT = 0.3
"""So plain is what is believed though it was seen at another size than the rest."""
USUAL_RADIUS = (6.0, 26.0)
"""Px, of the faces at a size that suits."""


def find_objects(image: Image, markers: Mapping[int, NDArray[np.float32]] | None = None) -> tuple[DetectedObject, ...]:
    """Return the objects at the best scale, surest first, including weak unknown ones.

    Adds clear objects of other scales: dice of one throw differ in distance.
    """
    markers = find_markers(image) if markers is None else markers
    if len(markers) >= MARKERS:
        return _at(image, 1.0, markers)
    seen = {size: _at(image, size, markers) for size in SIZES}
    kept = _kept(seen)
    size = max(seen, key=lambda size: _weight([one for of, one in kept if of == size], _scale(image, size)))
    real = [one for one in seen[size] if one.score > REAL]
    others = [one for of, one in kept if of != size and _plainness(one) > STANDS_OUT]
    found = without_overlaps([*seen[size], *(one for one in others if all(_is_apart(one, other) for other in real))])
    return found if size > CLOSE else tuple(_without_tray(one) for one in found)


def _at(image: Image, size: float, markers: Mapping[int, NDArray[np.float32]]) -> tuple[DetectedObject, ...]:
    found = _found(image, _scale(image, size), markers)[:MOST]
    return without_overlaps(refine_objects(image, found, markers))


def _found(image: Image, scale: float, markers: Mapping[int, NDArray[np.float32]]) -> tuple[DetectedObject, ...]:
    """Run the finder, without the surroundings of the tray."""
    left, top, right, bottom = bounds(image, tray_between(markers))
    cell = round(COARSEST / scale)  # whole cells: so the net sees the part as it sees it in the whole picture
    left, top = left // cell * cell, top // cell * cell
    detections = detect_objects(image[top : bottom + -bottom % cell, left : right + -right % cell], scale, FAINT)
    return tuple(shifted(one, left, top) for one in detections)


def _without_tray(one: DetectedObject) -> DetectedObject:
    """Drop the state "outside": a near camera shows the tray's floor only, so that state is not reliable."""
    readable, cocked, partial, outside = one.states
    return replace(one, states=(readable + outside, cocked, partial, 0.0))


def _scale(image: Image, size: float) -> float:
    return min(LARGEST, LONG_SIDE * size / float(max(image.shape[:2])))


def _kept(seen: Mapping[float, Sequence[DetectedObject]]) -> list[tuple[float, DetectedObject]]:
    """Merge the scales: each object at its clearest one, without parts of larger objects.

    The numerals of a near die look like tokens, its pips like coins.
    """
    rows = [(size, one) for size, found in seen.items() for one in found if one.score > REAL]
    whole = [(size, one) for size, one in rows if not any(_is_part(one, other) for _, other in rows)]
    kept: list[tuple[float, DetectedObject]] = []
    for size, one in sorted(whole, key=lambda row: -_plainness(row[1])):
        if all(_is_apart(one, other) for of, other in kept if of != size):
            kept.append((size, one))
    return kept


def _plainness(one: DetectedObject) -> float:
    return one.heat**2 * one.score


def _is_part(one: DetectedObject, other: DetectedObject) -> bool:
    """Return whether one is a numeral or a pip on the other, a die, including its side faces."""
    smaller = one.radius * LARGER < other.radius and _plainness(other) > AS_PLAIN * _plainness(one)
    return smaller and math.hypot(one.x - other.x, one.y - other.y) < WHOLE * other.radius


def _is_apart(one: DetectedObject, other: DetectedObject) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) > BESIDE * max(one.radius, other.radius)


def _weight(detections: Sequence[DetectedObject], scale: float) -> float:
    """How much speaks for a size at which this was seen."""
    whole = sum(_plainness(one) for one in detections)
    return whole * CLEARLY if detections and _usual(detections, scale) else whole


def without_overlaps(seen: Sequence[DetectedObject]) -> tuple[DetectedObject, ...]:
    """Surest first, without the side faces of what is already there."""
    kept: list[DetectedObject] = []
    for one in sorted(seen, key=lambda one: -one.score * one.heat):
        if all(_is_apart(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def _usual(real: Sequence[DetectedObject], scale: float) -> bool:
    """Return whether the objects have the size of those in a tray at this scale."""
    middle = sorted(one.radius * scale for one in real)[len(real) // 2]
    return sum(one.heat for one in real) / len(real) > USUAL_HEAT and USUAL_RADIUS[0] <= middle <= USUAL_RADIUS[1]
