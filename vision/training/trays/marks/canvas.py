"""A small canvas for ink; coordinates run from -1 to 1 over the shorter side, y up."""

import itertools
import math
from collections.abc import Sequence
from typing import Self

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.marks.fonts import load

FINE = 4
"""Drawn px per px of the mask, in both directions."""
ROUND = 72
"""Corners of a circle."""


class Canvas:
    """Ink on a blank ground; every drawing method returns the canvas."""

    def __init__(self, side: int = 160, width: int | None = None, height: int | None = None) -> None:
        self.width, self.height = width or side, height or side
        self.unit = min(self.width, self.height) * FINE / 2.0
        """Drawn px per unit."""
        self.ink = np.zeros((self.height * FINE, self.width * FINE), np.uint8)
        """Finely drawn, 0 or 255."""

    def blank(self) -> Self:
        """Return an empty canvas of the same size."""
        return type(self)(width=self.width, height=self.height)

    def polygon(self, points: ArrayLike, erase: bool = False) -> Self:
        """Fill the outline (n, 2)."""
        cv2.fillPoly(self.ink, [self._fixed(points)], 0 if erase else 255, cv2.LINE_8, 3)
        return self

    def _fixed(self, points: ArrayLike) -> NDArray[np.int32]:
        """Drawn px in eighths."""
        p = np.asarray(points, float).reshape(-1, 2)
        x = p[:, 0] * self.unit + self.width * FINE / 2.0
        y = -p[:, 1] * self.unit + self.height * FINE / 2.0
        return np.round(np.stack([x, y], 1) * 8).astype(np.int32)

    def circle(self, centre: ArrayLike, radius: float, erase: bool = False) -> Self:
        x, y = np.asarray(centre, float)
        angle = np.linspace(0, 2 * math.pi, ROUND, endpoint=False)
        return self.polygon(np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1), erase)

    def ellipse(self, centre: ArrayLike, radii: tuple[float, float], turn: float = 0, erase: bool = False) -> Self:
        """Return an ellipse turned by `turn` (rad)."""
        angle = np.linspace(0, 2 * math.pi, ROUND, endpoint=False)
        points = np.stack([radii[0] * np.cos(angle), radii[1] * np.sin(angle)], 1)
        matrix = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        return self.polygon(points @ matrix.T + np.asarray(centre), erase)

    def ring(self, centre: ArrayLike, radius: float, width: float) -> Self:
        """Return a circle's line of `width`, half of it outside `radius`."""
        return self.lay(self.blank().circle(centre, radius + width / 2).circle(centre, radius - width / 2, erase=True))

    def lay(self, other: Self, erase: bool = False) -> Self:
        """Add the ink of a canvas of the same size, or takes it away."""
        self.ink = np.where(other.ink > 0, 0 if erase else 255, self.ink).astype(np.uint8)
        return self

    def line(self, points: ArrayLike, width: float, erase: bool = False, capped: bool = True) -> Self:
        """Straight strokes through the points (n, 2), with round ends and corners if `capped`."""
        path = np.asarray(points, float)
        for start, end in itertools.pairwise(path):
            along = end - start
            length = np.hypot(*along)
            if length < 1e-9:
                continue
            side = np.array([-along[1], along[0]]) / length * width / 2
            self.polygon([start + side, end + side, end - side, start - side], erase)
        if capped:
            for point in path:
                self.circle(point, width / 2, erase)
        return self

    def taper(self, points: ArrayLike, first: float, last: float, erase: bool = False) -> Self:
        """Return a stroke through the points whose width goes from `first` to `last`."""
        path = np.asarray(points, float)
        for i in range(len(path) - 1):
            for t in np.linspace(0, 1, 6):
                share = (i + t) / (len(path) - 1)
                self.circle(path[i] * (1 - t) + path[i + 1] * t, (first + (last - first) * share) / 2, erase)
        return self

    def text(
        self, text: str, font: str, height: float, centre: Sequence[float] = (0, 0), most: float | None = None
    ) -> Self:
        """Text whose capitals are about `height` high, at most `most` wide; `font`: a path, "" for Pillow's own."""
        from PIL import Image, ImageDraw  # optional: comes with the group `train`

        size = int(height * self.unit * 1.38)
        face = load(font, size)
        x0, y0, x1, y1 = face.getbbox(text)
        if most is not None and (x1 - x0) > most * self.unit:
            face = load(font, int(size * most * self.unit / (x1 - x0)))
            x0, y0, x1, y1 = face.getbbox(text)
        x = centre[0] * self.unit + self.width * FINE / 2
        y = -centre[1] * self.unit + self.height * FINE / 2
        drawn = Image.new("L", (self.width * FINE, self.height * FINE), 0)
        ImageDraw.Draw(drawn).text((x - (x0 + x1) / 2, y - (y0 + y1) / 2), text, fill=255, font=face)
        self.ink = np.maximum(self.ink, np.asarray(drawn)).astype(np.uint8)
        return self

    def stamp(
        self, mark: NDArray[np.uint8], radius: float = 1.0, centre: Sequence[float] | NDArray[np.float64] = (0, 0)
    ) -> Self:
        """Add a square mark (n, n), whose unit circle touches its border, with `radius`."""
        side = mark.shape[0]
        scale = 2 * radius * self.unit / side
        x = centre[0] * self.unit + self.width * FINE / 2 - scale * side / 2
        y = -centre[1] * self.unit + self.height * FINE / 2 - scale * side / 2
        matrix = np.array([[scale, 0, x], [0, scale, y]], np.float32)
        size = (self.width * FINE, self.height * FINE)
        self.ink = np.maximum(self.ink, cv2.warpAffine(mark, matrix, size, flags=cv2.INTER_AREA)).astype(np.uint8)
        return self

    def turned_half(self) -> NDArray[np.uint8]:
        """Return the ink rotated by 180 degrees."""
        return self.ink[::-1, ::-1]

    def mask(self) -> NDArray[np.float32]:
        """How much of each px is inked: (height, width), 0 to 1."""
        small = cv2.resize(self.ink, (self.width, self.height), interpolation=cv2.INTER_AREA)
        return small.astype(np.float32) / 255


def star(points: int, outer: float, inner: float, turn: float = 90, centre: ArrayLike = (0, 0)) -> NDArray[np.float64]:
    """Return the outline (2 * points, 2) of a star whose first point is at `turn` degrees."""
    x, y = np.asarray(centre, float)
    angle = np.deg2rad(turn) + np.arange(2 * points) * math.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1)


def curve(start: ArrayLike, pull: ArrayLike, end: ArrayLike) -> NDArray[np.float64]:
    """Fourteen points of a quadratic Bézier curve."""
    t = np.linspace(0, 1, 14)[:, None]
    return (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(pull) + t**2 * np.array(end)


def clouds(side: int, rng: Generator, octaves: int = 5, coarsest: int = 4) -> NDArray[np.float32]:
    """Soft noise (side, side), 0 to 1: the sum of ever finer and fainter grids."""
    total = np.zeros((side, side), np.float32)
    for octave in range(octaves):
        cells = coarsest * 2**octave + 3
        grid = rng.random((cells, cells)).astype(np.float32)
        total += 0.5**octave * cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC)
    total -= total.min()
    return total / total.max()
