"""A lens above the table: a pinhole with radial distortion."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.shapes.geometry import UP, turn_about

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
STEPS = 5
"""Fixed-point steps that undo the distortion."""
FARTHEST = 2.0
"""Squared distance from the middle, 1 in the corners, beyond which the distortion grows no more."""
CELL = 8
"""Px between the rays that are computed for the table; those between are interpolated."""
NEAREST_DEPTH = 1.0
"""Mm; what lies behind the lens is projected as if it were there."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Place, direction and distortion of a lens."""

    at: Floats
    """(3,) mm; the table's top is at height 0."""
    axes: Floats
    """(3, 3): right, down and forward as rows, unit vectors."""
    focal: float
    """Px, in the middle of the picture."""
    bend: float
    """Share by which a corner is pulled in (positive) or out."""
    width: int
    height: int
    """Px."""

    @property
    def middle(self) -> Floats:
        return np.array([self.width / 2, self.height / 2])

    def _stretch(self, places: Floats) -> Floats:
        corner = (self.width**2 + self.height**2) / 4
        squared = (places[:, :1] ** 2 + places[:, 1:] ** 2) / corner
        stretch: Floats = 1 + self.bend * np.minimum(squared, FARTHEST)
        return stretch

    def rays(self, pixels: ArrayLike) -> Floats:
        """Return the unit directions (n, 3) in which pixels (n, 2) look."""
        places = np.asarray(pixels, float) - self.middle
        straight = places * self._stretch(places) / self.focal
        rays: Floats = np.concatenate([straight, np.ones((len(straight), 1))], 1) @ self.axes
        return rays / np.linalg.norm(rays, axis=1, keepdims=True)

    def project(self, points: ArrayLike) -> Floats:
        """Return the pixels (n, 2) of points (n, 3), mm."""
        seen = (np.asarray(points, float) - self.at) @ self.axes.T
        straight = self.focal * seen[:, :2] / np.maximum(seen[:, 2:], NEAREST_DEPTH)
        places = straight
        for _ in range(STEPS):
            places = straight / self._stretch(places)
        return places + self.middle

    def on_table(self, pixels: ArrayLike) -> Floats:
        """Return where pixels (n, 2) see the table, (n, 2) mm; the sky counts as a far table."""
        rays = self.rays(pixels)
        down = np.minimum(rays[:, 2:], -0.02)
        return self.at[:2] - rays[:, :2] / down * self.at[2]

    def table_map(self) -> tuple[Floats32, Floats32]:
        """Return x and y, mm, of the table at every pixel, each (H, W)."""
        columns, rows = self.width // CELL + 3, self.height // CELL + 3
        x, y = np.meshgrid(np.arange(columns) - 1, np.arange(rows) - 1)
        pixels = (np.stack([x, y], -1).reshape(-1, 2) + 0.5) * CELL
        coarse = self.on_table(pixels).reshape(rows, columns, 2).astype(np.float32)
        fine = cv2.resize(coarse, (columns * CELL, rows * CELL), interpolation=cv2.INTER_LINEAR)
        fine = fine[CELL : CELL + self.height, CELL : CELL + self.width]
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])

    @property
    def px_per_mm(self) -> float:
        """Px of a mm on the table in the middle of the picture, across the view."""
        distance = np.linalg.norm(self.at - np.append(self.on_table([self.middle])[0], 0))
        return float(self.focal / distance)


def hang_lens(rng: Generator, size: tuple[int, int], px_per_mm: float, tilt: float) -> Lens:
    """Return a lens that looks at the origin of the table, `tilt` degrees aslant, from any side.

    `size`: width and height, px. `px_per_mm`: in the middle of the picture.
    """
    focal = max(size) * rng.uniform(0.7, 1.7)
    around = rng.choice([0.0, 0.5, 1.0, 1.5]) * math.pi + rng.normal(0, 0.35)
    lean = turn_about((1, 0, 0), math.radians(tilt)) @ np.diag([1.0, -1.0, -1.0])
    columns = turn_about(UP, around) @ lean @ turn_about(UP, math.radians(rng.normal(0, 3)))
    bend = rng.normal(0, 0.04)
    return Lens(-columns[:, 2] * focal / px_per_mm, columns.T, focal, float(np.clip(bend, -0.1, 0.1)), *size)
