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
"""Of the long side; a tray camera about 65 cm above the table. A wider lens is told apart by what it sees."""


SQUARE = 0.006
"""Relative error of a marker's side as it is seen: a third of a pixel of fifty."""
ASLANT = 0.2
"""How far from straight down cameras usually look, as a sine."""
LENS = 0.2
"""How far lenses differ from `FOCAL`, as a log of their ratio."""
FACE = 0.06
"""Error of the tilt that is seen of one face."""
STEPS = 6
ENOUGH = 0.002
"""Change from which on another step is worth its time: a tenth of a degree."""
STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Tilted:
    """A face in the picture and the tilt that is seen of it."""

    x: float
    y: float
    tilt: Tilt


@dataclass(frozen=True, slots=True)
class View:
    """A camera above a table."""

    up: Direction
    """Away from the table's surface."""
    focal: float
    """px."""
    middle: tuple[float, float]
    """px; where the optical axis meets the picture."""


def level(view: View, x: float, y: float) -> Tilt:
    """The tilt of a face that lies level at that place, px."""
    return apparent(view.up, view, x, y)


def apparent(normal: Direction, view: View, x: float, y: float) -> Tilt:
    """The tilt of a face with that normal, seen at that place, px."""
    dx, dy, dz = (x - view.middle[0]) / view.focal, (y - view.middle[1]) / view.focal, 1.0
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    along = (normal[0] * dx + normal[1] * dy + normal[2] * dz) / length
    return normal[0] - along * dx / length, normal[1] - along * dy / length


def view_of(
    markers: Mapping[int, NDArray[np.float32]],
    faces: Sequence[Tilted],
    width: int,
    height: int,
    start: View | None = None,
) -> View:
    """From where the camera most likely looks: square markers, (4, 2) px corners each, must be square and of one size
    on the table, and most faces must lie level. `start`: what was thought before more was seen.

    Faces that disagree with the others count little: they are the ones that lean.
    """
    seen = _Evidence(
        np.stack([np.asarray(quad, float) for quad in markers.values()]) if markers else np.zeros((0, 4, 2)),
        np.array([(face.x, face.y) for face in faces]).reshape(-1, 2),
        np.array([face.tilt for face in faces]).reshape(-1, 2),
    )
    told = np.zeros(3) if start is None else _slopes(start, width, height)
    for _ in range(STEPS):
        now = _misfit(told, seen, width, height)
        slope = np.stack([(_misfit(told + STEP * one, seen, width, height) - now) / STEP for one in np.eye(3)], 1)
        weight = 1 / np.maximum(1.0, np.abs(now))  # beyond one error an outlier's pull grows no more
        change = np.linalg.lstsq(slope * weight[:, None], now * weight, rcond=None)[0]
        told = np.clip(told - change, -0.7, 0.7)
        if np.abs(change).max() < ENOUGH:
            break
    return _view(told, width, height)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What tells of a view, as arrays."""

    quads: NDArray[np.float64]
    """(M, 4, 2) px, corners of markers."""
    places: NDArray[np.float64]
    """(N, 2) px, of faces."""
    tilts: NDArray[np.float64]
    """(N, 2), of faces."""


def _slopes(view: View, width: int, height: int) -> NDArray[np.float64]:
    """The numbers that `_view` makes this view of."""
    right, down, forward = view.up
    return np.array([-right / forward, -down / forward, math.log(view.focal / (FOCAL * max(width, height)))])


def _view(told: NDArray[np.float64], width: int, height: int) -> View:
    """The view of two slopes and the log of the lens' ratio to the usual one."""
    length = math.sqrt(1 + float(told[0] ** 2 + told[1] ** 2))
    up = (float(told[0]) / length, float(told[1]) / length, -1 / length)
    return View(up, FOCAL * max(width, height) * math.exp(float(told[2])), (width / 2, height / 2))


def _misfit(told: NDArray[np.float64], seen: _Evidence, width: int, height: int) -> NDArray[np.float64]:
    """What speaks against a view, in units of the usual error of each."""
    view = _view(told, width, height)
    parts = [told / (ASLANT, ASLANT, LENS)]
    if len(seen.quads):
        parts.append(_crooked(view, seen.quads) / SQUARE)
    if len(seen.places):
        parts.append((seen.tilts - _levels(view, seen.places)).ravel() / FACE)
    return np.concatenate(parts)


def _levels(view: View, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 2) `level` of many places (N, 2) px at once."""
    rays = np.concatenate([(places - view.middle) / view.focal, np.ones((len(places), 1))], 1)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    up = np.array(view.up)
    tilts: NDArray[np.float64] = (up - (rays @ up)[:, None] * rays)[:, :2]
    return tilts


def _crooked(view: View, quads: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far quads (N, 4, 2) px are from squares of one size on the table: logs of the ratios of their sides and diagonals."""
    rays = np.concatenate([(quads - view.middle) / view.focal, np.ones((*quads.shape[:2], 1))], 2)
    points = rays / (rays @ np.array(view.up))[..., None]
    sides = np.linalg.norm(points - np.roll(points, 1, 1), axis=2)
    across = np.linalg.norm(points[:, :2] - points[:, 2:], axis=2) / math.sqrt(2)
    logs = np.log(np.concatenate([sides, across], 1))
    crooked: NDArray[np.float64] = (logs - logs.mean()).ravel()
    return crooked
