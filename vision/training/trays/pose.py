"""Place and rotation of a piece, common to dice and flat pieces."""

from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.assembly import Assembly

Floats = NDArray[np.float64]


class Piece(Protocol):
    """A die, a token or a card on the tray."""

    kind: str
    turn: Floats
    """(3, 3), from the piece's own axes to the tray's."""
    at: Floats
    """(3,) mm, position of its origin."""
    is_cocked: bool
    colourway: int

    @property
    def value(self) -> str:
        """Return the top value, also when cocked."""

    @property
    def tilt(self) -> float:
        """Between the top face and level, degrees."""

    @property
    def top_normal(self) -> Floats:
        """(3,), unit vector out of the top face."""

    @property
    def top_outline(self) -> Floats:
        """(n, 3) mm, the corners of the top face."""

    def points(self) -> Floats:
        """(n, 3) mm, points whose convex hull is the piece."""

    def footprint(self) -> Floats:
        """(n, 2) mm, its outline seen from straight above."""

    def rest(self, rng: Generator) -> None:
        """Lays it flat, turned at random."""

    def ground(self, height: float = 0.0) -> None:
        """Lifts or lowers it onto the height, mm."""

    def put_into(self, scene: Assembly, owner: int) -> None:
        """Add its surface to a scene."""
