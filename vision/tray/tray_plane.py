"""Locate the tray in the picture, by four ArUco markers or by four stored corners.

Markers are of DICT_4X4_50, ids 0 to 3 clockwise from the top left, stuck into the tray's corners.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import LamplightError
from companion.i18n import _
from companion.system.atomic_write import write_atomically
from companion.system.safe_load import json_of
from vision.image import Image

Point: TypeAlias = tuple[float, float]
"""x, y in px of the picture."""

MARKER_MM = 16.5
"""Side of a printed marker (black square) on the sheet we give."""
MARKERS = range(4)
"""Ids of the markers of a tray."""
ENOUGH_MARKERS = 2
"""So many of the tray's markers say that a whole tray is seen, even where one is cut off or covered."""
SEEN_AT = 640
"""px; long side of the picture in which markers are looked for. They are about 50 px wide at 1280."""
WINDOW = 17
"""px; of the threshold that tells ink from paper at that size."""
DARKER = 12
"""Grey levels between ink and its surroundings. At 7 the grain of felt hides markers and takes half the time."""
REFINED_PX, REFINED = 5, 0.125
"""Half side of the window in which a corner is refined, and the most of it in sides of the marker: a larger one would find the
corners of its paper, or of its cells."""
MARGIN = 0.04
"""Share of the tray's size shown around it."""
EDGE_MM = 5.0
"""Distance from a marker's outer corner to the walls of the tray."""


class PlaneError(LamplightError):
    """The stored tray corners are invalid. The message names the file and the remedy."""

    code = "PLANEERROR"


@dataclass(frozen=True, slots=True)
class TrayPlane:
    """The tray's bottom in one camera's picture."""

    corners: tuple[Point, Point, Point, Point]
    """px: top left, top right, bottom right, bottom left."""
    px_per_mm: float = 0.0
    """Mean scale on the bottom, or 0 if not measured."""

    def holds(self, point: Point) -> bool:
        """Return whether a point is on the tray's bottom, including its edge."""
        return cv2.pointPolygonTest(_polygon(self.corners), point, measureDist=False) >= 0

    def mask(self, shape: tuple[int, int], of: tuple[int, ...], grow: int = 0) -> NDArray[np.uint8]:
        """Return a mask with 1 inside the tray and 0 elsewhere: `shape` (height, width) uint8, for a picture of shape
        `of` scaled to that size.

        `grow`: px of the mask by which it is wider all round.
        """
        mask = np.zeros(shape, np.uint8)
        scale = np.array([shape[1] / of[1], shape[0] / of[0]], np.float32)
        cv2.fillConvexPoly(mask, np.round(_polygon(self.corners) * scale).astype(np.int32), 1)
        if grow:
            mask = cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)).astype(np.uint8, copy=False)
        return mask


def find_tray(image: Image) -> TrayPlane | None:
    """Return the tray between the four markers; None unless all four are seen."""
    return tray_between(find_markers(image))


def tray_between(markers: Mapping[int, NDArray[np.float32]]) -> TrayPlane | None:
    """Return the tray between markers, as `find_markers` gives them; None unless all four are there."""
    if set(markers) != {0, 1, 2, 3}:
        return None
    centre = np.mean([markers[i].mean(axis=0) for i in range(4)], axis=0)
    side = float(
        np.mean([np.linalg.norm(markers[i] - np.roll(markers[i], 1, axis=0), axis=1).mean() for i in range(4)])
    )
    px_per_mm = side / MARKER_MM
    corners = [_grown(_outermost(markers[i], centre), centre, EDGE_MM * px_per_mm * math.sqrt(2)) for i in range(4)]
    one, two, three, four = _going_round(corners)
    return TrayPlane((one, two, three, four), px_per_mm)


def _going_round(corners: Sequence[Point]) -> Sequence[Point]:
    """Return the corners clockwise. If two markers were exchanged, the tray still spans all four."""
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in edges]
    if all(a[0] * b[1] - a[1] * b[0] > 0 for a, b in zip(ways, (*ways[1:], ways[0]), strict=True)):
        return corners
    x, y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
    return sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x))


def find_markers(image: Image) -> dict[int, NDArray[np.float32]]:
    """Marker id -> (4, 2) px corners of every marker seen.

    They are looked for in a small copy and their corners refined in the picture itself: four times as fast as looking in
    the whole picture, and as exact.
    """
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)
    share = min(1.0, SEEN_AT / max(grey.shape))
    small = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else grey
    quads, ids, _ = _detector().detectMarkers(small)
    numbers = np.asarray([] if ids is None else ids).ravel()  # OpenCV gives None, not an empty array, for none
    return {
        int(number): _refined(grey, (np.asarray(quad, np.float32).reshape(4, 2) + 0.5) / share - 0.5)
        for number, quad in zip(numbers, quads, strict=True)
        if number in MARKERS
    }


def _refined(grey: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Corners to a fraction of a pixel; without it the camera's angle is known three times worse."""
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.03)
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    half = min(REFINED_PX, max(1, int(side * REFINED)))
    refined = cv2.cornerSubPix(grey, corners.reshape(4, 1, 2).copy(), (half, half), (-1, -1), stop)
    return np.asarray(refined, np.float32).reshape(4, 2)


def save_tray(tray: TrayPlane, path: Path) -> None:
    """Store the corners as JSON, whole or not at all."""
    write_atomically(path, json.dumps({"corners": tray.corners, "px_per_mm": tray.px_per_mm}) + "\n")


def load_tray(path: Path) -> TrayPlane:
    """Return the corners stored in `path`. Raises PlaneError."""
    try:
        stored = json_of(path)
        one, two, three, four = ((float(x), float(y)) for x, y in stored["corners"])
        return TrayPlane((one, two, three, four), float(stored.get("px_per_mm", 0.0)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise PlaneError(
            _("{file} holds no four tray corners ({why}). Tap the corners again.", file=str(path), why=str(error))
        ) from error


def bounds(image: Image, tray: TrayPlane | None) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is shown, px."""
    height, width = image.shape[:2]
    if tray is None:
        return 0, 0, width, height
    corners = np.array(tray.corners)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    margin = MARGIN * (right - left)
    return (
        max(0, int(left - margin)),
        max(0, int(top - margin)),
        min(width, int(right + margin)),
        min(height, int(bottom + margin)),
    )


def floor_of(image: Image, tray: TrayPlane | None) -> tuple[Point, ...]:
    """Return the corners of what can be lain on, px, going round: of the tray's floor, or of the picture where no tray
    is known.
    """
    if tray is not None:
        return tray.corners
    height, width = image.shape[:2]
    return (0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = WINDOW
    parameters.adaptiveThreshConstant = DARKER
    parameters.errorCorrectionRate = 1.0  # finds more markers; false findings in a table's grain have other ids
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def _polygon(corners: tuple[Point, ...]) -> NDArray[np.float32]:
    return np.array(corners, np.float32)


def _outermost(quad: NDArray[np.float32], centre: NDArray[np.floating]) -> NDArray[np.float32]:
    return np.asarray(quad[np.linalg.norm(quad - centre, axis=1).argmax()], np.float32)


def _grown(point: NDArray[np.float32], centre: NDArray[np.floating], by: float) -> Point:
    away = (point - centre) / np.linalg.norm(point - centre)
    x, y = point + away * by
    return float(x), float(y)
