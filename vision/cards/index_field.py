"""Find card faces and indexes with a coarse look over the whole picture.

Selects where `index_finder.py` searches, and which unread cards are reported.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import Box
from vision.cards.index_crop import Image
from vision.detect import session

LONG_SIDE = 384  # px to which a picture is brought
STRIDE = 4  # px of that picture, one cell of the field

LEAST_PATCH = 20  # cells, as for a card of 17 x 24 px in a picture 384 px wide
MOST_RIM = 12  # cells: distance of a large card's index from its middle

Cells = NDArray[np.float32]
Window: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, low, in cells or px of the picture. Right and low are exclusive."""


@dataclass(frozen=True, slots=True, eq=False)
class IndexField:
    """Card faces and indexes; (rows, columns) float32 0..1, one cell of `px` pixels each."""

    face: Cells
    """That a card's printed side is seen here."""
    index: Cells
    """That an index is seen here."""
    px: tuple[float, float]
    """Width and height of a cell in px of the picture."""

    def shows(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """(n,) the most that a face shows within two cells of each point (x, y) px of the picture."""
        near = cv2.dilate(self.face, np.ones((5, 5), np.uint8))
        rows, columns = self.face.shape
        cells = ((points + 0.5) / np.array(self.px)).astype(np.intp)
        return np.asarray(near[np.clip(cells[:, 1], 0, rows - 1), np.clip(cells[:, 0], 0, columns - 1)], np.float32)

    def face_at(self, points: NDArray[np.float64]) -> Cells:
        """(n,) the face at points (n, 2) px of the picture; beyond it, that of the nearest cell."""
        rows, columns = self.face.shape
        cells = ((points + 0.5) / np.array(self.px)).astype(np.intp)
        return np.asarray(
            self.face[np.clip(cells[:, 1], 0, rows - 1), np.clip(cells[:, 0], 0, columns - 1)], np.float32
        )

    def face_share(self, corners: NDArray[np.float32]) -> float:
        """0..1: how much of a polygon (n, 2), px of the picture, shows a card's face."""
        inside = np.zeros(self.face.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round((corners + 0.5) / np.array(self.px) - 0.5).astype(np.int32), 1)
        return float(self.face[inside > 0].mean()) if inside.any() else 0.0

    def patches_at(self, box: Box, least: float) -> NDArray[np.bool_]:
        """Return the cells of the patches above `least` that reach to a cell beside a box (x, y, w, h) px of the picture."""
        _, named = cv2.connectedComponents((self.face >= least).astype(np.uint8), connectivity=8)
        (left, top), (wide, high) = np.array(box[:2]) / self.px, np.array(box[2:]) / self.px
        near = named[max(0, int(top) - 1) : int(top + high) + 2, max(0, int(left) - 1) : int(left + wide) + 2]
        return np.asarray(np.isin(named, np.unique(near[near > 0])), np.bool_)

    def with_faces(self, polygons: Sequence[NDArray[np.float32]], least: float) -> "IndexField":
        """Return the same with at least so much of a face within the polygons (n, 2), px of the picture."""
        shown = np.zeros(self.face.shape, np.float32)
        for corners in polygons:
            cv2.fillConvexPoly(shown, np.round((corners + 0.5) / np.array(self.px) - 0.5).astype(np.int32), least)
        return replace(self, face=np.maximum(self.face, shown))

    def windows(self, least: float, peak: float, cells: int = LEAST_PATCH) -> tuple[Window, ...]:
        """Return where cards may be: patches of `cells` above `least` that reach `peak`, each with a wide margin.

        A card with little print shows its face in the middle only, so the margin is as wide as the patch.
        """
        count, named, stats, _ = cv2.connectedComponentsWithStats((self.face >= least).astype(np.uint8), connectivity=8)
        found = [
            _grown(stats[k], self.face.shape)
            for k in range(1, count)
            if stats[k, cv2.CC_STAT_AREA] >= cells and float(self.face[named == k].max()) >= peak
        ]
        return tuple(self._in_px(window) for window in _apart(found))

    def _in_px(self, window: Window) -> Window:
        wide, high = self.px
        left, top, right, low = window
        return int(left * wide), int(top * high), int(right * wide), int(low * high)


def _grown(stats: NDArray[np.int32], shape: tuple[int, ...]) -> Window:
    """Return a patch, a row of connectedComponentsWithStats, with its rim, within the field."""
    left, top, wide, high, _ = (int(value) for value in stats)
    rim = max(3, min(max(wide, high), MOST_RIM))
    return max(0, left - rim), max(0, top - rim), min(shape[1], left + wide + rim), min(shape[0], top + high + rim)


def _apart(windows: Sequence[Window]) -> tuple[Window, ...]:
    """Those that overlap become one."""
    apart: list[Window] = []
    for window in windows:
        joined = window
        while (other := next((one for one in apart if _overlap(one, joined)), None)) is not None:
            apart.remove(other)
            joined = _around(joined, other)
        apart.append(joined)
    return tuple(apart)


def _around(a: Window, b: Window) -> Window:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _overlap(a: Window, b: Window) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def find_index_field(image: Image) -> IndexField:
    """image: (H, W, 3) uint8 BGR."""
    rows, columns = image.shape[:2]
    scale = LONG_SIDE / max(rows, columns)
    size = max(16, round(columns * scale / 8) * 8), max(16, round(rows * scale / 8) * 8)
    small = _shrunk(image, size)
    planes = np.ascontiguousarray(small.transpose(2, 0, 1)[None], np.float32) / 255
    scores = np.asarray(session("card_field").run(None, {"picture": planes})[0])[0]
    raised = np.asarray(1 / (1 + np.exp(-scores)), np.float32)
    return IndexField(raised[0], raised[1], (columns / raised.shape[2], rows / raised.shape[1]))


def _shrunk(image: Image, size: tuple[int, int]) -> Image:
    """Return the picture at (width, height): INTER_AREA but for a grey level, in a quarter of its time where no factor
    is whole.
    """
    box = (max(image.shape[:2]) // max(size) - 1) // 2 * 2 + 1
    if box < 3:
        return cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    even = cv2.blur(image, (box, box))
    return cv2.resize(even, size, interpolation=cv2.INTER_LINEAR).astype(np.uint8, copy=False)
