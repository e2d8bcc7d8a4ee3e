"""The four corners of one marker in a picture, and what they tell of it. Pure."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Quad: TypeAlias = NDArray[np.float32]
"""(4, 2) px, the printed top left corner first."""


def middle_of(quad: Quad) -> NDArray[np.floating]:
    """(2,) px."""
    middle: NDArray[np.floating] = quad.mean(axis=0)
    return middle


def axes_of(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Right and down along a marker's own edges, of length 1."""
    right, down = edges_of(quad)
    return right / np.linalg.norm(right), down / np.linalg.norm(down)


def edges_of(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Twice the mean of its edges to the right, and of those down."""
    return quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]


def side_of(quad: Quad) -> float:
    """Px, the mean of its four."""
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def distance(one: Quad, other: Quad) -> float:
    """Px between their middles."""
    return float(np.linalg.norm(middle_of(one) - middle_of(other)))
