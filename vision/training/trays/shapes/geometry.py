"""Rotation matrices, convex outlines and triangle meshes. A matrix turns a column of coordinates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
UP = (0, 0, 1.0)


def turn_about(axis: Sequence[float] | Floats, angle: float) -> Floats:
    """Return the turn by `angle` (rad) about `axis`, of any length; right-handed."""
    return cv2.Rodrigues(np.asarray(axis, float) / np.linalg.norm(axis) * angle)[0]


def turn_upward(direction: Floats) -> Floats:
    """Return the shortest turn that takes `direction` to straight up."""
    unit = direction / np.linalg.norm(direction)
    axis = np.cross(unit, UP)
    sine, cosine = np.linalg.norm(axis), unit[2]
    if sine < 1e-9:
        return np.eye(3) if cosine > 0 else turn_about((1, 0, 0), math.pi)
    return turn_about(axis, math.atan2(sine, cosine))


def across(direction: ArrayLike) -> Floats:
    """Return a direction in the plane, (2,), turned by 90 degrees to the left."""
    x, y = np.asarray(direction)
    return np.array([-y, x])


def toward(angle: float) -> Floats:
    """Return the unit vector in the plane at `angle` (rad) from x."""
    return np.array([math.cos(angle), math.sin(angle)])


Point = tuple[float, float]
NEAR = 1e-9
"""Corners nearer than this to one another, or to a straight line, are one corner, or none."""


def hull(points: Floats) -> Floats:
    """Return the corners (k, 2) of the convex hull of `points` (n, 2), anticlockwise; without corners on a straight
    edge.
    """
    ordered = sorted((x, y) for x, y in points.tolist())
    return np.array(_half(ordered)[:-1] + _half(ordered[::-1])[:-1])


def _half(ordered: list[Point]) -> list[Point]:
    """Return the lower chain of points ordered from left to right, or the upper one of points ordered from right to
    left.
    """
    chain: list[Point] = []
    for point in ordered:
        if chain and abs(point[0] - chain[-1][0]) < NEAR and abs(point[1] - chain[-1][1]) < NEAR:
            continue
        while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return chain


def _turns_left(first: Point, second: Point, third: Point) -> bool:
    ax, ay, bx, by = second[0] - first[0], second[1] - first[1], third[0] - first[0], third[1] - first[1]
    return ax * by - ay * bx > NEAR


def is_overlapping(one: Floats, other: Floats, gap: float) -> bool:
    """Return whether two convex outlines, (n, 2) and (m, 2) in mm, come nearer than `gap` mm.

    Measured along the normals of their edges, which slightly underestimates the distance of facing corners.
    """
    for outline in (one, other):
        edges = np.roll(outline, -1, 0) - outline
        normals = np.stack([edges[:, 1], -edges[:, 0]], 1)
        normals /= np.linalg.norm(normals, axis=1)[:, None] + 1e-12
        p, q = one @ normals.T, other @ normals.T
        if np.maximum(q.min(0) - p.max(0), p.min(0) - q.max(0)).max() > gap:
            return False
    return True


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
