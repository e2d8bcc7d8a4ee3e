"""Find outlines of whole playing cards, bright quadrilaterals of a card's proportions, and measure their surroundings.

Print on a card is read by `index_finder.py` and `index_net.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image, Point
from vision.cards.index_field import IndexField

Corners = NDArray[np.float32]

RECTIFIED = (352, 252)  # rows, columns of a rectified card: 4 px/mm of 63 x 88 mm
SEARCHED = 640  # px: outlines are looked for in a picture of this long side
LEAST_SHARE, MOST_SHARE = 0.004, 0.97  # of the picture that one card may cover
BRIGHT = (70, 95, 121, 147, 173, 199, 225)  # grey levels of green at which bright things are cut from their ground
EDGES = (30, 90)  # steps of grey: what goes on from an edge, and what begins one
PALE = (90, 120, 150, 180)  # the same of the darkest colour, for coloured ground
CUT = 0.004  # of the picture's long side: what ends so near to its edge is cut by it
SOLID = 0.88  # of its hull that a shape fills at least
BENT = 0.012  # of the hull's length: by so much a straight run may be bent
PARALLEL = 0.3  # sine of the angle below which two sides do not meet in a corner
EVEN = 0.6  # of the opposite side: seen aslant at most so much shorter
PROPORTIONS = (1.12, 1.95)  # long by short sides; 1.4 from straight above
FULL = (0.9, 1.06)  # of the quadrilateral that the hull fills; a disc fills 0.79
UNREAD = (1.22, 1.65)  # proportions of an outline that only its look makes a card
PAPER = 90  # grey level of green, least of the rim
RIM = 0.035  # of the width: depth of the measured rim
RIM_OFF, RIM_EVEN = 0.2, 0.85  # of the rim's light; least share of the rim's px within that distance
INK, PRINTED = 0.72, (0.01, 0.85)  # of the paper's light, below which is print; share of the card that print covers

RING = 1.12  # of the card's size: samples are taken so far out, 4 to 5 mm beyond its edge
RING_SAMPLES = 24  # to a side
OTHER_GROUND = 26.0  # Lab units between two grounds; light falls off by up to 15 around one card
LIGHTNESS_WEIGHT = 0.6  # weight of L against a and b: a shadow is not another ground
A_FACE = 0.5  # share from which a cell of the field shows a card
_SOFT = 320  # px of the long side of the picture whose colours are compared; grain and pattern are gone


@dataclass(frozen=True, slots=True)
class CardOutline:
    """Four corners (4, 2) float32 px of the full picture, clockwise, the first side a short one; `fit` 0..1."""

    corners: Corners
    fit: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x, y, w, h px."""
        (x, y), (right, bottom) = self.corners.min(0), self.corners.max(0)
        return float(x), float(y), float(right - x), float(bottom - y)

    def holds(self, point: Point) -> bool:
        """Return whether a point, px, is inside the outline."""
        return cv2.pointPolygonTest(self.corners, point, False) >= 0

    @property
    def area(self) -> float:
        """Px."""
        return float(cv2.contourArea(self.corners))

    def overlaps(self, other: "CardOutline") -> float:
        """Shared area over the smaller one's, 0..1."""
        shared, _ = cv2.intersectConvexConvex(self.corners, other.corners)
        return float(shared) / max(1.0, min(self.area, other.area))

    def is_whole(self, shape: tuple[int, ...]) -> bool:
        """Return whether the outline ends inside a picture of a shape (rows, columns), so is not cut by its edge."""
        rim = CUT * max(shape[:2])
        inside = (self.corners > rim) & (self.corners < np.array(shape[1::-1]) - 1 - rim)
        return bool(inside.all())

    @property
    def aspect(self) -> float:
        """Long over short sides."""
        side = np.hypot(*(np.roll(self.corners, -1, axis=0) - self.corners).T)
        return float((side[1] + side[3]) / max(1.0, float(side[0] + side[2])))


def find_outlines(image: Image) -> tuple[CardOutline, ...]:
    """Outlines of single cards, the best first, none twice."""
    scale = min(1.0, SEARCHED / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8)
    placed = [_placed(outline, scale) for mask in _masks(small) for outline in _quads(mask)]
    return _distinct(sorted(placed, key=lambda outline: -outline.fit))


def _placed(outline: CardOutline, scale: float) -> CardOutline:
    corners = ((outline.corners + 0.5) / scale - 0.5).astype(np.float32)
    return CardOutline(corners, outline.fit)


def _masks(small: Image) -> Iterator[Image]:
    """Bright things at several thresholds, pale things, and what edges enclose."""
    soft = cv2.GaussianBlur(small, (3, 3), 0)
    plane = soft[..., 1]
    for level in BRIGHT:
        yield (plane > level).astype(np.uint8)
    pale = soft.min(axis=2)
    for level in PALE:
        yield (pale > level).astype(np.uint8)
    edges = _edges(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))
    yield (cv2.dilate(edges, np.ones((3, 3), np.uint8)) == 0).astype(np.uint8)


def _edges(grey: Image) -> Image:
    """Find edges with OpenCV's own Canny.

    Intel's variant, the default on one thread, gives the same pixels in half a millisecond less. But it writes past its
    memory if half of a picture is edges (print, mesh), and the process dies: OpenCV 5.0.0.93.
    """
    was = cv2.ipp.useIPP()
    cv2.ipp.setUseIPP(False)  # of this thread alone
    try:
        return cv2.Canny(grey, *EDGES).astype(np.uint8, copy=False)
    finally:
        cv2.ipp.setUseIPP(was)


def _quads(mask: Image) -> Iterator[CardOutline]:
    shapes, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    whole = mask.shape[0] * mask.shape[1]
    for shape in shapes:
        hull = cv2.convexHull(shape)
        area = float(cv2.contourArea(hull))
        if not LEAST_SHARE * whole < area < MOST_SHARE * whole:
            continue
        solid = cv2.contourArea(shape) / area
        corners = four_corners(hull.reshape(-1, 2).astype(np.float32)) if solid > SOLID else None
        if corners is None:
            continue
        fit = _fit(corners, area, solid)
        if fit > 0:
            yield CardOutline(corners, fit)


def four_corners(hull: Corners) -> Corners | None:
    """Return the quadrilateral whose sides are the four longest straight runs of a hull (n, 2); None without
    four.

    Sides are met, not corner points taken: a card's corners are round.
    """
    shape = cv2.approxPolyDP(hull[:, None], BENT * cv2.arcLength(hull[:, None], True), True).reshape(-1, 2)
    if len(shape) < 4:
        return None
    sides = np.roll(shape, -1, axis=0) - shape
    longest = np.sort(np.argsort(-np.hypot(sides[:, 0], sides[:, 1]))[:4])
    met = [_meet(shape[a], sides[a], shape[b], sides[b]) for a, b in zip(longest, np.roll(longest, -1), strict=True)]
    if any(point is None for point in met):
        return None
    return _ordered(np.array(met, np.float32))


def _meet(a: Corners, along_a: Corners, b: Corners, along_b: Corners) -> Corners | None:
    cross = float(along_a[0] * along_b[1] - along_a[1] * along_b[0])
    if abs(cross) < PARALLEL * float(np.hypot(*along_a) * np.hypot(*along_b)):
        return None
    t = float((b[0] - a[0]) * along_b[1] - (b[1] - a[1]) * along_b[0]) / cross
    return (a + t * along_a).astype(np.float32)


def _ordered(corners: Corners) -> Corners:
    """Clockwise as seen, beginning with a short side."""
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    side = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    return np.ascontiguousarray(corners if side[0] + side[2] <= side[1] + side[3] else np.roll(corners, -1, axis=0))


def _fit(corners: Corners, area: float, solid: float) -> float:
    """Return how well the hull fills the quadrilateral; 0 if it is not a card."""
    side = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    quad = float(cv2.contourArea(corners))
    short, long = side[[0, 2]], side[[1, 3]]
    even = min(short) > EVEN * max(short) and min(long) > EVEN * max(long)
    aspect = float(long.mean() / max(1.0, short.mean()))
    full = area / max(quad, 1.0)
    is_card = even and PROPORTIONS[0] < aspect < PROPORTIONS[1] and FULL[0] < full < FULL[1]
    if not (is_card and cv2.isContourConvex(corners)):
        return 0.0
    return min(full, 1.0) * solid


def _distinct(sorted_outlines: Iterable[CardOutline]) -> tuple[CardOutline, ...]:
    """Without those that are nearly the same as a better one; one inside another stays, both may be the card."""
    kept: list[CardOutline] = []
    for outline in sorted_outlines:
        if all(outline.overlaps(other) < 0.8 or not 0.6 < outline.area / other.area < 1.67 for other in kept):
            kept.append(outline)
    return tuple(kept)


def rectify(image: Image, outline: CardOutline) -> Image:
    """Return the card upright or upside down, (352, 252, 3) uint8 BGR."""
    rows, columns = RECTIFIED
    target = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) - 0.5
    side = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T).mean()
    shrink = 0.75 * (rows + columns) / max(1.0, float(side))
    # A card much larger than its target is made smaller first, as a warp alone would skip pixels.
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.8 else image
    factor = shrink if shrink < 0.8 else 1.0
    corners = ((outline.corners + 0.5) * factor - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, target)
    return cv2.warpPerspective(small, matrix, (columns, rows), flags=cv2.INTER_LINEAR).astype(np.uint8)


def is_card_like(card: Image, outline: CardOutline) -> bool:
    """Return whether an unread outline is a card, not a sheet, book or coaster: it has an even pale rim and print
    inside.
    """
    plane = card[..., 1].astype(np.float32)
    rows, columns = plane.shape
    inset = int(columns * RIM)
    rim = np.concatenate(
        [
            plane[inset : inset + 4].ravel(),
            plane[-inset - 4 : -inset].ravel(),
            plane[:, inset : inset + 4].ravel(),
            plane[:, -inset - 4 : -inset].ravel(),
        ]
    )
    paper = float(np.median(rim))
    even = float((np.abs(rim - paper) < RIM_OFF * paper).mean())
    printed = float((plane[rows // 12 : -rows // 12, columns // 12 : -columns // 12] < INK * paper).mean())
    shaped = UNREAD[0] < outline.aspect < UNREAD[1]
    return paper > PAPER and even > RIM_EVEN and PRINTED[0] < printed < PRINTED[1] and shaped


def foreign_share(image: Image, card: Corners, others: Sequence[Corners], field: IndexField) -> float:
    """Return the longest part of a card's surroundings that differs from the rest, 0..1.

    image: (H, W, 3) uint8 BGR. card: (4, 2) px. Skips surroundings under other cards, on a card's face (an outline may
    cut its own card) and outside the picture.
    """
    scale = _SOFT / max(image.shape[:2])
    around = _ring(card)
    inside = ((around >= 0) & (around < np.array(image.shape[1::-1]))).all(axis=1)
    clear = np.array([not any(_holds(other, point) for other in others) for point in around])
    known = inside & clear & (field.face_at(around) < A_FACE)
    if known.sum() < RING_SAMPLES:
        return 0.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    cells = np.clip((around * scale).astype(np.intp), 0, np.array(lab.shape[1::-1]) - 1)
    colours = lab[cells[:, 1], cells[:, 0]] * (LIGHTNESS_WEIGHT, 1, 1)
    away = np.hypot.reduce(colours - np.median(colours[known], axis=0), axis=1)
    return _longest((away > OTHER_GROUND) & known) / float(known.sum())


def _ring(card: Corners) -> NDArray[np.float64]:
    """(4 * SAMPLES, 2) px around the card."""
    middle = card.mean(axis=0)
    corners = middle + (card - middle) * RING
    steps = np.linspace(0, 1, RING_SAMPLES, endpoint=False)[:, None]
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(sides).astype(np.float64)


def _holds(card: Corners, point: NDArray[np.float64]) -> bool:
    middle = card.mean(axis=0)
    grown = np.asarray(middle + (card - middle) * RING, np.float32)
    return cv2.pointPolygonTest(grown, (float(point[0]), float(point[1])), measureDist=False) >= 0


def _longest(which: NDArray[np.bool_]) -> int:
    """Return the longest run of a ring."""
    if which.all():
        return len(which)
    best = run = 0
    for one in np.concatenate([which, which]):
        run = run + 1 if one else 0
        best = max(best, run)
    return best
