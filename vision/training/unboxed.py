"""Find the six-sided dice of a photograph whose labels tell their values but not their places."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.detect import DetectedObject, find_objects
from vision.image import Image
from vision.kind_and_face.face_embedding import ANGLES, PIPS, embed_views, views
from vision.tray import Tilt

REAL = 0.2
"""Least score of a die: pips of a sure number say more."""
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
    cubes = (one for one in find_objects(image, {}) if one.score > REAL and one.shape == "cube")
    return tuple(die for one in cubes for die in _read(image, one))


def show_exactly(dice: Sequence[FoundDie], values: Sequence[str]) -> bool:
    """Return whether the dice show these values, each as often, and no others."""
    return Counter(die.value for die in dice) == Counter(values)


def _read(image: Image, one: DetectedObject) -> Iterator[FoundDie]:
    """Yield the die if it shows pips."""
    _, shares = embed_views(views(image, one, "cube", ANGLES))
    pips = shares.mean(0)[: len(PIPS)]
    if pips.max() > SHOWS_PIPS:
        yield FoundDie(one.x, one.y, one.radius, one.box, str(int(np.argmax(pips)) + 1), one.tilt)
