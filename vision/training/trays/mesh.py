"""Triangle meshes and what is turned on a lathe."""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.turns import turn_upward

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SIDES = 20
"""Sides of the prism for a round object."""
RINGS = 8
"""Of half a ball."""


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """A surface with a colour at every point."""

    positions: Floats
    """(n, 3) mm."""
    normals: Floats
    """(n, 3) unit vectors."""
    paint: Floats
    """(n, 2), the place of each point in the picture the surface is painted with, 0 to 1, y down."""
    triangles: Ints
    """(m, 3)."""

    def moved(self, turn: Floats, shift: Floats) -> Self:
        """Return the mesh turned, then moved by `shift` mm."""
        return type(self)(self.positions @ turn.T + shift, self.normals @ turn.T, self.paint, self.triangles)


def capsule(start: ArrayLike, end: ArrayLike, start_radius: float, end_radius: float) -> tuple[Floats, Floats, Ints]:
    """Positions, normals and triangles of two half balls and the cone between them; mm."""
    base = np.asarray(start, float)
    axis = np.asarray(end, float) - base
    length = np.linalg.norm(axis) + 1e-9
    profile = [(start_radius * c, start_radius * s, c, s) for c, s in _arc(-90, 0)]
    profile += [(end_radius * c, length + end_radius * s, c, s) for c, s in _arc(0, 90)]
    positions, normals, triangles = _revolved(profile)
    turn = turn_upward(axis / length).T
    return positions @ turn.T + base, normals @ turn.T, triangles[:, ::-1]


def _arc(first: float, last: float) -> list[tuple[float, float]]:
    """Cosines and sines from one angle to another, degrees."""
    return [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in np.linspace(first, last, RINGS)]


def _revolved(profile: list[tuple[float, float, float, float]]) -> tuple[Floats, Floats, Ints]:
    """Rotate a profile of (radius, height, outward, upward) about the z axis."""
    angles = np.linspace(0, 2 * math.pi, SIDES + 1)
    around = list(zip(np.cos(angles), np.sin(angles), strict=True))
    positions = np.array([[r * c, r * s, z] for r, z, _, _ in profile for c, s in around])
    normals = np.array([[out * c, out * s, up] for _, _, out, up in profile for c, s in around])
    triangles = []
    for ring in range(len(profile) - 1):
        for side in range(SIDES):
            a = ring * (SIDES + 1) + side
            b, c, d = a + 1, a + SIDES + 2, a + SIDES + 1
            triangles += [[a, c, b], [a, d, c]]
    return positions, normals, np.array(triangles)
