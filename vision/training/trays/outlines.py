"""Convex outlines in the plane: hulls and whether two of them overlap."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NEAR = 1e-9
"""Corners nearer than this to one another, or to a straight line, are one corner, or none."""


def hull(points: Floats) -> Floats:
    """The corners (k, 2) of the convex hull of `points` (n, 2), anticlockwise; without corners on a straight edge."""
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))]
    return np.array(_half(ordered)[:-1] + _half(ordered[::-1])[:-1])


def _half(ordered: Floats) -> list[Floats]:
    """The lower chain of points ordered from left to right, or the upper one of points ordered from right to left."""
    chain: list[Floats] = []
    for point in ordered:
        if chain and np.abs(point - chain[-1]).max() < NEAR:
            continue
        while len(chain) > 1 and not _turns_left(chain[-2], chain[-1], point):
            chain.pop()
        chain.append(point)
    return chain


def _turns_left(first: Floats, second: Floats, third: Floats) -> bool:
    ax, ay = second - first
    bx, by = third - first
    return bool(ax * by - ay * bx > NEAR)


def is_overlapping(one: Floats, other: Floats, gap: float) -> bool:
    """Whether two convex outlines, (n, 2) and (m, 2) in mm, come nearer than `gap` mm.

    Measured along the normals of their edges, so corners that face one another count as a little nearer than they are.
    """
    for outline in (one, other):
        edges = np.roll(outline, -1, 0) - outline
        normals = np.stack([edges[:, 1], -edges[:, 0]], 1)
        normals /= np.linalg.norm(normals, axis=1)[:, None] + 1e-12
        p, q = one @ normals.T, other @ normals.T
        if np.maximum(q.min(0) - p.max(0), p.min(0) - q.max(0)).max() > gap:
            return False
    return True
