"""Markers as people really print and lay them: exchanged, turned, covered, printed as a mirror image. To say what is wrong.

What is read goes by `vision.plane` alone, which takes the four right ones and nothing else.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kit import Image
from vision.plane import MARKER_MM, MARKERS, find_markers
from vision.tilt import View, view_of

Quad: TypeAlias = NDArray[np.float32]
"""(4, 2) px, the printed top left corner first."""
Print: TypeAlias = Literal["right", "mirrored", "reversed"]
"""reversed: white on black."""

LARGE_AT = 1600
"""px; long side at which the picture is looked at where not all four were found in a small copy: a tray far away."""
CLOSER = 2.0
"""So many times enlarged is it looked at once more: then markers 13 px wide are found."""
ONE_PLACE = 0.7
"""Sides; markers nearer to each other than this are one, found twice."""
LIKE_OURS = (0.6, 1.7)
"""Sides of the tray's markers, between which another sheet's are."""
SEVERAL = 3
"""So many of one size are markers of another sheet, where none of the tray's is seen."""
LEAST_PX = 14.0
"""Side from which on a foreign marker is believed: in smaller ones a table's grain can be read as well."""
TRAY_MM = (274.0, 194.0)
"""Between the middles of the markers of a usual tray; where only one or two are seen, the others are looked for there."""
LOWEST, NARROWEST = 0.6, 1.4
"""Short by long side, and long by short side, of the rectangle between the markers of a narrow tray."""
HALF_MM = 8.5
"""From a marker's middle to the edge of what is printed of it."""
PLACES = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Of the markers 0 to 3 about the tray's middle, right and down."""


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The markers of a picture."""

    seen: tuple[tuple[int, Quad], ...] = ()
    """Every one, also those of other sheets."""
    print: Print = "right"
    is_picture_mirrored: bool = False
    """Where they are mirrored: the whole picture is, and not the sheet alone."""

    @property
    def ours(self) -> dict[int, Quad]:
        """The tray's own, the first of each id."""
        return {number: quad for number, quad in reversed(self.seen) if number in MARKERS}

    @property
    def foreign(self) -> tuple[int, ...]:
        """Ids of no tray of ours."""
        return tuple(sorted({number for number, _ in self.seen if number not in MARKERS}))

    @property
    def doubled(self) -> tuple[int, ...]:
        """Ids of the tray that are seen twice."""
        ids = [number for number, _ in self.seen if number in MARKERS]
        return tuple(sorted({number for number in ids if ids.count(number) > 1}))


def marks_in(image: Image) -> Marks:
    """The markers as they are seen; a picture with all four costs no more than `find_markers`."""
    found = find_markers(image)
    if len(found) == len(MARKERS):
        return Marks(tuple(found.items()))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    plain = _joined([*found.items(), *_exact(grey)])
    if len({number for number, _ in plain} & set(MARKERS)) < len(MARKERS):
        plain = _joined([*plain, *_exact(grey, CLOSER)])
    marks = Marks(_of_our_size(plain))
    others = (_mirrored(grey), _reversed(grey))
    best = max(others, key=lambda other: len(other.ours))
    return best if len(best.ours) > max(1, len(marks.ours)) else marks


def _exact(grey: NDArray[np.uint8], closer: float = 1.0) -> list[tuple[int, Quad]]:
    """Every marker of the book without a wrong bit, looked for in the whole picture, be it enlarged."""
    share = min(1.0, LARGE_AT / max(grey.shape)) * closer
    way = cv2.INTER_AREA if share < 1 else cv2.INTER_CUBIC
    seen = grey if share == 1 else cv2.resize(grey, None, fx=share, fy=share, interpolation=way)
    quads, ids, _ = _detector().detectMarkers(seen)
    numbers = np.asarray([] if ids is None else ids).ravel()
    places = [(np.asarray(quad, np.float32).reshape(4, 2) + 0.5) / share - 0.5 for quad in quads]
    return [(int(number), place.astype(np.float32)) for number, place in zip(numbers, places, strict=True)]


def _mirrored(grey: NDArray[np.uint8]) -> Marks:
    width = grey.shape[1]
    there = _exact(np.ascontiguousarray(grey[:, ::-1]))
    ours = {number: quad for number, quad in there if number in MARKERS}
    back = tuple((number, (quad * (-1, 1) + (width - 1, 0)).astype(np.float32)) for number, quad in there)
    return Marks(_of_our_size(back), "mirrored", is_picture_mirrored=_lie_in_order(ours))


def _reversed(grey: NDArray[np.uint8]) -> Marks:
    return Marks(_of_our_size(tuple(_exact((255 - grey).astype(np.uint8)))), "reversed")


def _lie_in_order(ours: Mapping[int, Quad]) -> bool:
    """Whether most pairs lie to each other as they should, seen along their own edges."""
    votes = 0.0
    for one, other in combinations(sorted(ours), 2):
        right, down = _axes(ours[one])
        way = _middle(ours[other]) - _middle(ours[one])
        wanted = np.subtract(PLACES[other], PLACES[one])
        votes += np.sign(wanted[0]) * np.sign(way @ right) + np.sign(wanted[1]) * np.sign(way @ down)
    return votes > 0


def _joined(found: Sequence[tuple[int, Quad]]) -> tuple[tuple[int, Quad], ...]:
    """Each marker once: the same one was perhaps found in the small picture and in the large one."""
    kept: list[tuple[int, Quad]] = []
    for number, quad in found:
        if all(_distance(quad, other) > ONE_PLACE * _side(other) for _, other in kept):
            kept.append((number, quad))
    return tuple(kept)


def _of_our_size(found: Sequence[tuple[int, Quad]]) -> tuple[tuple[int, Quad], ...]:
    """Without those that are no marker of a tray: in grain, on dice and in print there are such patterns, of all sizes."""
    ours = [_side(quad) for number, quad in found if number in MARKERS]
    others = [_side(quad) for number, quad in found if number not in MARKERS and _side(quad) >= LEAST_PX]
    if not ours and not others:
        return ()
    usual = float(np.median(ours or others))
    alike = [row for row in found if row[0] not in MARKERS and LIKE_OURS[0] <= _side(row[1]) / usual <= LIKE_OURS[1]]
    believed = alike if ours or len(alike) >= SEVERAL else []
    return tuple(row for row in found if row[0] in MARKERS or any(row is other for other in believed))


@dataclass(frozen=True, slots=True)
class Order:
    """How four markers lie to each other."""

    swapped: tuple[int, ...]
    """Two that are to be exchanged; () where they go round rightly."""
    turned: tuple[int, ...]
    """Those that stand on their heads or sides in their corners."""
    quarters: int
    """Quarter turns of the whole tray in the picture, clockwise, 0 to 3."""


def order_of(ours: Mapping[int, Quad]) -> Order:
    """Of all four markers."""
    middle = np.mean([_middle(quad) for quad in ours.values()], axis=0)
    ways = {number: _middle(quad) - middle for number, quad in ours.items()}
    round_ = sorted(ways, key=lambda number: math.atan2(ways[number][1], ways[number][0]))
    first = min(range(4), key=lambda k: _wrong(round_, k))
    swapped = tuple(sorted(number for place, number in enumerate(round_) if number != (place + first) % 4))
    if swapped:
        return Order(swapped, (), 0)
    angle = _angle(_middle(ours[1]) + _middle(ours[2]) - _middle(ours[0]) - _middle(ours[3]))
    own = {number: _angle(_axes(quad)[0]) - angle for number, quad in ours.items()}
    turned = tuple(sorted(number for number, by in own.items() if _quarters(by)))
    return Order((), turned, _quarters(angle))


def _wrong(round_: Sequence[int], first: int) -> tuple[int, int]:
    """How many would lie wrongly if the one at the top left should be `first`; an upright tray is likelier than a turned one."""
    return sum(number != (place + first) % 4 for place, number in enumerate(round_)), first


def _quarters(angle: float) -> int:
    return round(angle / (math.pi / 2)) % 4


def _angle(way: NDArray[np.floating]) -> float:
    return math.atan2(float(way[1]), float(way[0]))


def scale_of(ours: Mapping[int, Quad]) -> float:
    """Px of the picture for a mm on the tray's floor; 0 without markers."""
    return float(np.mean([_side(quad) for quad in ours.values()])) / MARKER_MM if ours else 0.0


def slant_of(ours: Mapping[int, Quad], width: int, height: int) -> float:
    """Degrees between the camera's view and straight down; 0 without markers.

    The larger of what all of them tell with a usual lens, and of how narrow each seems, which needs no lens to be known.
    """
    if not ours:
        return 0.0
    narrow = _narrowness(tuple(ours.values())) if len(ours) > 1 else 1.0
    return math.degrees(math.acos(min(1.0, narrow, -_view(ours, width, height).up[2])))


def inks_of(grey: NDArray[np.uint8], ours: Mapping[int, Quad]) -> tuple[float, float]:
    """Grey levels of the markers' black and of their white, medians; 0 and 255 without markers."""
    parts = [_upright(grey, quad) for quad in ours.values()]
    rows = [np.percentile(part, (8, 92)) for part in parts if part.size]
    ink, paper = np.median(rows, axis=0) if rows else (0.0, 255.0)
    return float(ink), float(paper)


def _upright(grey: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """The part of the picture about a marker."""
    left, top = np.maximum(0, np.floor(quad.min(axis=0))).astype(int)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    return grey[top:bottom, left:right]


def _narrowness(quads: Sequence[Quad]) -> float:
    """The short axis by the long one of what a circle on the table is seen as; 1 from straight above. All together: one is small."""
    first = _edges(quads[0])[0]
    aligned = [
        max((_edges(np.roll(quad, k, axis=0)) for k in range(4)), key=lambda pair: pair[0] @ first) for quad in quads
    ]
    long, short = np.linalg.svd(np.mean([np.stack(pair) for pair in aligned], axis=0), compute_uv=False)
    return float(short / long)


def beyond(ours: Mapping[int, Quad], width: int, height: int, part: float = 1.0) -> tuple[int, ...]:
    """The markers that are not seen because they lie beyond the picture's edge; `part` 1: be it with a part of what is printed."""
    return tuple(
        number
        for number, (x, y, reach) in _expected(ours, width, height).items()
        if not (part * reach <= x < width - part * reach and part * reach <= y < height - part * reach)
    )


def _expected(ours: Mapping[int, Quad], width: int, height: int) -> dict[int, tuple[float, float, float]]:
    """Where the others must be, px, and how far what is printed of them reaches about that place."""
    if not ours:
        return {}
    view = _view(ours, width, height)
    flat = {number: _on_table(view, quad) for number, quad in ours.items()}
    mm = (
        float(np.mean([np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean() for quad in flat.values()]))
        / MARKER_MM
    )
    middles = _rectangle({number: quad.mean(axis=0) for number, quad in flat.items()}, flat, mm)
    found = {}
    for number in set(MARKERS) - set(ours):
        at, beside = _in_picture(view, np.stack([middles[number], middles[number] + (HALF_MM * mm, 0)]))
        found[number] = float(at[0]), float(at[1]), float(np.linalg.norm(beside - at))
    return found


def _rectangle(middles: Mapping[int, Quad], flat: Mapping[int, Quad], mm: float) -> dict[int, Quad]:
    """All four middles on the table, from one, two or three of them."""
    found = dict(middles)
    if len(found) == 1:
        ((number, middle),) = found.items()
        right, _ = _axes(flat[number])
        beside = number ^ 1  # 0 and 1, 2 and 3 lie beside each other along the long edge
        found[beside] = (middle + right * (PLACES[beside][0] - PLACES[number][0]) / 2 * TRAY_MM[0] * mm).astype(
            np.float32
        )
    if len(found) == 2:
        one, other = sorted(found)
        found |= _across(one, found, flat) if other - one == 2 else _opposite(one, other, found)
    for number in set(MARKERS) - set(found):
        before, after, across = ((number + k) % 4 for k in (1, 3, 2))
        found[number] = found[before] + found[after] - found[across]
    return found


def _opposite(one: int, other: int, middles: Mapping[int, Quad]) -> dict[int, Quad]:
    """One more, from two that are neighbours: no farther away than in any usual tray."""
    if (one, other) == (0, 3):
        one, other = 3, 0  # going round clockwise
    way = middles[other] - middles[one]
    share = LOWEST if one in (0, 2) else NARROWEST
    return {(other + 1) % 4: (middles[other] + np.array([-way[1], way[0]]) * share).astype(np.float32)}


def _across(one: int, middles: Mapping[int, Quad], flat: Mapping[int, Quad]) -> dict[int, Quad]:
    """One more, from two that lie across from each other, along their own edges."""
    middle, way = (middles[one] + middles[one + 2]) / 2, (middles[one + 2] - middles[one]) / 2
    right, down = _axes(flat[one])
    return {1 - one: (middle + (way @ right) * right - (way @ down) * down).astype(np.float32)}


def _view(ours: Mapping[int, Quad], width: int, height: int) -> View:
    return view_of(ours, (), width, height)


def _frame(view: View) -> NDArray[np.float64]:
    """(2, 3) right and down along the table, in the camera's frame."""
    up = np.array(view.up)
    right = np.array([1.0, 0.0, 0.0]) - up[0] * up
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(right, up)])


def _on_table(view: View, points: NDArray[np.floating]) -> Quad:
    """Places (n, 2) on the table, in units of the camera's height above it."""
    rays = np.ones((len(points), 3))
    rays[:, :2] = (points - np.array(view.middle)) / view.focal
    there = rays / -(rays @ np.array(view.up))[:, None]
    return np.asarray(there @ _frame(view).T, np.float32)


def _in_picture(view: View, places: NDArray[np.floating]) -> NDArray[np.float64]:
    """Px (n, 2) of places on the table, as `_on_table` tells them."""
    there = places @ _frame(view) - np.array(view.up)
    seen: NDArray[np.float64] = there[:, :2] / np.maximum(there[:, 2:], 1e-3) * view.focal + np.array(view.middle)
    return seen


def _middle(quad: Quad) -> NDArray[np.floating]:
    middle: NDArray[np.floating] = quad.mean(axis=0)
    return middle


def _axes(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Right and down along a marker's own edges, of length 1."""
    right, down = _edges(quad)
    return right / np.linalg.norm(right), down / np.linalg.norm(down)


def _edges(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Twice the mean of its edges to the right, and of those down."""
    return quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]


def _side(quad: Quad) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def _distance(one: Quad, other: Quad) -> float:
    return float(np.linalg.norm(_middle(one) - _middle(other)))


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    one = cv2.aruco.DetectorParameters()
    one.errorCorrectionRate = 0.6  # of one bit: none; what has a wrong bit may be print or grain
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), one)
