"""The corners of a tray, as somebody tapped them on the camera's picture."""

from __future__ import annotations

from math import atan2

from companion.web.services import Corners

LEAST_TRAY = 10_000  # px², a tray in a picture


def is_a_tray(corners: Corners) -> bool:
    """Four corners that hold at least a hundredth of a megapixel."""
    if len(corners) != 4 or min(min(corner) for corner in corners) < 0:
        return False
    edge = round_the_edge(corners)
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(edge, (*edge[1:], edge[0]), strict=True))
    return abs(twice) >= 2 * LEAST_TRAY


def round_the_edge(corners: Corners) -> Corners:
    """The corners in the order in which one walks round the tray, however they were tapped."""
    if not corners:
        return ()
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple(sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x)))
