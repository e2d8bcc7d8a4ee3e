"""Extrapolate unseen markers from the visible ones, for a tray partly outside the picture. Pure."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.tray.marker_order import PLACES, Quad, axes_of, side_of
from vision.tray.tilt import CameraView, estimate_view
from vision.tray.tray_plane import MARKER_MM, MARKERS

TRAY_MM = (274.0, 194.0)
"""Distances between the markers' middles in a usual tray. Used when only one or two are visible."""
LOWEST, NARROWEST = 0.6, 1.4
"""Short by long side, and long by short side, of the rectangle between the markers of a narrow tray."""
HALF_MM = 8.5
"""Distance from a marker's middle to the edge of its print."""


def extrapolate_markers(ours: Mapping[int, Quad], width: int, height: int, part: float = 1.0) -> tuple[int, ...]:
    """Return the markers beyond the picture's edge. `part` 1: with any part of their print."""
    return tuple(
        number
        for number, (x, y, reach) in _expected(ours, width, height).items()
        if not (part * reach <= x < width - part * reach and part * reach <= y < height - part * reach)
    )


def _expected(ours: Mapping[int, Quad], width: int, height: int) -> dict[int, tuple[float, float, float]]:
    """Return the places of the other markers, px, and the radius of their print there."""
    if not ours:
        return {}
    view = estimate_view(ours, (), width, height)
    flat = {number: _on_table(view, quad) for number, quad in ours.items()}
    mm = float(np.mean([side_of(quad) for quad in flat.values()])) / MARKER_MM
    middles = _rectangle({number: quad.mean(axis=0) for number, quad in flat.items()}, flat, mm)
    expected = {}
    for number in set(MARKERS) - set(ours):
        at, beside = _in_picture(view, np.stack([middles[number], middles[number] + (HALF_MM * mm, 0)]))
        expected[number] = float(at[0]), float(at[1]), float(np.linalg.norm(beside - at))
    return expected


def _rectangle(middles: Mapping[int, Quad], flat: Mapping[int, Quad], mm: float) -> dict[int, Quad]:
    """All four middles on the table, from one, two or three of them."""
    found = dict(middles)
    if len(found) == 1:
        ((number, middle),) = found.items()
        right, _ = axes_of(flat[number])
        beside = number ^ 1  # 0 and 1, 2 and 3 are neighbours along the long edge
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
    """Return one more marker from two opposite ones, along their own edges."""
    middle, way = (middles[one] + middles[one + 2]) / 2, (middles[one + 2] - middles[one]) / 2
    right, down = axes_of(flat[one])
    return {1 - one: (middle + (way @ right) * right - (way @ down) * down).astype(np.float32)}


def _frame(view: CameraView) -> NDArray[np.float64]:
    """(2, 3) right and down along the table, in the camera's frame."""
    up = np.array(view.up)
    right = np.array([1.0, 0.0, 0.0]) - up[0] * up
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(right, up)])


def _on_table(view: CameraView, points: NDArray[np.floating]) -> Quad:
    """Places (n, 2) on the table, in units of the camera's height above it."""
    rays = np.ones((len(points), 3))
    rays[:, :2] = (points - np.array(view.middle)) / view.focal
    there = rays / -(rays @ np.array(view.up))[:, None]
    return np.asarray(there @ _frame(view).T, np.float32)


def _in_picture(view: CameraView, places: NDArray[np.floating]) -> NDArray[np.float64]:
    """Px (n, 2) of places on the table, as `_on_table` tells them."""
    there = places @ _frame(view) - np.array(view.up)
    seen: NDArray[np.float64] = there[:, :2] / np.maximum(there[:, 2:], 1e-3) * view.focal + np.array(view.middle)
    return seen
