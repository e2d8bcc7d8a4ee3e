"""Dice with rounded edges and corners: a smaller polyhedron about which a ball is rolled.

A face is split into the triangles between its centre and its edges, each into a grid that is fine near the edge.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.training.trays.polyhedra import Polyhedron, edges_of, polyhedron

Floats = NDArray[np.float64]
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
