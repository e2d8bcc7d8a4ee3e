"""Find the six-sided dice of a photograph whose labels tell their values but not their places."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect import DetectedObject, detect_objects, refine_objects
from vision.image import Image
from vision.kind_and_face.face_embedding import PIPS, embed_views, views
from vision.tray import Tilt

LONG_SIDES = (640, 480, 360, 260, 190, 140)
"""Px, of the picture as the finder sees it: the distance of the camera is not known."""
LARGEST = 1.5
"""A small picture is not enlarged more than this."""
FAINT = 0.1
"""Least heat that deserves a second look."""
MOST = 60
"""Findings at one size that are looked at again: a carpet gives hundreds."""
REAL = 0.5
"""Least score of a die."""
APART = 1.0
"""Radii; what is nearer to a surer die is the same die."""
QUARTERS = (0.0, math.pi / 2, math.pi, 3 * math.pi / 2)
"""Turns, rad, whose mean the face net's word is."""
SHOWS_PIPS = 0.5
"""Least share of the likeliest number of pips."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """One die, in px of the picture."""

    x: float
    y: float
    """Centre of the top face."""
    radius: float
    """Mean distance of its corners from the centre."""
    box: tuple[float, float, float, float]
    """x, y, w, h of the whole die."""
    value: str
    tilt: Tilt
    """How much the top face turns aside as seen from the camera, see `vision.tray.tilt`."""


def find_dice(image: Image) -> tuple[FoundDie, ...]:
    """Return the six-sided dice with readable pips, surest first, at whatever distance from the camera."""
    found = sorted(_cubes(image), key=lambda one: -one.score * one.heat)
    kept: list[DetectedObject] = []
    for one in found:
        if all(math.hypot(one.x - k.x, one.y - k.y) > APART * max(one.radius, k.radius) for k in kept):
            kept.append(one)
    return tuple(die for one in kept for die in _read(image, one))


def show_exactly(dice: Sequence[FoundDie], values: Sequence[str]) -> bool:
    """Return whether the dice show these values, each as often, and no others."""
    return Counter(die.value for die in dice) == Counter(values)


def _cubes(image: Image) -> Iterator[DetectedObject]:
    """Yield what the finder and the second look take for a cube, at every size."""
    for side in LONG_SIDES:
        found = detect_objects(image, min(LARGEST, side / max(image.shape[:2])), FAINT)[:MOST]
        yield from (one for one in refine_objects(image, found) if one.score > REAL and one.shape == "cube")


def _read(image: Image, one: DetectedObject) -> Iterator[FoundDie]:
    """Yield the die if it shows pips."""
    _, shares = embed_views(views(image, one, "cube", QUARTERS))
    pips = shares.mean(0)[: len(PIPS)]
    if pips.max() > SHOWS_PIPS:
        yield FoundDie(one.x, one.y, one.radius, one.box, str(int(np.argmax(pips)) + 1), one.tilt)
