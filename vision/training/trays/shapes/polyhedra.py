"""Polyhedra of the dice, sharp and with rounded edges."""

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


Line = tuple[Floats, float]
"""An inset edge in the plane of a face: inward normal and its distance from the centre, mm."""
OUTWARD = np.array([0, 0.5, 0.74, 0.81, 0.86, 0.9, 0.93, 0.955, 0.975, 0.99, 1.0])
ALONG = np.array([0, 0.02, 0.05, 0.10, 0.18, 0.35, 0.65, 0.82, 0.90, 0.95, 0.98, 1.0])
"""The grid of one triangle: from the centre to the edge, and along the edge."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundedMesh:
    """The surface of one die."""

    positions: Floats
    """(n, 3) mm."""
    normals: Floats
    """(n, 3) unit vectors."""
    face_of: NDArray[np.int64]
    """(n,), the face each point belongs to."""
    on_face: Floats
    """(n, 2), right and up from the face's centre, in reaches of the face: -1 to 1."""
    triangles: NDArray[np.int64]
    """(m, 3)."""


@cache
def rounded(kind: str, size: float, radius: float) -> RoundedMesh:
    """Return the surface of a die of this kind and size, edges rounded with `radius`, all mm."""
    solid = polyhedron(kind, size)
    parts = [part for face in range(len(solid.faces)) for part in _rounded_face(solid, face, radius)]
    face_of = np.repeat(np.arange(len(solid.faces)), [len(f) * len(OUTWARD) * len(ALONG) for f in solid.faces])
    positions, normals, on_face = (np.vstack([part[i] for part in parts]) for i in range(3))
    triangles = np.vstack([_grid_triangles() + i * len(OUTWARD) * len(ALONG) for i in range(len(parts))])
    return RoundedMesh(positions, normals, face_of, on_face, triangles)


def _grid_triangles() -> NDArray[np.int64]:
    rows, columns = len(OUTWARD), len(ALONG)
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    return np.concatenate([np.stack([a, d, c], -1).reshape(-1, 3), np.stack([a, c, b], -1).reshape(-1, 3)])


def _rounded_face(solid: Polyhedron, face: int, radius: float) -> list[tuple[Floats, Floats, Floats]]:
    """Positions, normals and places on the face of each of its triangles' grids."""
    frame, normal = solid.frames[face], solid.normals[face]
    outline = frame.flat(solid.vertices[solid.faces[face]])
    lines = _inset(solid, face, outline, radius)
    inner = np.array([_meeting(lines[i - 1], lines[i]) for i in range(len(lines))])
    parts = []
    for first, second in zip(outline, np.roll(outline, -1, 0), strict=True):
        points = np.array([t * ((1 - s) * first + s * second) for t in OUTWARD for s in ALONG])
        nearest = _nearest_inside(points, lines, inner)
        overhang = points - nearest
        normals = overhang[:, :1] * frame.right + overhang[:, 1:] * frame.up + radius * normal
        normals /= np.linalg.norm(normals, axis=1)[:, None]
        core = frame.centre + nearest[:, :1] * frame.right + nearest[:, 1:] * frame.up - radius * normal
        parts.append((core + radius * normals, normals, points / frame.reach))
    return parts


def _inset(solid: Polyhedron, face: int, outline: Floats, radius: float) -> list[Line]:
    """Return the edges of the part of a face that stays plane."""
    members = solid.faces[face]
    lines = []
    for i, edge in enumerate(edges_of(members)):
        angle = math.acos(np.clip(solid.normals[face] @ solid.normals[_neighbour(solid, face, edge)], -1, 1))
        along = outline[(i + 1) % len(members)] - outline[i]
        along /= np.linalg.norm(along)
        inward = np.array([-along[1], along[0]])
        lines.append((inward, inward @ outline[i] + radius * math.tan(angle / 2)))
    return lines


def _neighbour(solid: Polyhedron, face: int, edge: tuple[int, int]) -> int:
    return next(i for i, f in enumerate(solid.faces) if i != face and set(edge) <= set(map(int, f)))


def _meeting(one: Line, other: Line) -> Floats:
    return np.linalg.solve(np.array([one[0], other[0]]), np.array([one[1], other[1]]))


def _nearest_inside(points: Floats, lines: list[Line], inner: Floats) -> Floats:
    """Return for each point (n, 2) of a face the nearest one of its plane part, whose corners are `inner`."""
    inside = np.all([(points @ inward - offset) > -1e-9 for inward, offset in lines], axis=0)
    nearest, distance = points.copy(), np.full(len(points), np.inf)
    for start, end in zip(inner, np.roll(inner, -1, 0), strict=True):
        along = end - start
        share = np.clip(((points - start) @ along) / (along @ along), 0, 1)[:, None]
        foot = start + share * along
        apart = np.linalg.norm(points - foot, axis=1)
        better = (apart < distance) & ~inside
        nearest[better], distance[better] = foot[better], apart[better]
    return nearest
