"""Find faults of printed and placed markers: exchanged, turned, covered, mirrored. For messages only.

Readings use `vision.tray.tray_plane` alone, which needs the four correct markers.
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

from vision.image import Image
from vision.tray.marker_order import PLACES, Quad, axes_of, distance, edges_of, middle_of, side_of
from vision.tray.tilt import estimate_view
from vision.tray.tray_plane import MARKER_MM, MARKERS, find_markers

Print: TypeAlias = Literal["right", "mirrored", "reversed"]
"""reversed: white on black."""
LARGE_AT = 1600
"""Long side, px, of the picture searched when a small copy lacks some of the four: for a tray far away."""
CLOSER = 2.0
"""So many times enlarged is it looked at once more: then markers 13 px wide are found."""
ONE_PLACE = 0.7
"""Sides of a marker. Two markers nearer than this are one, found twice."""
LIKE_OURS = (0.6, 1.7)
"""Sides of the tray's markers, between which another sheet's are."""
SEVERAL = 3
"""So many of one size are markers of another sheet, where none of the tray's is seen."""
LEAST_PX = 14.0
"""Side from which on a foreign marker is believed: in smaller ones a table's grain can be read as well."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSet:
    """The markers of a picture."""

    seen: tuple[tuple[int, Quad], ...] = ()
    """Every one, also those of other sheets."""
    print: Print = "right"
    is_picture_mirrored: bool = False
    """If markers are mirrored: whether the whole picture is, and not only the sheet."""

    @property
    def ours(self) -> dict[int, Quad]:
        """The tray's own, the first of each id."""
        return {number: quad for number, quad in reversed(self.seen) if number in MARKERS}

    @property
    def foreign(self) -> tuple[int, ...]:
        """Return the ids that belong to no tray."""
        return tuple(sorted({number for number, _ in self.seen if number not in MARKERS}))

    @property
    def doubled(self) -> tuple[int, ...]:
        """Ids of the tray that are seen twice."""
        ids = [number for number, _ in self.seen if number in MARKERS]
        return tuple(sorted({number for number in ids if ids.count(number) > 1}))


def marks_in(image: Image) -> MarkerSet:
    """Return the markers as they are seen; a picture with all four costs no more than `find_markers`."""
    markers = find_markers(image)
    if len(markers) == len(MARKERS):
        return MarkerSet(tuple(markers.items()))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    plain = _joined([*markers.items(), *_exact(grey)])
    if len({number for number, _ in plain} & set(MARKERS)) < len(MARKERS):
        plain = _joined([*plain, *_exact(grey, CLOSER)])
    marks = MarkerSet(_of_our_size(plain))
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


def _mirrored(grey: NDArray[np.uint8]) -> MarkerSet:
    width = grey.shape[1]
    there = _exact(np.ascontiguousarray(grey[:, ::-1]))
    ours = {number: quad for number, quad in there if number in MARKERS}
    back = tuple((number, (quad * (-1, 1) + (width - 1, 0)).astype(np.float32)) for number, quad in there)
    return MarkerSet(_of_our_size(back), "mirrored", is_picture_mirrored=_lie_in_order(ours))


def _reversed(grey: NDArray[np.uint8]) -> MarkerSet:
    return MarkerSet(_of_our_size(tuple(_exact((255 - grey).astype(np.uint8)))), "reversed")


def _lie_in_order(ours: Mapping[int, Quad]) -> bool:
    """Return whether most pairs are placed correctly, by their own edges."""
    votes = 0.0
    for one, other in combinations(sorted(ours), 2):
        right, down = axes_of(ours[one])
        way = middle_of(ours[other]) - middle_of(ours[one])
        wanted = np.subtract(PLACES[other], PLACES[one])
        votes += np.sign(wanted[0]) * np.sign(way @ right) + np.sign(wanted[1]) * np.sign(way @ down)
    return votes > 0


def _joined(markers: Sequence[tuple[int, Quad]]) -> tuple[tuple[int, Quad], ...]:
    """Each marker once: the same one was perhaps found in the small picture and in the large one."""
    kept: list[tuple[int, Quad]] = []
    for number, quad in markers:
        if all(distance(quad, other) > ONE_PLACE * side_of(other) for _, other in kept):
            kept.append((number, quad))
    return tuple(kept)


def _of_our_size(markers: Sequence[tuple[int, Quad]]) -> tuple[tuple[int, Quad], ...]:
    """Return the markers without those of another size: grain, dice and print contain such patterns in all sizes."""
    ours = [side_of(quad) for number, quad in markers if number in MARKERS]
    others = [side_of(quad) for number, quad in markers if number not in MARKERS and side_of(quad) >= LEAST_PX]
    if not ours and not others:
        return ()
    usual = float(np.median(ours or others))
    alike = [
        row for row in markers if row[0] not in MARKERS and LIKE_OURS[0] <= side_of(row[1]) / usual <= LIKE_OURS[1]
    ]
    believed = alike if ours or len(alike) >= SEVERAL else []
    return tuple(row for row in markers if row[0] in MARKERS or any(row is other for other in believed))


def scale_of(ours: Mapping[int, Quad]) -> float:
    """Px of the picture for a mm on the tray's floor; 0 without markers."""
    return float(np.mean([side_of(quad) for quad in ours.values()])) / MARKER_MM if ours else 0.0


def slant_of(ours: Mapping[int, Quad], width: int, height: int) -> float:
    """Degrees between the camera's view and straight down; 0 without markers.

    The larger of what all of them tell with a usual lens, and of how narrow each seems, which needs no lens to be known.
    """
    if not ours:
        return 0.0
    narrow = _narrowness(tuple(ours.values())) if len(ours) > 1 else 1.0
    return math.degrees(math.acos(min(1.0, narrow, -estimate_view(ours, (), width, height).up[2])))


def inks_of(grey: NDArray[np.uint8], ours: Mapping[int, Quad]) -> tuple[float, float]:
    """Grey levels of the markers' black and of their white, medians; 0 and 255 without markers."""
    parts = [_upright(grey, quad) for quad in ours.values()]
    rows = [np.percentile(part, (8, 92)) for part in parts if part.size]
    ink, paper = np.median(rows, axis=0) if rows else (0.0, 255.0)
    return float(ink), float(paper)


def _upright(grey: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """Return the part of the picture about a marker."""
    left, top = np.maximum(0, np.floor(quad.min(axis=0))).astype(int)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    return grey[top:bottom, left:right]


def _narrowness(quads: Sequence[Quad]) -> float:
    """Return the short axis by the long one of what a circle on the table is seen as; 1 from straight above. All
    together: one is small.
    """
    first = edges_of(quads[0])[0]
    aligned = [
        max((edges_of(np.roll(quad, k, axis=0)) for k in range(4)), key=lambda pair: pair[0] @ first) for quad in quads
    ]
    long, short = np.linalg.svd(np.mean([np.stack(pair) for pair in aligned], axis=0), compute_uv=False)
    return float(short / long)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.6  # of one bit: none; what has a wrong bit may be print or grain
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
