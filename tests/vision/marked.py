"""Markers as a camera straight above a tray of 300 x 220 mm sees them, without a picture."""

from __future__ import annotations

import numpy as np

SIZE = (1280, 720)
"""Px, width and height of the picture."""
PLACES = ((260, 90), (1020, 90), (1020, 630), (260, 630))
"""Px, middles of the markers 0 to 3."""
HALF = 23.0
"""Px, half a side."""


def laid() -> dict[int, np.ndarray]:
    """Id -> (4, 2) px corners, the printed top left one first."""
    square = HALF * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return {number: np.add(square, place).astype(np.float32) for number, place in enumerate(PLACES)}
