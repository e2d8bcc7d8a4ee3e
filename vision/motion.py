"""What changed between two small grey pictures: moving things, a hand at the rim. Cheap enough for every frame.

A small picture is (180, 320) uint8. A change is judged after the median difference is taken off, so that a lamp that
flickers or a camera that adapts its exposure does not count as motion.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit import Image

Grey: TypeAlias = NDArray[np.uint8]
"""(180, 320) uint8."""
Mask: TypeAlias = NDArray[np.uint8]
"""(180, 320) uint8, 1 where something is meant, else 0."""

WIDTH, HEIGHT = 320, 180


@dataclass(frozen=True, slots=True)
class Limits:
    """From when on a change counts; measured on rendered sequences of eight light and felt pairs."""

    level: int = 12
    """Grey levels. Re-rendered or compressed edges of things at rest differ by up to 24, but on few pixels."""
    pixels: int = 16
    """Changed pixels between two frames up to which nothing moves. At rest at most 13 were counted."""
    creep: int = 24
    """Changed pixels since things came to rest up to which they still rest; compression adds up a little."""
    hand_pixels: int = 500
    """Least size of a hand: two dice are smaller, a fingertip over the rim is not."""
    hand_rim: int = 12
    """Least number of a hand's pixels on the rim that it crosses."""
    light_share: float = 0.6
    """A change of more than this share of the tray is the light or the camera, not a hand."""


def shrink(image: Image) -> Grey:
    """A picture of any size as a small grey one, slightly blurred."""
    grey = cv2.cvtColor(cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return cv2.blur(grey, (3, 3)).astype(np.uint8, copy=False)


def change(before: Grey, after: Grey, limits: Limits, area: Mask | None = None) -> Mask:
    """Where `after` differs from `before`, inside `area` (None: everywhere)."""
    difference = after.astype(np.int16) - before.astype(np.int16)
    difference -= np.int16(np.median(difference[::4, ::4]))
    mask = (np.abs(difference) > limits.level).astype(np.uint8)
    return mask if area is None else mask & area


def size(mask: Mask) -> int:
    """How many pixels changed."""
    return int(np.count_nonzero(mask))


def is_hand(mask: Mask, limits: Limits, area: Mask | None = None) -> bool:
    """Whether a change against the picture without a hand reaches from outside across the rim into the tray."""
    whole = mask.size if area is None else int(np.count_nonzero(area))
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, names, stats, _ = cv2.connectedComponentsWithStats(joined)
    rim = _rim(area)
    for name in range(1, count):
        size = int(stats[name, cv2.CC_STAT_AREA])
        crossing = int(np.count_nonzero((names == name) & (rim > 0))) if size >= limits.hand_pixels else 0
        if crossing >= limits.hand_rim and size <= limits.light_share * whole:
            return True
    return False


def _rim(area: Mask | None) -> Mask:
    """The outermost two pixels of the area."""
    whole = np.ones((HEIGHT, WIDTH), np.uint8) if area is None else area
    inner = cv2.erode(whole, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return (whole - inner).astype(np.uint8)
