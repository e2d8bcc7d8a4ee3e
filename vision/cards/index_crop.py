"""Cuts the index of a playing card (rank above suit) upright and to one size. The same cut feeds training and reading.

The frame of an index is given by two points, the ink centroids of rank and suit: their distance is
the unit, their direction is down. So turn, size and most of the perspective are gone before the net.
"""

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
Point: TypeAlias = tuple[float, float]

UNIT = 24.0  # px of the cut from rank to suit
CUT = (56, 40)  # rows, columns of a cut: the middle of the two points is its middle


def ink_plane(image: Image) -> Image:
    """Return the green plane of a BGR picture: red and black ink are both dark in it, paper of any tint is bright."""
    return np.ascontiguousarray(image[..., 1])


def pyramid(grey: Image) -> list[Image]:
    """Return the picture, its half, its quarter ... while the short side keeps 48 px."""
    levels = [grey]
    while min(levels[-1].shape[:2]) >= 96 and len(levels) < 5:
        levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8))
    return levels


def index_cut(levels: Sequence[Image], rank_at: Point, suit_at: Point, size: tuple[int, int] = CUT) -> Image:
    """Return the index upright, (rows, columns) uint8 grey, from the level of the pyramid nearest in size.

    Points are (x, y) px of `levels[0]`.
    """
    dx, dy = suit_at[0] - rank_at[0], suit_at[1] - rank_at[1]
    length = max(1.0, float(np.hypot(dx, dy)))
    level = min(len(levels) - 1, max(0, int(np.log2(length / UNIT) + 0.4)))
    shrink = 0.5**level
    # pixel centres: a point p of the full picture is at (p + .5) * shrink - .5 of the level
    mx, my = ((rank_at[k] + suit_at[k]) / 2 for k in (0, 1))
    mx, my = (mx + 0.5) * shrink - 0.5, (my + 0.5) * shrink - 0.5
    step = length * shrink / UNIT
    ux, uy = dx / length * step, dy / length * step
    rows, columns = size
    cx, cy = (columns - 1) / 2, (rows - 1) / 2
    matrix = np.array([[uy, ux, mx - uy * cx - ux * cy], [-ux, uy, my + ux * cx - uy * cy]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(levels[level], matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(
        np.uint8
    )


def normalized_cuts(cuts: Image) -> NDArray[np.float32]:
    """Cuts (n, rows, columns) uint8 -> (n, 1, rows, columns) float32 of mean 0 and deviation 1 each: no light is left in them."""
    values = cuts.astype(np.float32)
    mean = values.mean(axis=(1, 2), keepdims=True)
    deviation = values.std(axis=(1, 2), keepdims=True)
    return np.asarray(((values - mean) / np.maximum(deviation, 4.0))[:, None], np.float32)
