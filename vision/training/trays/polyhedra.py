"""The shapes of dice as convex polyhedra with sharp edges; `rounded` makes them solid bodies.

The order of the faces is the one in which Qhull finds them. It says which face bears which value, and it is not the
same for every size, so the numbers of twenty-sided dice are arranged in several ways.
"""

import itertools
import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CUBES = ("d6", "nemesis_combat")
GIRDLE = 0.105
"""Height of the ten corners around the middle of a ten-sided die above and below it, in radii."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceFrame:
    """The plane of a face."""

    centre: Floats
    """Mean of the corners, mm."""
    right: Floats
    up: Floats
    """Unit vectors of the print's direction on each face."""
    reach: float
    """Distance from the centre to the farthest corner, mm."""

    def flat(self, points: Floats) -> Floats:
        """Points (n, 3) as coordinates (n, 2) right and up from the centre, mm."""
        return np.stack([(points - self.centre) @ self.right, (points - self.centre) @ self.up], 1)


@dataclass(frozen=True, slots=True, eq=False)
class Polyhedron:
    """A convex polyhedron about the origin."""

    kind: str
    vertices: Floats
    """(n, 3) mm."""
    normals: Floats
    """(faces, 3), outward unit vectors."""
    faces: tuple[Ints, ...]
    """Indices of the corners of each face, anticlockwise seen from outside."""
    frames: tuple[FaceFrame, ...]
    edge_directions: Floats
    """(m, 3) unit vectors, one of each set of parallel edges."""

    def opposite(self, face: int) -> int:
        """Return the face that looks the other way most."""
        return int(np.argmin(self.normals @ self.normals[face]))


def corners(kind: str) -> Floats:
    """Return the corners (n, 3) of a die of size 1: its edge, or for the ten-sided die the radius of its middle."""
    if kind == "mom_d8":
        return np.vstack([np.eye(3), -np.eye(3)]) / math.sqrt(2)
    if kind in CUBES:
        return np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
    if kind == "d20":
        return _icosahedron()
    if kind == "nemesis_noise":
        return _trapezohedron()
    raise KeyError(kind)


def _icosahedron() -> Floats:
    golden = (1 + 5**0.5) / 2
    signs = itertools.product((-1, 1), (-golden, golden))
    return np.array([p for a, b in signs for p in ((0, a, b), (a, b, 0), (b, 0, a))]) / 2


def _trapezohedron() -> Floats:
    """Ten kites: a zigzag of ten corners and two tips, so high that the kites are plane."""
    tip = GIRDLE * (1 + math.cos(math.pi / 5)) / (1 - math.cos(math.pi / 5))
    around = [
        (math.cos(math.pi * k / 5), math.sin(math.pi * k / 5), GIRDLE * (1 if k % 2 == 0 else -1)) for k in range(10)
    ]
    return np.array([*around, (0, 0, tip), (0, 0, -tip)])


@cache
def polyhedron(kind: str, size: float) -> Polyhedron:
    """Return the die of this kind and size, mm."""
    vertices = corners(kind) * size
    normals, faces, frames = [], [], []
    for normal, members in _facets(vertices):
        frame = _frame(kind, vertices, normal, members)
        x, y = frame.flat(vertices[members]).T
        normals.append(normal)
        faces.append(members[np.argsort(np.arctan2(y, x))])
        frames.append(frame)
    directions = _edge_directions(vertices, faces)
    return Polyhedron(kind, vertices, np.array(normals), tuple(faces), tuple(frames), directions)


def _facets(vertices: Floats) -> list[tuple[Floats, Ints]]:
    """Outward normal and corners of every face; Qhull's triangles of one plane are one face."""
    from scipy.spatial import ConvexHull  # optional: comes with the group `train`

    found = ConvexHull(vertices)
    planes: dict[tuple[float, ...], tuple[Floats, set[int]]] = {}
    for equation, simplex in zip(found.equations, found.simplices, strict=True):
        plane = planes.setdefault(tuple(np.round(equation[:3], 4)), (equation[:3], set()))
        plane[1].update(int(i) for i in simplex)
    return [(normal, np.array(sorted(members))) for normal, members in planes.values()]


def _frame(kind: str, vertices: Floats, normal: Floats, members: Ints) -> FaceFrame:
    centre = vertices[members].mean(0)
    up = _print_upward(kind, vertices[members], normal, centre)
    up = up - normal * (up @ normal)
    up /= np.linalg.norm(up)
    reach = float(np.linalg.norm(vertices[members] - centre, axis=1).max())
    return FaceFrame(centre, np.cross(up, normal), up, reach)


def _print_upward(kind: str, face: Floats, normal: Floats, centre: Floats) -> Floats:
    """Toward a side of a cube, the tip of a kite, a corner of a triangle."""
    if kind in CUBES:
        return np.eye(3)[(np.argmax(np.abs(normal)) + 1) % 3]
    if kind == "nemesis_noise":
        return face[np.argmax(np.abs(face[:, 2]))] - centre
    return face[0] - centre


def edges_of(face: Ints) -> list[tuple[int, int]]:
    """Return the pairs of corners around a face."""
    return [(int(a), int(b)) for a, b in zip(face, np.roll(face, -1), strict=True)]


def _edge_directions(vertices: Floats, faces: list[Ints]) -> Floats:
    pairs = sorted({(min(edge), max(edge)) for face in faces for edge in edges_of(face)})
    kept: list[Floats] = []
    for a, b in pairs:
        direction = (vertices[a] - vertices[b]) / np.linalg.norm(vertices[a] - vertices[b])
        if not any(abs(abs(direction @ other) - 1) < 1e-6 for other in kept):
            kept.append(direction)
    return np.array(kept)
