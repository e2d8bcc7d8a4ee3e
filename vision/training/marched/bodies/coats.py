"""What covers a piece: the colour and the depth of the print of each face."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.marks.canvas import clouds
from vision.training.trays.paint.faces import CELL, die_ink, paint_die_face, paint_token
from vision.training.trays.styles.by_name import seed_of, style_named

Floats = NDArray[np.float32]
ROW = 512
"""Points a row: OpenCV takes no picture with more than 32767 rows."""
LEAST_CELL = 12
"""Px."""


@dataclass(frozen=True, slots=True, eq=False)
class Coat:
    """The print of a piece."""

    cells: Floats
    """(cells, side, side, 3) linear RGB."""
    depth: Floats
    """(cells, side, side), 0 to 1: how deep the surface is carved."""
    cell_of: NDArray[np.intp]
    """(faces,), the cell of each face."""
    carving: float = 0.0
    """How steep the carving is; 0: printed."""
    gloss: float = 0.6
    """Strength of the mirror image, 0 to 1."""
    sharpness: float = 60.0
    """Exponent of the highlight: 8 is dull, 400 is polished."""
    glow: float = 0.0
    """Share of the light that comes through the body."""

    def fitted(self, wanted: float) -> "Coat":
        """Return the coat with cells of about `wanted` px, if they are finer."""
        count, side = self.cells.shape[:2]
        small = int(np.clip(wanted, LEAST_CELL, side))
        if small >= side:
            return self
        size = (small, count * small)
        cells = cv2.resize(self.cells.reshape(-1, side, 3), size, interpolation=cv2.INTER_AREA)
        depth = cv2.resize(self.depth.reshape(-1, side), size, interpolation=cv2.INTER_AREA)
        shape = (count, small, small)
        return Coat(
            cells.reshape(*shape, 3),
            depth.reshape(shape),
            self.cell_of,
            self.carving,
            self.gloss,
            self.sharpness,
            self.glow,
        )

    def colours_at(self, faces: NDArray[np.intp], places: Floats) -> Floats:
        """Return the colours (n, 3) at places (n, 2) of faces (n,)."""
        side = self.cells.shape[1]
        return _looked_up(self.cells.reshape(-1, side, 3), self._pixels(faces, places))

    def slopes_at(self, faces: NDArray[np.intp], places: Floats) -> Floats:
        """Return how the surface falls to the right and upwards, (n, 2)."""
        side = self.depth.shape[1]
        flat = cv2.GaussianBlur(self.depth.reshape(-1, side), (0, 0), side * 0.02 + 0.5)
        right, down = np.gradient(flat, axis=1), np.gradient(flat, axis=0)
        slopes = np.stack([right, -down], -1) * np.float32(side / 20 * self.carving)
        return _looked_up(np.ascontiguousarray(slopes, np.float32), self._pixels(faces, places))

    def _pixels(self, faces: NDArray[np.intp], places: Floats) -> Floats:
        side = self.cells.shape[1]
        right = (places[:, 0] + 1) * side / 2 - 0.5
        down = (1 - places[:, 1]) * side / 2 - 0.5
        inside = np.clip(np.stack([right, down], 1), 0.5, side - 1.5)
        inside[:, 1] += self.cell_of[faces] * side
        return inside.astype(np.float32)


def _looked_up(strip: Floats, pixels: Floats) -> Floats:
    count = len(pixels)
    padded = np.zeros((-(-count // ROW) * ROW, 2), np.float32)
    padded[:count] = pixels
    grid = padded.reshape(-1, ROW, 2)
    found = cv2.remap(strip, grid, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32).reshape(-1, strip.shape[2])[:count]


@functools.lru_cache(60)
def styled_cells(
    style_name: str, kind: str, printed: str, colourway: int, values: tuple[str, ...]
) -> tuple[Floats, Floats]:
    """Return colours and ink of these faces of a style's die, painted once a process.

    `kind`: whose colours; `printed`: the kind whose symbols or numerals.
    """
    style = style_named(style_name)
    rng = np.random.default_rng([seed_of(style_name), seed_of(printed), colourway])
    look = style.dice[kind][colourway]
    cells = [paint_die_face(style, printed, look, value, rng) for value in values]
    ink = [die_ink(style, printed, value) for value in values]
    return np.clip(np.array(cells, np.float32), 0.004, 0.95), np.array(ink, np.float32)


@functools.lru_cache(200)
def token_cells(style_name: str, value: str) -> Floats:
    """Return the upper side, the underside and the rim of a token of a style, painted once a process."""
    style = style_named(style_name)
    rng = np.random.default_rng([seed_of(style_name), seed_of(value)])
    front = np.asarray(paint_token(style, value, rng), np.float32)
    rim = np.ones_like(front) * np.asarray(style.token.rim, np.float32)
    return np.clip(np.array([front, rim, rim]), 0.004, 0.95)


def plain(colour: ArrayLike, faces: int, rng: Generator, gloss: float = 0.3, mottle: float = 0.06) -> Coat:
    """Return a coat without any print."""
    cloud = 1 + mottle * (clouds(CELL // 2, rng, 4, 4)[None, ..., None] - 0.5)
    cells = np.clip(np.asarray(colour, np.float32) * cloud, 0.004, 0.95).astype(np.float32)
    depth = np.zeros(cells.shape[:3], np.float32)
    return Coat(cells, depth, np.zeros(faces, np.intp), gloss=gloss, sharpness=float(rng.uniform(10, 200)))
