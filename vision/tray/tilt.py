"""Estimate a camera's direction, and the tilt that a level face has in its picture. Pure geometry.

A die leans if its face is tilted otherwise than a level face at its place. The camera's frame: x to the right, y down,
z forward. The tilt of a face is the part of its unit normal in the picture plane, (0, 0) for a face seen straight on.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Direction: TypeAlias = tuple[float, float, float]
"""Unit vector in the camera's frame."""
Tilt: TypeAlias = tuple[float, float]
"""Right and down, each -1..1."""

FOCAL = 1.55
"""Usual focal length, as a share of the long side: a tray camera about 65 cm above the table."""
SLOPE_DEVIATION = 0.2
"""Usual deviation of cameras from straight down, as a sine."""
LENS_DEVIATION = 0.2
"""Usual deviation of lenses from `FOCAL`, as a log of the ratio."""
SIDE_ERROR = 0.006
"""Usual relative error of the side of a marker: a third of a pixel of fifty."""
TILT_ERROR = 0.06
"""Usual error of the tilt that is read from one face."""

MOST_STEPS = 6
"""Gauss-Newton steps."""
SMALLEST_STEP = 0.002
"""Change of a parameter below which the search ends: a tenth of a degree."""
LARGEST_PARAMETER = 0.7
DIFFERENCE = 1e-4
"""Change of a parameter for the numerical derivative."""
_DIFFERENCES = np.concatenate([np.zeros((1, 3)), DIFFERENCE * np.eye(3)])
"""(4, 3), added to the parameters: themselves first, then each of them changed."""
_PREVIOUS_CORNER = [3, 0, 1, 2]
"""Index of the corner before each, going round a square."""


@dataclass(frozen=True, slots=True)
class TiltedFace:
    """A face in the picture, px, and the tilt read from it."""

    x: float
    y: float
    tilt: Tilt


@dataclass(frozen=True, slots=True)
class CameraView:
    """Direction and lens of a camera above a table."""

    up: Direction
    """Normal of the table, towards the camera."""
    focal: float
    """px."""
    middle: tuple[float, float]
    """px; where the optical axis meets the picture."""


def level_tilt(view: CameraView, x: float, y: float) -> Tilt:
    """Return the tilt of a level face at a place, px."""
    return apparent_tilt(view.up, view, x, y)


def apparent_tilt(normal: Direction, view: CameraView, x: float, y: float) -> Tilt:
    """Return the tilt of a face with a normal, seen at a place, px."""
    dx, dy, dz = (x - view.middle[0]) / view.focal, (y - view.middle[1]) / view.focal, 1.0
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    along = (normal[0] * dx + normal[1] * dy + normal[2] * dz) / length
    return normal[0] - along * dx / length, normal[1] - along * dy / length


def estimate_view(
    markers: Mapping[int, NDArray[np.float32]],
    faces: Sequence[TiltedFace],
    width: int,
    height: int,
    start: CameraView | None = None,
) -> CameraView:
    """Fit the camera's view to markers and faces of a picture of width x height px, by robust least squares.

    markers: (4, 2) px corners each, squares of one size on the table. faces: mostly level ones; a leaning one disagrees
    with the others and counts little. start: an earlier estimate.
    """
    evidence = _Evidence(
        np.stack([np.asarray(quad, float) for quad in markers.values()]) if markers else np.zeros((0, 4, 2)),
        np.array([(face.x, face.y) for face in faces]).reshape(-1, 2),
        np.array([face.tilt for face in faces]).reshape(-1, 2),
    )
    parameters = np.zeros(3) if start is None else _to_parameters(start, width, height)
    for _ in range(MOST_STEPS):
        residual, *changed = _residuals(parameters + _DIFFERENCES, evidence, width, height)
        jacobian = (np.stack(changed, 1) - residual[:, None]) / DIFFERENCE
        weight = 1 / np.maximum(1.0, np.abs(residual))  # beyond one usual error, the pull of an outlier stays the same
        weighted = jacobian.T * weight**2
        step = np.linalg.solve(weighted @ jacobian, weighted @ residual)
        parameters = np.clip(parameters - step, -LARGEST_PARAMETER, LARGEST_PARAMETER)
        if np.abs(step).max() < SMALLEST_STEP:
            break
    return _to_view(parameters, width, height)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Markers and faces of one picture, as arrays."""

    quads: Floats
    """(M, 4, 2) px, corners of markers."""
    places: Floats
    """(N, 2) px, of faces."""
    tilts: Floats
    """(N, 2), of faces."""


def _to_parameters(view: CameraView, width: int, height: int) -> Floats:
    """Return (3,): the slopes to the right and down, and the log of the lens' ratio to the usual one."""
    right, down, forward = view.up
    return np.array([-right / forward, -down / forward, math.log(view.focal / (FOCAL * max(width, height)))])


def _to_view(parameters: Floats, width: int, height: int) -> CameraView:
    """Return the view of parameters: the inverse of `_to_parameters`."""
    right, down, lens = map(float, parameters)
    length = math.sqrt(1 + (right * right + down * down))
    up = (right / length, down / length, -1 / length)
    return CameraView(up, FOCAL * max(width, height) * math.exp(lens), (width / 2, height / 2))


def _residuals(parameters: Floats, evidence: _Evidence, width: int, height: int) -> Floats:
    """Return (K, R): the residuals of K parameter vectors (K, 3), in units of the usual errors."""
    ups = np.concatenate([parameters[:, :2], -np.ones((len(parameters), 1))], 1)
    ups /= np.linalg.norm(ups, axis=1, keepdims=True)
    focals = FOCAL * max(width, height) * np.exp(parameters[:, 2])
    middle = np.array([width / 2, height / 2])
    parts = [parameters / (SLOPE_DEVIATION, SLOPE_DEVIATION, LENS_DEVIATION)]
    if len(evidence.quads):
        parts.append(_squareness_errors(ups, focals, evidence.quads - middle) / SIDE_ERROR)
    if len(evidence.places):
        tilt_errors = evidence.tilts - _level_tilts(ups, focals, evidence.places - middle)
        parts.append(tilt_errors.reshape(len(parameters), -1) / TILT_ERROR)
    return np.concatenate(parts, 1)


def _level_tilts(ups: Floats, focals: Floats, places: Floats) -> Floats:
    """Return (K, N, 2): `level_tilt` at N places (N, 2), px from the middle, for K views."""
    rays = _rays(focals, places)
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    tilts: Floats = (ups[:, None] - (rays @ ups[:, :, None]) * rays)[..., :2]
    return tilts


def _squareness_errors(ups: Floats, focals: Floats, quads: Floats) -> Floats:
    """Return (K, 6 M): how far M quads (M, 4, 2), px from the middle, are from squares of one size on the table.

    For each of K views, the log of each side and diagonal less the mean of all. Diagonals are divided by sqrt 2.
    """
    rays = _rays(focals, quads.reshape(-1, 2))
    corners = (rays / (rays @ ups[:, :, None])).reshape(len(ups), *quads.shape[:2], 3)
    sides = corners - corners[:, :, _PREVIOUS_CORNER]
    diagonals = (corners[:, :, :2] - corners[:, :, 2:]) / math.sqrt(2)
    logs = np.log(np.square(np.concatenate([sides, diagonals], 2)).sum(3)).reshape(len(ups), -1) / 2
    errors: Floats = logs - logs.mean(1, keepdims=True)
    return errors


def _rays(focals: Floats, places: Floats) -> Floats:
    """Return (K, N, 3): directions from the camera to N places (N, 2), px from the middle, for K focal lengths."""
    rays = np.ones((len(focals), len(places), 3))
    rays[..., :2] = places / focals[:, None, None]
    return rays
