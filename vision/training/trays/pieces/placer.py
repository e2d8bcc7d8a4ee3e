"""Lay pieces onto the felt so that none overlaps another."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import Piece
from vision.training.trays.shapes.geometry import is_overlapping, toward
from vision.training.trays.shapes.tray import EDGES, MARKER_INSET

Floats = NDArray[np.float64]
TRIES = 200
GAP, TOUCHING_GAP = 1.2, 0.1
"""Mm between separate pieces, and between pieces pushed together."""
KEPT_CLEAR = 14.0
"""Half side of the square about a marker, mm."""


class Placer:
    """Pieces placed on the tray so far."""

    def __init__(self, rng: Generator, has_markers: bool = True) -> None:
        """`has_markers`: keep the corners of the felt clear."""
        self.rng = rng
        self.pieces: list[Piece] = []
        self.footprints: list[Floats] = []
        """Footprints of the pieces, and of other objects."""
        self._blocked = _corner_squares() if has_markers else []

    def fits(self, piece: Piece, gap: float = 1.0, margin: float = 2.0) -> bool:
        """Return whether it is on the felt, `margin` mm from the rim, and `gap` mm from other pieces."""
        outline = piece.footprint()
        if np.any(np.abs(outline) > EDGES - margin):
            return False
        return not any(is_overlapping(outline, other, gap) for other in self.footprints + self._blocked)

    def commit(self, piece: Piece) -> None:
        """The piece stays where it is."""
        self.pieces.append(piece)
        self.footprints.append(piece.footprint())

    def reserve(self, thing: Piece) -> bool:
        """Find a place for an object that is not a playing piece. Returns False without one."""
        if not self.place(thing):
            return False
        self.pieces.pop()
        return True

    def place(self, piece: Piece, is_touching: bool = False, region: float = 1.0) -> bool:
        """Find a place and commits the piece there; False when 200 tries find none.

        `is_touching`: push it against another piece, mostly. `region`: share of the felt, about its middle.
        """
        piece.at[:2] = 0
        for _ in range(TRIES):
            if is_touching and self.pieces and self.rng.random() < 0.9:
                self._push_against(piece, self.pieces[self.rng.integers(len(self.pieces))])
                gap = TOUCHING_GAP
            else:
                piece.at[:2] = self.rng.uniform(-1, 1, 2) * (EDGES - 14) * region
                gap = GAP
            if self.fits(piece, gap):
                self.commit(piece)
                return True
        return False

    def _push_against(self, piece: Piece, other: Piece) -> None:
        """Place it against the other, on any side, by fourteen bisections."""
        direction = toward(self.rng.uniform(0, 2 * math.pi))
        outline, near, far = other.footprint(), 0.0, 90.0
        for _ in range(14):
            middle = (near + far) / 2
            piece.at[:2] = other.at[:2] + direction * middle
            if is_overlapping(piece.footprint(), outline, 0.15):
                near = middle
            else:
                far = middle
        piece.at[:2] = other.at[:2] + direction * far


def _corner_squares() -> list[Floats]:
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * KEPT_CLEAR
    corners = [np.array([x, y]) * (EDGES - MARKER_INSET) for x in (-1, 1) for y in (-1, 1)]
    return [corner + square for corner in corners]
