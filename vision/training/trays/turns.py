"""Rotation matrices, which turn a column of coordinates: `matrix @ point`."""

import math
from collections.abc import Sequence

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
