"""The print of faces, cut out and made ready to be laid on other faces: grey, without the light's slow changes."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT
from vision.kit import Kit, KitShotImage

Rows: TypeAlias = NDArray[np.float32]
"""One face after the other, each a row of numbers."""
Plane: TypeAlias = NDArray[np.float32]
"""(N, N) how much lighter than its surroundings."""

WINDOW = {"octahedron": 0.62, "decahedron": 0.62, "cube": 0.62, "icosahedron": 0.58, "disc": 0.92}
"""Radius of the round window that is compared, in radii of the face: its print and little else."""
WINDOW_OTHERS = 0.65
"""The same of any other shape."""
RIM = 0.12
"""Width, in radii of the window, of its soft rim."""
FINE, COARSE = 32, 16
"""Px across the window where shots are bent to the face, and where all turns are tried."""
CROP = 48
"""Px of `FINE` that are cut out: the place may be off by a quarter of the window."""
SHRUNK = 0.8
"""A face that is made smaller than this is blurred before, lest its fine print become coarse noise."""
GRADUAL = 0.06
"""Share of the window, for drawn symbols and numerals. Slower changes of brightness are light. It has a third of the
errors of 0.1.
"""
TURNS = 40
"""Rotations of a shot tried: 9 degrees apart."""
STIFF = 0.5
"""How much a shot resists being bent, of its squared gradient."""
INNER = 0.65
"""Share of the window, inside which a face without print has no edges either."""
FLAT = 0.3
"""A face with less contrast than this part of the others' has no print; true ones have up to 0.2, faint print from 0.4."""
FAINTEST = 0.01
"""Least contrast of print against noise."""
DARK = 8
"""Grey levels added to the brightness, so that noise on a black face is not print."""


class SoftWindow:
    """A round window with a soft rim, `side` px across, that sees neither mean nor slope. A row holds the px within it."""

    def __init__(self, side: int) -> None:
        at = ((np.arange(side) + 0.5) / side * 2 - 1).astype(np.float32)
        x, y = (plane.ravel() for plane in np.meshgrid(at, at))
        self.inside: NDArray[np.intp] = np.flatnonzero(np.hypot(x, y) < 1)
        self.points: Rows = np.stack([x, y])[:, self.inside]
        """(2, D) right and down, in halves of the window."""
        self.weights: Rows = np.sqrt(np.clip((1 - np.hypot(*self.points)) / RIM, 0, 1))
        slopes = np.stack([np.ones_like(self.points[0]), *self.points], 1) * self.weights[:, None]
        self.slopes: Rows = np.linalg.qr(slopes)[0]

    def rows(self, planes: Rows) -> Rows:
        """(N, side, side) as (N, D)."""
        return self.levelled(planes.reshape(len(planes), -1)[:, self.inside])

    def levelled(self, rows: Rows) -> Rows:
        """Brightnesses at its points (N, D) without mean and slope, soft at the rim."""
        rows = rows * self.weights
        rows -= (rows @ self.slopes) @ self.slopes.T
        return rows


WINDOW_FINE, WINDOW_COARSE = SoftWindow(FINE), SoftWindow(COARSE)
_FROM_MIDDLE = np.hypot(*np.meshgrid(*[(np.arange(CROP) + 0.5 - CROP / 2) / (FINE / 2)] * 2))
_MIDDLE = (_FROM_MIDDLE < INNER).astype(np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class FaceCrop:
    """A face and a little around it."""

    plane: Plane
    """`CROP` px square; the window is `FINE` px across."""
    contrast: float
    """Contrast of the print in the middle of the face, as a share of its brightness."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceTemplates:
    """Shots of faces, ready to be laid on others."""

    window: float
    """Radius of what is compared, in radii of the face."""
    gradual: float
    """Share of the window. Changes of brightness on a longer scale are light, not print."""
    values: tuple[str, ...]
    """Face of each shot."""
    halves: Rows
    """(N, 2, TURNS / 2, D / 2) at `COARSE`: half the turns of each shot, as `halves` parts them."""
    shots: Rows
    """(N, D) at `FINE`, each of length 1."""
    bends: Rows
    """(N, 6, D). Multiplied by a difference from the shot they give the bend that reduces it: four of a matrix, two of
    a shift.
    """
    flat: frozenset[str]
    """Values whose face has no print, where others have."""
    contrast: float
    """Usual contrast of the faces that have print."""


@lru_cache(maxsize=32)
def make_templates(kit: Kit) -> FaceTemplates:
    """Return the kit's shots made ready; worked out once. The kit has some."""
    return prints_of(kit.shots, WINDOW.get(kit.shape, WINDOW_OTHERS), GRADUAL)


def prints_of(shots: Sequence[KitShotImage], radius: float, gradual: float) -> FaceTemplates:
    """Return these shots made ready, to be compared within `radius` radii of the face without changes slower than
    `gradual`.
    """
    crops = [crop(shot.image, KEPT / 2, KEPT / 2, radius * KEPT / 2 / REACH_KEPT, gradual) for shot in shots]
    fine = [_fine(one.plane) for one in crops]
    flat, contrast = _flat([shot.value for shot in shots], [one.contrast for one in crops])
    return FaceTemplates(
        radius,
        gradual,
        tuple(shot.value for shot in shots),
        np.stack([_turned(one.plane) for one in crops]),
        np.stack([row for row, _ in fine]),
        np.stack([bend for _, bend in fine]),
        flat,
        contrast,
    )


def _flat(values: Sequence[str], contrasts: Sequence[float]) -> tuple[frozenset[str], float]:
    """Return the values without print, and the usual contrast of the others."""
    by_value = {
        value: float(np.median([c for v, c in zip(values, contrasts, strict=True) if v == value])) for value in values
    }
    usual = float(np.median(list(by_value.values())))
    flat = frozenset(value for value, contrast in by_value.items() if contrast < FLAT * usual)
    return flat, max(FAINTEST, float(np.median([by_value[value] for value in by_value if value not in flat])))


def crop(image: Image, x: float, y: float, half: float, gradual: float) -> FaceCrop:
    """Return the print around x, y, where the window has a radius of `half` px; beyond the picture's edge it goes on as
    there.
    """
    scale = FINE / 2 / half
    reach = int(np.ceil(CROP / 2 / scale)) + 4
    height, width = image.shape[:2]
    left = min(max(0, round(x) - reach), width - 1)
    top = min(max(0, round(y) - reach), height - 1)
    part = image[top : max(top + 1, round(y) + reach), left : max(left + 1, round(x) + reach)]
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    if scale < SHRUNK:
        grey = cv2.GaussianBlur(grey, (0, 0), 0.4 / scale).astype(np.float32, copy=False)
    middle = (CROP - 1) / 2
    at = np.array([[scale, 0, middle - scale * (x - left)], [0, scale, middle - scale * (y - top)]])
    plane = cv2.warpAffine(grey, at, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flatter = (plane - cv2.GaussianBlur(plane, (0, 0), gradual * FINE)).astype(np.float32, copy=False)
    spread = cv2.meanStdDev(flatter, mask=_MIDDLE)[1].item()
    return FaceCrop(flatter, spread / (cv2.mean(plane, _MIDDLE)[0] + DARK))


def points(matrices: NDArray[np.float64], shifts: NDArray[np.float64], window: SoftWindow) -> Rows:
    """Return (N, 2, D) px of a crop: the window's points rotated and bent by each 2x2 matrix. Shifts are in halves of
    the window.
    """
    at: Rows = (FINE / 2 * matrices).astype(np.float32) @ window.points
    at += (FINE / 2 * shifts + (CROP - 1) / 2).astype(np.float32)[:, :, None]
    return at


def sampled(plane: Plane, at: Rows) -> Rows:
    """(N, D) the plane at these points."""
    taken = cv2.remap(plane, at[:, 0], at[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.float32)


def halves(rows: Rows) -> Rows:
    """Return (2, N, D / 2): the parts of the rows that a half rotation of the window keeps and negates.

    The products of both parts give the score of a row and of its half rotation, as their sum and their difference.
    """
    half = rows.shape[1] // 2
    front, back = rows[:, :half], rows[:, : half - 1 : -1]
    parts: Rows = np.stack([front + back, front - back])
    parts *= math.sqrt(0.5)
    return parts


def rotation(turn: int) -> NDArray[np.float64]:
    """Return the (2, 2) matrix of that one of `TURNS` turns."""
    angle = 2 * np.pi * turn / TURNS
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def smoothed(plane: Plane) -> Plane:
    """Return the plane as `COARSE` px can show it."""
    return cv2.GaussianBlur(plane, (0, 0), 0.8).astype(np.float32, copy=False)


def _turned(plane: Plane) -> Rows:
    """(2, TURNS / 2, D / 2) the shot in half of its turns at `COARSE`."""
    turns = np.stack([rotation(k) for k in range(TURNS // 2)])
    at = points(turns, np.zeros((len(turns), 2)), WINDOW_COARSE)
    return halves(normalized(WINDOW_COARSE.levelled(sampled(smoothed(plane), at))))


def normalized(rows: Rows) -> Rows:
    """Each of length 1; a row of zeros stays one."""
    whole: Rows = (rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + 1e-6)).astype(np.float32)
    return whole


def _fine(plane: Plane) -> tuple[Rows, Rows]:
    """Return the shot as a row (D,) of length 1, and (6, D) what bends it."""
    rim = (CROP - FINE) // 2
    down, along = (np.asarray(np.gradient(plane, axis=k))[rim:-rim, rim:-rim] * FINE / 2 for k in (0, 1))
    planes: Rows = np.stack([plane[rim:-rim, rim:-rim], along, down]).astype(np.float32)
    row, along, down = WINDOW_FINE.rows(planes)
    length = float(np.linalg.norm(row)) + 1e-6
    row = row / length
    x, y = WINDOW_FINE.points
    slopes = np.stack([along * x, along * y, down * x, down * y, along, down]) / length
    slopes -= np.outer(slopes @ row, row)
    square = slopes @ slopes.T
    square += (STIFF * np.trace(square) / 6 + 1e-6) * np.eye(6)
    return row, np.linalg.solve(square, slopes).astype(np.float32)
