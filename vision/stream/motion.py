"""Find differences between two small grey pictures: moving objects, a hand at the rim. Cheap enough for every frame.

A small picture is (180, 320) uint8. Both are compared in the same light, so that a flickering lamp or an adapting
exposure does not count as motion.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import HEIGHT, WIDTH, Grey, Image

Mask: TypeAlias = NDArray[np.uint8]
"""(180, 320) uint8, 1 where something is meant, else 0."""

LIT = 16
"""Grey level from which a pixel is used to compare the light; darker ones are mostly noise."""
LEAST_GAIN = 0.1
"""Gain below which the light was switched off."""


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Thresholds of a change, measured on 16 rendered sequences with other lights, felts and art."""

    level: int = 12
    """Grey levels. Re-rendered or compressed edges of things at rest differ by up to 24, but on few pixels."""
    piece: int = 14
    """Changed pixels that hang together between two frames, up to which nothing moves. At rest at most 12 were counted,
    also where dice glitter under a hard lamp; the slowest roll changes 24."""
    speckle: int = 64
    """Changed pixels in total that count as grain, in any arrangement. At rest at most 27 were counted."""
    creep: int = 20
    """As `piece`, since things came to rest; compression adds up a little."""
    creep_speckle: int = 96
    """As `speckle`, since things came to rest."""
    hand_pixels: int = 500
    """Least size of a hand with what is seen of its arm."""
    hand_beyond: int = 300
    """Least part of it beyond the tray; dice that lean on the wall reach less far out."""
    hand_edge: int = 40
    """Changed pixels on the picture's edge that count as a hand: an arm is wider than two adjacent dice."""
    light_share: float = 0.6
    """A change of more than this share of the tray is the light or the camera, not a hand."""


def changed_pixels(before: Grey, after: Grey, limits: MotionLimits, area: Mask | None = None) -> Mask:
    """Return where `after` differs from `before`, inside `area` (None: everywhere)."""
    gain = gain_of(before, after)
    difference = _brighter(before, gain) - _brighter(after, 1 / gain)
    mask: Mask = (np.abs(difference) > limits.level).astype(np.uint8)
    return mask if area is None else mask & area


def _brighter(grey: Grey, gain: float) -> NDArray[np.float32]:
    """Scale to a brighter light, with clipped pixels kept white; unchanged in a darker one."""
    brighter: NDArray[np.float32] = np.minimum(grey * np.float32(max(1.0, gain)), np.float32(255))
    return brighter


def gain_of(before: Grey, after: Grey) -> float:
    """How much brighter the light has become: the median ratio, so that what moved hardly counts."""
    there, now = before[::4, ::4].ravel(), after[::4, ::4].ravel()
    lit = there >= LIT
    ratio = now[lit].astype(np.float32) / there[lit].astype(np.float32)
    return max(LEAST_GAIN, float(np.median(ratio))) if ratio.size else 1.0


def count_changed(mask: Mask) -> int:
    """How many pixels changed."""
    return int(np.count_nonzero(mask))


def is_moving(mask: Mask, piece: int, speckle: int) -> bool:
    """Return whether a connected change exceeds `piece` pixels, or all changes together exceed `speckle`."""
    count = count_changed(mask)
    if not piece < count <= speckle:
        return count > speckle
    stats = cv2.connectedComponentsWithStats(mask)[2]
    return int(stats[1:, cv2.CC_STAT_AREA].max()) > piece


def hand_in(mask: Mask, limits: MotionLimits, area: Mask | None = None) -> Mask | None:
    """Return the part of a change that reaches from outside into the tray; None without one.

    `area` is the tray (None: the whole picture). Outside is beyond the tray, or at the picture's edge.
    """
    tray = np.ones_like(mask) if area is None else area
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, names, stats, _ = cv2.connectedComponentsWithStats(joined)
    for name in range(1, count):
        big = stats[name, cv2.CC_STAT_AREA] >= limits.hand_pixels
        if big and _reaches_in(names == name, tray > 0, limits):
            part: Mask = (names == name).astype(np.uint8)
            return part
    return None


def stands_out(image: Image, part: Mask, area: Mask | None = None) -> float:
    """How unlike the rest of the tray a part of it looks: distance of mean and median colour, 8-bit levels.

    A change alone does not say whether the hand is in the picture before or in the one after.
    """
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    tray = np.ones_like(part, bool) if area is None else area > 0
    inside, rest = small[(part > 0) & tray], small[(part == 0) & tray]
    if not len(inside) or not len(rest):
        return 0.0
    return float(np.linalg.norm(inside.mean(axis=0) - np.median(rest, axis=0)))


def _reaches_in(blob: NDArray[np.bool_], tray: NDArray[np.bool_], limits: MotionLimits) -> bool:
    inside = int(np.count_nonzero(blob & tray))
    beyond = int(np.count_nonzero(blob & ~tray))
    edge = int(blob[0].sum() + blob[-1].sum() + blob[:, 0].sum() + blob[:, -1].sum())
    crosses = beyond >= limits.hand_beyond or edge >= limits.hand_edge
    return crosses and bool(limits.piece < inside <= limits.light_share * np.count_nonzero(tray))
