"""Convex outlines in the plane: hulls and whether two of them overlap."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
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
