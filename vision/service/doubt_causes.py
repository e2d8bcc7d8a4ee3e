"""Say why an object of a picture could not be read: one measure of the picture a cause, each with its limit.

The limits lie between 140 dice that are read and dice spoilt on purpose (`./table bench advice`). No measure reads a face.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import Box, Doing, SeenObject
from vision.detect import find_objects
from vision.image import Image
from vision.kit import CARD
from vision.service.health.image_measures import WHITE, edges
from vision.stream import is_near
from vision.tray import ENOUGH_MARKERS, find_markers, slant_of

NEAR = 0.5
"""Share of the picture's short side. Of dice of 0.5 to 1.1 most are read, of those of 0.8 to 1.8 every third."""
WAYS_BACK = (2.0, 3.0)
"""By so much the picture is widened to look at it as if from farther away, the second if nothing is found at the first."""
STEP_BACK_PX = 320
"""Long side of the picture within the wider one, px."""
SURELY_DIE = 0.5
"""Least score of a die that is found from farther away."""
FEW_PX = 26.0
"""Mean side of a box, px. Its face has a radius of 6 px, and is seldom read. Boxes of tiny dice are told too large."""
SMALLEST_PART = 0.09
"""Side of the smallest pip to that of its die. A tray far away looks like a die, with dice smaller than that for pips."""
FAR = 0.0125
"""Radius of a face to the picture's long side. In the whole picture faces of up to 0.01 are not found."""
PLAIN_HEAT = 0.3
"""Least heat of a small die that is found from nearer; the finder's wrong ones are fainter."""
PIPS = "d6"
"""Kind of the dice whose faces are round pips, seen as ellipses from the side."""
DARK = 66.0
"""Grey level that the brightest twentieth around a die reaches. Dice that are read have 70 or more, also black ones on black felt."""
BLOWN_OUT = 0.35
"""Share of a die's box that is blindingly white. Of dice that are read 95 in 100 have up to 0.03, the whitest has 0.54."""
BLURRED = 1.9
"""Blur of a die's edges, in 64ths of its side. Dice that are read have up to 1.7."""
SQUEEZED = 0.75
"""Width of a pip to its length; 0.71 is seen at 45 degrees. In trays 95 in 100 dice have 0.84 or more, on a desk 0.7."""
OBLIQUE = 40.0
"""Degrees from straight down. At the slant of a usual hanging camera, up to 28, dice are read."""
TOUCHING = 1.1
"""Distance of the centres of dice that touch, in mean sides of their boxes: 0.7 face to face, 1.1 corner to corner."""
AT_EDGE = 0.02
"""Of its side: so near is the picture's edge that cuts a die."""
AROUND = 0.4
"""Of its side: so much of the surroundings tells how light it is."""

DIE_PX = 64
"""Side to which a die is scaled before its edges are measured."""
BESIDE = 0.25
"""Of its side: its outline is seen with so much around it."""
PIPS_PX = 96
"""Side to which a die is scaled before its pips are measured."""
PIP_PX = 25
"""Side of the window in which a pip stands out, px of the scaled die."""
LEAST_PIP, MOST_PIP = 25.0, 900.0
"""Area of a pip, px of the scaled die."""
STANDS_OUT = 18.0
"""Least grey levels between a pip and the die."""
CONVEX = 0.92
"""Least share of its hull that a pip fills: others are symbols, or scratches."""
ELLIPSE = (0.9, 1.2)
"""Area of a pip to that of the ellipse fitted to it."""


@dataclass(frozen=True, slots=True)
class NearDie:
    """A die that is seen whole only from farther away, px of the picture."""

    x: float
    y: float
    radius: float
    """Of its top face."""

    def holds(self, box: Box) -> bool:
        """Return whether a box is of that die, or of a part of it such as a pip. What is smaller is no part."""
        middle = box[0] + box[2] / 2 - self.x, box[1] + box[3] / 2 - self.y
        return float(np.hypot(*middle)) < self.radius and mean_of(box) > SMALLEST_PART * 2 * self.radius


@dataclass(frozen=True, slots=True)
class PictureView:
    """How a picture was taken, as far as it hinders reading: measured once for all objects."""

    near: tuple[NearDie, ...] = ()
    slant: float = 0.0
    """Degrees between the camera's view and straight down; 0 where no tray tells it."""


def view_of_picture(image: Image) -> PictureView:
    """Measure how a picture was taken. A tray whose markers are seen is not near. Takes as long as a look at the tray."""
    ours = find_markers(image)
    if len(ours) >= ENOUGH_MARKERS:
        return PictureView((), slant_of(ours, image.shape[1], image.shape[0]))
    return PictureView(find_near_dice(image))


def view_cause(image: Image, box: Box, view: PictureView) -> Doing | None:
    """Return why nothing at all could be read there: light, lens, distance or the picture's edge. None if they are good."""
    if light_around(image, box) < DARK:
        return "dark"
    if mean_of(box) > NEAR * min(image.shape[:2]) or any(die.holds(box) for die in view.near):
        return "too_near"
    if is_cut(box, image):
        return "hidden"
    if blown_out(image, box) > BLOWN_OUT:
        return "glare"
    if mean_of(box) < FEW_PX:
        return "too_far"
    return "blurred" if blur(image, box) > BLURRED else None


def place_cause(image: Image, seen: SeenObject, objects: Sequence[SeenObject], view: PictureView) -> Doing | None:
    """Return why an object cannot be read where it lies; None if it lies well. Without a tray only pips tell the slant."""
    assert seen.box is not None
    if view.slant > OBLIQUE or (seen.kind == PIPS and squeeze(image, seen.box) < SQUEEZED):
        return "too_oblique"
    return "touching" if touches(seen, objects) else None


def find_near_dice(image: Image) -> tuple[NearDie, ...]:
    """Return the dice that are too large for their picture, found in the middle of a wider picture."""
    for back in WAYS_BACK:
        if found := _seen_from(image, back):
            return tuple(die for die in found if 2 * die.radius > NEAR * min(image.shape[:2]))
    return ()


def _seen_from(image: Image, back: float) -> tuple[NearDie, ...]:
    """Return the dice in a picture that is widened by so much."""
    share = STEP_BACK_PX / max(image.shape[:2])
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    edge = round(STEP_BACK_PX * (back - 1) / 2)
    floor = [float(level) for level in np.median(small.reshape(-1, 3), axis=0)]
    wide = cv2.copyMakeBorder(small, *(edge,) * 4, cv2.BORDER_CONSTANT, value=floor).astype(np.uint8, copy=False)
    found = [one for one in find_objects(wide, {}) if one.score >= SURELY_DIE]
    return tuple(NearDie((one.x - edge) / share, (one.y - edge) / share, one.radius / share) for one in found)


def has_far_dice(image: Image) -> bool:
    """Return whether a quarter of the picture, looked at as if from nearer, shows a small die.

    The quarters overlap: a die in the middle is whole in one of them.
    """
    height, width = (side // 2 for side in image.shape[:2])
    steps = [(y, x) for y in (0, height // 2, height) for x in (0, width // 2, width)]
    quarters = (image[y : y + height, x : x + width] for y, x in steps)
    found = [one for quarter in quarters for one in find_objects(np.ascontiguousarray(quarter), {})]
    most = FAR * max(image.shape[:2])
    return any(one.score >= SURELY_DIE and one.heat >= PLAIN_HEAT and one.radius < most for one in found)


def mean_of(box: Box) -> float:
    """Return the mean side of a box, px."""
    return (box[2] + box[3]) / 2


def is_cut(box: Box, image: Image) -> bool:
    """Return whether the picture's edge cuts an object."""
    height, width = image.shape[:2]
    x, y, w, h = box
    return bool(min(x, y, width - x - w, height - y - h) < AT_EDGE * mean_of(box))


def light_around(image: Image, box: Box) -> float:
    """Return the grey level, 0..255, that the brightest twentieth of an object and its surroundings reaches."""
    return float(np.percentile(part_of(image, box, AROUND).mean(axis=2), 95))


def blown_out(image: Image, box: Box) -> float:
    """Return the share, 0..1, of an object's box that is blindingly white."""
    return float((part_of(image, box).min(axis=2) >= WHITE).mean())


def blur(image: Image, box: Box) -> float:
    """Return how blurred the sharpest edges of an object are, in 64ths of its side; 0 without edges."""
    return edges(_scaled(part_of(image, box, BESIDE), DIE_PX / mean_of(box))).sharpest


def squeeze(image: Image, box: Box) -> float:
    """Return how much narrower than long the pips of a die are, the median; 1 for circles, and without pips."""
    part = part_of(image, box, AROUND / 4)
    grey = cv2.GaussianBlur(_scaled(part, PIPS_PX / max(part.shape[:2])), (0, 0), 1.0).astype(np.uint8, copy=False)
    ratios = max((_pips(grey, way) for way in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)), key=len)
    return float(np.median(ratios)) if ratios else 1.0


def touches(seen: SeenObject, objects: Sequence[SeenObject]) -> bool:
    """Return whether another object is against it. A card is larger than dice and tokens, and no obstacle."""
    return any(other is not seen and other.kind != CARD and is_near(seen, other, TOUCHING) for other in objects)


def part_of(image: Image, box: Box, around: float = 0.0) -> Image:
    """Return the part of the picture that a box covers, with so much around it, as a share of its side; at least one px."""
    height, width = image.shape[:2]
    (x, y, w, h), more = box, around * mean_of(box)
    left, top = min(width - 1, max(0, int(x - more))), min(height - 1, max(0, int(y - more)))
    return image[top : max(top, int(y + h + more)) + 1, left : max(left, int(x + w + more)) + 1]


def _scaled(part: Image, share: float) -> NDArray[np.uint8]:
    """Return a part of a picture in grey, scaled."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    way = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
    size = max(8, round(part.shape[1] * share)), max(8, round(part.shape[0] * share))
    return cv2.resize(grey, size, interpolation=way).astype(np.uint8, copy=False)


def _pips(grey: NDArray[np.uint8], way: int) -> list[float]:
    """Return the width to the length of each spot that is darker (`MORPH_BLACKHAT`) or lighter than its surroundings."""
    window = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (PIP_PX, PIP_PX))
    spots = cv2.morphologyEx(grey, way, window)
    least = max(STANDS_OUT, 0.5 * float(np.percentile(spots, 99)))
    outlines, _ = cv2.findContours((spots > least).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    ratios = [_pip(np.asarray(outline, np.int32), grey.shape) for outline in outlines]
    return [ratio for ratio in ratios if ratio is not None]


def _pip(outline: NDArray[np.int32], shape: tuple[int, ...]) -> float | None:
    """Return the width of a spot to its length; None unless it is an ellipse of a pip's size within the picture."""
    area, (x, y, w, h) = cv2.contourArea(outline), cv2.boundingRect(outline)
    is_inside = min(x, y) > 0 and x + w < shape[1] and y + h < shape[0]
    if not is_inside or not LEAST_PIP < area < MOST_PIP or area < CONVEX * cv2.contourArea(cv2.convexHull(outline)):
        return None
    _, (one, other), _ = cv2.fitEllipseDirect(outline)
    round_area = np.pi * one * other / 4
    return (
        float(min(one, other) / max(one, other)) if ELLIPSE[0] * round_area < area < ELLIPSE[1] * round_area else None
    )
