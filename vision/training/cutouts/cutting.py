"""Cut dice out of photographs by their silhouettes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.shape_of_kind import SHAPES
from vision.training.pictures import FACET, Mark
from vision.training.unboxed import FoundDie

LARGEST = 54.0
"""Radius of a whole die, px, to which a larger one is shrunk: in no scene it is much larger."""
CUBE_REACH = 1.35
"""Radius of a whole six-sided die seen from above, in radii of its top face."""
SURE, LIKELY, REACH = 0.45, 0.95, 1.75
"""Radii of a whole die: within the first all is die, within the second most, beyond the third nothing."""
ROUNDS = 5
"""Iterations of GrabCut."""
APART = 1.7
"""Radii of a whole die: where another is nearer, the two are not told apart."""
WITHIN = 1.25
"""Radii of a whole die that the picture shows around it."""
LEAST_AREA, MOST_AREA = 0.29, 1.1
"""Area of a silhouette, in that of the circle with the radius of a whole die."""
SOLID = 0.92
"""Least share of its convex hull that a silhouette fills: a die is convex, and a gap is a bright part of a side face."""
ROUND = 1.55
"""At most so many times longer than wide is a die."""
STEP = 2.5
"""Px inside and outside of the outline at which colours are compared."""
PLAIN = 14.0
"""Difference of colour across an outline, of 255 (CIELAB), from which on it is plainly one."""
PLAIN_SHARE = 0.85
"""Least share of an outline that is plain."""
DARK = 0.5
"""Share of the lightness of a die's top below which a large patch is a shadow, and no part of the die."""
PIP = 0.27
"""Diameter, in radii of the whole die: what is narrower is a pip or a gap, no shadow."""
INWARD = 1.2
"""Px by which the outline is drawn in, so that no ground is left at the border."""
SOFT = 0.7
"""Sigma, px, of the border's fading."""
CLOSE, OPEN = 5, 5
"""Px; smaller gaps (pips at the border) are filled, smaller spurs (wisps of shadow) cut off."""


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """One die without its ground."""

    colours: Image
    """(H, W, 3) uint8 BGR; beyond the silhouette the colours of its border go on."""
    cover: NDArray[np.float32]
    """(H, W) 0..1, how much of each px is die."""
    x: float
    y: float
    """Centre of the top face, px of the cut-out."""
    radius: float
    """Mean distance of its corners from the centre, px."""
    whole: float
    """Radius of the whole die seen from above, px."""
    kind: str
    value: str
    aslant: float
    """Sine of the angle between the top face and the line of sight; 0: the camera looks straight down."""
    is_sized: bool
    """True if the radius is measured."""
    is_from_above: bool
    """True if the camera looked straight down, so that the die may be turned at will."""


def placed(marks: Sequence[Mark], found: Sequence[FoundDie]) -> Iterator[tuple[Mark, float]]:
    """Yield the labelled six-sided dice which the reader finds with their value, at its place; and how aslant each is.

    Labels of photographs tell the place roughly: as the extent of the pips, or of the die and its shadow.
    """
    for mark in marks:
        reach = 0.5 * max(mark.box[2:]) if mark.box else mark.radius
        near = [d for d in found if d.value == mark.value and math.hypot(d.x - mark.x, d.y - mark.y) < reach]
        if len(near) == 1:
            die = near[0]
            yield replace(mark, x=die.x, y=die.y, radius=die.radius, is_sized=True), math.hypot(*die.tilt)


def whole_radius(mark: Mark) -> float:
    """Return the radius of the whole die as seen from above, px."""
    return mark.radius * CUBE_REACH if mark.kind == "d6" else mark.radius / FACET[SHAPES[mark.shape]]


def cut(
    image: Image, mark: Mark, others: Sequence[tuple[float, float]], aslant: float, from_above: bool
) -> CutOut | None:
    """Return the die at a mark without its ground; None where its silhouette is not plain.

    `others`: centres of the other dice, px.
    """
    whole = whole_radius(mark)
    if any(math.hypot(x - mark.x, y - mark.y) < APART * whole for x, y in others):
        return None
    factor = min(1.0, LARGEST / whole)
    half = math.ceil(REACH * whole * factor) + 2
    matrix = np.array([[factor, 0, half - factor * mark.x], [0, factor, half - factor * mark.y]])
    if not _is_inside(image, mark, WITHIN * whole):
        return None
    patch = _patch(image, matrix, factor, half)
    mask = silhouette(patch, whole * factor)
    if not is_plain(patch, mask, whole * factor) or has_shadow(patch, mask, whole * factor):
        return None
    colours, cover = _without_ground(patch, mask)
    radius = mark.radius * factor
    if mark.kind == "d6":  # the reader tells small dice too large; the top face is a part of the silhouette
        radius = min(radius, math.sqrt(float(mask.sum()) / 2))
    return CutOut(
        colours, cover, half, half, radius, whole * factor, mark.kind, mark.value, aslant, mark.is_sized, from_above
    )


def _is_inside(image: Image, mark: Mark, reach: float) -> bool:
    height, width = image.shape[:2]
    return reach <= mark.x < width - reach and reach <= mark.y < height - reach


def _patch(image: Image, matrix: NDArray[np.float64], factor: float, half: int) -> Image:
    """Return the surroundings of a die, (2 * half, 2 * half, 3), shrunk without moiré."""
    blurred = cv2.GaussianBlur(image, (0, 0), 0.4 / factor) if factor < 0.7 else image
    return cv2.warpAffine(
        blurred, matrix, (2 * half, 2 * half), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8)


def silhouette(patch: Image, whole: float) -> NDArray[np.uint8]:
    """Return the mask, 0 or 1, of the die in the middle of a patch; `whole`: its radius, px."""
    height, width = patch.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width]
    away = np.hypot(columns - width / 2, rows - height / 2) / whole
    seed = np.full((height, width), cv2.GC_BGD, np.uint8)
    seed[away < REACH] = cv2.GC_PR_BGD
    seed[away < LIKELY] = cv2.GC_PR_FGD
    seed[away < SURE] = cv2.GC_FGD
    cv2.setRNGSeed(1)
    cv2.grabCut(patch, seed, None, np.zeros((1, 65)), np.zeros((1, 65)), ROUNDS, cv2.GC_INIT_WITH_MASK)
    mask = np.isin(seed, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _disc(CLOSE))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(OPEN))
    return _middle_part(mask)


def _disc(side: int) -> NDArray[np.uint8]:
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.uint8)


def _middle_part(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the part around the middle alone; its convex hull where it nearly is that."""
    middle = (mask.shape[1] / 2, mask.shape[0] / 2)
    whole = np.zeros_like(mask)
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        if cv2.pointPolygonTest(outline, middle, measureDist=False) >= 0:
            hull = cv2.convexHull(outline)
            is_solid = cv2.contourArea(outline) > SOLID * cv2.contourArea(hull)
            cv2.drawContours(whole, [hull if is_solid else outline], -1, 1, -1)
    return whole


def is_plain(patch: Image, mask: NDArray[np.uint8], whole: float) -> bool:
    """Return whether a silhouette is that of a die: as large, convex, compact, and a line where colours change."""
    outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    if len(outlines) != 1 or mask[[0, -1]].any() or mask[:, [0, -1]].any() or len(outlines[0]) < 5:
        return False
    area = cv2.contourArea(outlines[0])
    (_, (width, height), _) = cv2.minAreaRect(outlines[0])
    return (
        LEAST_AREA < area / (math.pi * whole * whole) < MOST_AREA
        and area > SOLID * cv2.contourArea(cv2.convexHull(outlines[0]))
        and max(width, height) < ROUND * min(width, height)
        and change_across(patch, mask) >= PLAIN_SHARE
    )


def has_shadow(patch: Image, mask: NDArray[np.uint8], whole: float) -> bool:
    """Return whether a silhouette has a dark patch larger than a pip."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)
    middle = np.zeros_like(mask)
    cv2.circle(middle, (mask.shape[1] // 2, mask.shape[0] // 2), round(SURE * whole), 1, -1)
    dark = ((grey < DARK * np.median(grey[middle > 0])) & (mask > 0)).astype(np.uint8)
    return bool(cv2.morphologyEx(dark, cv2.MORPH_OPEN, _disc(max(3, round(PIP * whole)))).any())


def change_across(patch: Image, mask: NDArray[np.uint8]) -> float:
    """Return the share of a silhouette's outline across which the colour plainly changes."""
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    depth = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 2.0)
    down, right = np.gradient(depth)
    rows, columns = np.nonzero(mask & ~cv2.erode(mask, np.ones((3, 3), np.uint8)) & 1)
    away = np.stack([columns, rows], 1).astype(np.float32)
    way = np.stack([right, down], 2)[rows, columns]
    way = (way / (np.linalg.norm(way, axis=1, keepdims=True) + 1e-6)).astype(np.float32)
    inside, outside = (_sampled(lab, away + side * STEP * way) for side in (1, -1))
    return float((np.linalg.norm(inside - outside, axis=1) > PLAIN).mean())


def _sampled(lab: NDArray[np.float32], points: NDArray[np.float32]) -> NDArray[np.float32]:
    found = cv2.remap(lab, points[:, :1], points[:, 1:], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found[:, 0], np.float32)


def _without_ground(patch: Image, mask: NDArray[np.uint8]) -> tuple[Image, NDArray[np.float32]]:
    """Return colours that go on beyond the border, and a cover that fades there: no ground shines through."""
    within = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    inner = (within > INWARD + SOFT).astype(np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(1 - inner, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    places = np.zeros((int(nearest.max()) + 1, 2), np.intp)
    rows, columns = np.nonzero(inner)
    places[nearest[rows, columns]] = np.stack([rows, columns], 1)
    source = places[nearest]
    colours = patch[source[..., 0], source[..., 1]]
    cover = cv2.GaussianBlur((within > INWARD).astype(np.float32), (0, 0), SOFT)
    return np.ascontiguousarray(colours), np.asarray(cover, np.float32)
