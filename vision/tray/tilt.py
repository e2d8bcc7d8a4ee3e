"""From where the camera looks at a thing: tells a die that leans from one that is only seen aslant. Pure geometry.

The camera's frame: x to the right, y down, z forward. A face that looks straight at the camera has the tilt (0, 0); the
tilt of any other is where its normal points to in the picture, with the sine of the angle as its length.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Direction: TypeAlias = tuple[float, float, float]
"""Of length 1, in the camera's frame."""
Tilt: TypeAlias = tuple[float, float]
"""Right and down, each -1..1."""

FOCAL = 1.55
"""Focal length as a share of the long side: a tray camera about 65 cm above the table. Other lenses are estimated from
the picture.
"""
SQUARE = 0.006
"""Relative error of a marker's side as it is seen: a third of a pixel of fifty."""
ASLANT = 0.2
"""Usual deviation of cameras from straight down, as a sine."""
LENS = 0.2
"""Usual deviation of lenses from `FOCAL`, as a log of the ratio."""
FACE = 0.06
"""Error of the tilt that is seen of one face."""
STEPS = 6
"""At most, towards the likeliest view."""
ENOUGH = 0.002
"""Change from which on another step is worth its time: a tenth of a degree."""
STEP = 1e-4
"""Change of each of a view's three numbers by which it is tried what lessens the misfit."""
_BESIDE = np.concatenate([np.zeros((1, 3)), STEP * np.eye(3)])
_NEXT = [3, 0, 1, 2]
"""The corner before each, going round a square."""


@dataclass(frozen=True, slots=True)
class TiltedFace:
    """A face in the picture and the tilt that is seen of it."""

    x: float
    y: float
    tilt: Tilt


@dataclass(frozen=True, slots=True)
class CameraView:
    """A camera above a table."""

    up: Direction
    """Away from the table's surface."""
    focal: float
    """px."""
    middle: tuple[float, float]
    """px; where the optical axis meets the picture."""


def level_tilt(view: CameraView, x: float, y: float) -> Tilt:
    """Return the tilt of a level face at that place, px."""
    return apparent_tilt(view.up, view, x, y)


def apparent_tilt(normal: Direction, view: CameraView, x: float, y: float) -> Tilt:
    """Return the tilt of a face with that normal, seen at that place, px."""
    dx, dy, dz = (x - view.middle[0]) / view.focal, (y - view.middle[1]) / view.focal, 1.0
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    along = (normal[0] * dx + normal[1] * dy + normal[2] * dz) / length
    return normal[0] - along * dx / length, normal[1] - along * dy / length


def view_of(
    markers: Mapping[int, NDArray[np.float32]],
    faces: Sequence[TiltedFace],
    width: int,
    height: int,
    start: CameraView | None = None,
) -> CameraView:
    """Estimate the camera's position: markers, (4, 2) px corners each, must be square and of equal size on the table,
    and most faces must be level. `start`: an earlier estimate.

    Faces that disagree with the others count little: they are leaning.
    """
    seen = _Evidence(
        np.stack([np.asarray(quad, float) for quad in markers.values()]) if markers else np.zeros((0, 4, 2)),
        np.array([(face.x, face.y) for face in faces]).reshape(-1, 2),
        np.array([face.tilt for face in faces]).reshape(-1, 2),
    )
    told = np.zeros(3) if start is None else _slopes(start, width, height)
    for _ in range(STEPS):
        now, *beside = _misfit(told + _BESIDE, seen, width, height)
        slope = (np.stack(beside, 1) - now[:, None]) / STEP
        weight = 1 / np.maximum(1.0, np.abs(now))  # beyond one error an outlier's pull grows no more
        weighed = slope.T * weight**2
        change = np.linalg.solve(weighed @ slope, weighed @ now)
        told = np.clip(told - change, -0.7, 0.7)
        if np.abs(change).max() < ENOUGH:
            break
    return _view(told, width, height)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Evidence for a view, as arrays."""

    quads: NDArray[np.float64]
    """(M, 4, 2) px, corners of markers."""
    places: NDArray[np.float64]
    """(N, 2) px, of faces."""
    tilts: NDArray[np.float64]
    """(N, 2), of faces."""


def _slopes(view: CameraView, width: int, height: int) -> NDArray[np.float64]:
    """Return the numbers that `_view` makes this view of."""
    right, down, forward = view.up
    return np.array([-right / forward, -down / forward, math.log(view.focal / (FOCAL * max(width, height)))])


def _view(told: NDArray[np.float64], width: int, height: int) -> CameraView:
    """Return the view of two slopes and the log of the lens' ratio to the usual one."""
    length = math.sqrt(1 + float(told[0] ** 2 + told[1] ** 2))
    up = (float(told[0]) / length, float(told[1]) / length, -1 / length)
    return CameraView(up, FOCAL * max(width, height) * math.exp(float(told[2])), (width / 2, height / 2))


def _misfit(told: NDArray[np.float64], seen: _Evidence, width: int, height: int) -> NDArray[np.float64]:
    """(K, M) what speaks against each of the views `told`, (K, 3) as `_view` takes them, in units of the usual error."""
    ups = np.concatenate([told[:, :2], -np.ones((len(told), 1))], 1)
    ups /= np.linalg.norm(ups, axis=1, keepdims=True)
    focals = FOCAL * max(width, height) * np.exp(told[:, 2])
    middle = np.array([width / 2, height / 2])
    parts = [told / (ASLANT, ASLANT, LENS)]
    if len(seen.quads):
        parts.append(_crooked(ups, focals, seen.quads - middle) / SQUARE)
    if len(seen.places):
        parts.append((seen.tilts - _levels(ups, focals, seen.places - middle)).reshape(len(told), -1) / FACE)
    return np.concatenate(parts, 1)


def _levels(ups: NDArray[np.float64], focals: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(K, N, 2) `level` of places (N, 2), px from the middle, for each of the views at once."""
    rays = _rays(focals, places)
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    tilts: NDArray[np.float64] = (ups[:, None] - (rays @ ups[:, :, None]) * rays)[..., :2]
    return tilts


def _crooked(ups: NDArray[np.float64], focals: NDArray[np.float64], quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (K, M), how far quads (M, 4, 2), px from the middle, are from squares of one size on the table, for each
    of the views: logs of the ratios of their sides and diagonals.
    """
    rays = _rays(focals, quads.reshape(-1, 2))
    points = (rays / (rays @ ups[:, :, None])).reshape(len(ups), *quads.shape[:2], 3)
    sides = points - points[:, :, _NEXT]
    across = (points[:, :, :2] - points[:, :, 2:]) / math.sqrt(2)
    logs = np.log(np.square(np.concatenate([sides, across], 2)).sum(3)).reshape(len(ups), -1) / 2
    crooked: NDArray[np.float64] = logs - logs.mean(1, keepdims=True)
    return crooked


def _rays(focals: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(K, N, 3) from the camera to places (N, 2), px from the middle, for each focal length."""
    rays = np.ones((len(focals), len(places), 3))
    rays[..., :2] = places / focals[:, None, None]
    return rays
