"""Find the markers of a picture also where they are printed or placed wrongly, for messages about it.

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
Marker: TypeAlias = tuple[int, Quad]
"""Id and corners in the picture, px."""
SEARCH_PX = 1600
"""Long side of the picture searched when a small copy lacks some of the four: for a tray far away."""
ENLARGED = 2.0
"""Factor of a second search, which finds markers 13 px wide."""
SAME_MARKER = 0.7
"""In sides of a marker: two markers nearer than this are one, found twice."""
LIKE_OURS = (0.6, 1.7)
"""Sides of the markers of other sheets, relative to the tray's. Larger and smaller ones are not believed."""
LEAST_FOREIGN = 3
"""Markers of one size that are believed to be another sheet where none of the tray's is seen."""
LEAST_FOREIGN_PX = 14.0
"""Side of a foreign marker whose size counts: the grain of a table can look like smaller ones."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSet:
    """The markers of a picture."""

    seen: tuple[Marker, ...] = ()
    """All of them, also those of other sheets."""
    print: Print = "right"
    is_picture_mirrored: bool = False
    """If markers are mirrored: whether the whole picture is, and not only the sheet."""

    @property
    def ours(self) -> dict[int, Quad]:
        """The tray's own markers by id, the first of each."""
        return {number: quad for number, quad in reversed(self.seen) if number in MARKERS}

    @property
    def foreign(self) -> tuple[int, ...]:
        """Ids that belong to no tray."""
        return tuple(sorted({number for number, _ in self.seen if number not in MARKERS}))

    @property
    def doubled(self) -> tuple[int, ...]:
        """Ids of the tray that are seen twice."""
        ids = [number for number, _ in self.seen if number in MARKERS]
        return tuple(sorted({number for number in ids if ids.count(number) > 1}))


def marks_in(image: Image) -> MarkerSet:
    """Return the markers of a picture, also mirrored or reversed ones if they are more.

    A picture with all four costs no more than `find_markers`.
    """
    markers = find_markers(image)
    if len(markers) == len(MARKERS):
        return MarkerSet(tuple(markers.items()))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    found = _without_repeats([*markers.items(), *_find_exact(grey)])
    if len({number for number, _ in found} & set(MARKERS)) < len(MARKERS):
        found = _without_repeats([*found, *_find_exact(grey, ENLARGED)])
    right = MarkerSet(_of_our_size(found))
    wrong = max(_find_mirrored(grey), _find_reversed(grey), key=lambda markers: len(markers.ours))
    return wrong if len(wrong.ours) > max(1, len(right.ours)) else right


def _find_exact(grey: NDArray[np.uint8], enlarged: float = 1.0) -> list[Marker]:
    """Return every marker of the dictionary that has no wrong bit. Searches the whole picture, at SEARCH_PX at most."""
    scale = min(1.0, SEARCH_PX / max(grey.shape)) * enlarged
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    searched = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=interpolation)
    quads, ids, _ = _detector().detectMarkers(searched)
    numbers = np.asarray([] if ids is None else ids).ravel()
    corners = [(np.asarray(quad, np.float32).reshape(4, 2) + 0.5) / scale - 0.5 for quad in quads]
    return [(int(number), quad.astype(np.float32)) for number, quad in zip(numbers, corners, strict=True)]


def _find_mirrored(grey: NDArray[np.uint8]) -> MarkerSet:
    """Search the mirrored picture; return the corners in the picture itself."""
    width = grey.shape[1]
    found = _find_exact(np.ascontiguousarray(grey[:, ::-1]))
    ours = {number: quad for number, quad in found if number in MARKERS}
    mirrored_back = tuple((number, (quad * (-1, 1) + (width - 1, 0)).astype(np.float32)) for number, quad in found)
    return MarkerSet(_of_our_size(mirrored_back), "mirrored", is_picture_mirrored=_are_in_order(ours))


def _find_reversed(grey: NDArray[np.uint8]) -> MarkerSet:
    return MarkerSet(_of_our_size(_find_exact((255 - grey).astype(np.uint8))), "reversed")


def _are_in_order(ours: Mapping[int, Quad]) -> bool:
    """Return whether most pairs of markers are where the edges of each say that the other belongs."""
    votes = 0.0
    for one, other in combinations(sorted(ours), 2):
        right, down = axes_of(ours[one])
        offset = middle_of(ours[other]) - middle_of(ours[one])
        expected = np.subtract(PLACES[other], PLACES[one])
        votes += np.sign(expected[0]) * np.sign(offset @ right) + np.sign(expected[1]) * np.sign(offset @ down)
    return votes > 0


def _without_repeats(markers: Sequence[Marker]) -> tuple[Marker, ...]:
    """Return each marker once: two searches may have found the same one."""
    kept: list[Marker] = []
    for number, quad in markers:
        if all(distance(quad, other) > SAME_MARKER * side_of(other) for _, other in kept):
            kept.append((number, quad))
    return tuple(kept)


def _of_our_size(markers: Sequence[Marker]) -> tuple[Marker, ...]:
    """Return the tray's markers and foreign ones of their size: grain, dice and print look like markers of all sizes."""
    our_sides = [side_of(quad) for number, quad in markers if number in MARKERS]
    foreign = [(number, quad) for number, quad in markers if number not in MARKERS]
    foreign_sides = [side for _, quad in foreign if (side := side_of(quad)) >= LEAST_FOREIGN_PX]
    if not our_sides and not foreign_sides:
        return ()
    usual = float(np.median(our_sides or foreign_sides))
    alike = sum(_is_alike(quad, usual) for _, quad in foreign)
    is_foreign_believed = bool(our_sides) or alike >= LEAST_FOREIGN
    return tuple(
        (number, quad)
        for number, quad in markers
        if number in MARKERS or (is_foreign_believed and _is_alike(quad, usual))
    )


def _is_alike(quad: Quad, usual: float) -> bool:
    return LIKE_OURS[0] <= side_of(quad) / usual <= LIKE_OURS[1]


def scale_of(ours: Mapping[int, Quad]) -> float:
    """Return px of the picture for a mm on the tray's floor; 0 without markers."""
    return float(np.mean([side_of(quad) for quad in ours.values()])) / MARKER_MM if ours else 0.0


def slant_of(ours: Mapping[int, Quad], width: int, height: int) -> float:
    """Return the degrees between the camera's view and straight down; 0 without markers.

    The larger of two estimates: from all markers together with a usual lens, and from the narrowness of each, which
    needs no lens.
    """
    if not ours:
        return 0.0
    narrow = _narrowness(tuple(ours.values())) if len(ours) > 1 else 1.0
    return math.degrees(math.acos(min(1.0, narrow, -estimate_view(ours, (), width, height).up[2])))


def inks_of(grey: NDArray[np.uint8], ours: Mapping[int, Quad]) -> tuple[float, float]:
    """Return the grey levels of the markers' black and white, each the median; 0 and 255 without markers."""
    crops = [_crop(grey, quad) for quad in ours.values()]
    levels = [np.percentile(crop, (8, 92)) for crop in crops if crop.size]
    ink, paper = np.median(levels, axis=0) if levels else (0.0, 255.0)
    return float(ink), float(paper)


def _crop(grey: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """Return the upright rectangle around a marker."""
    left, top = np.maximum(0, np.floor(quad.min(axis=0))).astype(int)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    return grey[top:bottom, left:right]


def _narrowness(quads: Sequence[Quad]) -> float:
    """Return the short axis divided by the long one of the ellipse that a circle on the table becomes: 1 from above.

    Uses the mean edges of all markers, because one alone is small.
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
    parameters.errorCorrectionRate = 0.6  # allows no wrong bit: print or grain may look like a marker with one
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
