"""Looks again, closer, at what was found: is it an object, of which shape, how does it lie, and where exactly."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import Found, shares
from vision.kit import Image
from vision.session import session
from vision.shapes import SHAPES

SIDE = 64
REACH = 2.0
"""Half side of what the net sees, in radii as the finder tells them."""
MOVED = 0.12
"""Radii, or log of their ratio; the net was taught with findings that are off by about this much."""
AGAIN = 0.2
"""Least score of what is worth it."""
CLOSER = 0.7
"""Weight of the second look beside the first."""
SHARPER = 1.5
"""Two that agree on a shape are surer than either; 1 would be their mean."""
TURNS = (np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([[-1.0, 0.0], [0.0, 1.0]]))
"""Every object is looked at as it is, a quarter turned, and mirrored; the answers are averaged."""


def look_again(image: Image, found: Sequence[Found]) -> tuple[Found, ...]:
    """The same objects in the same order; the score is now the share, 0..1, that it is an object.

    What turns out to lie elsewhere than the finder said is looked at once more, from there.
    """
    first = _looked(image, found, found)
    moved = [k for k, (one, other) in enumerate(zip(found, first, strict=True)) if _moved(one, other)]
    again = _looked(image, [found[k] for k in moved], [first[k] for k in moved])
    better = dict(zip(moved, again, strict=True))
    return tuple(better.get(k, one) for k, one in enumerate(first))


def _moved(one: Found, other: Found) -> bool:
    away = math.hypot(other.x - one.x, other.y - one.y) / one.radius
    return other.score > AGAIN and (away > MOVED or abs(math.log(other.radius / one.radius)) > MOVED)


def _looked(image: Image, found: Sequence[Found], places: Sequence[Found]) -> tuple[Found, ...]:
    """What is seen of the objects when they are looked at where `places` has them."""
    if not found:
        return ()
    planes = np.stack([_planes(image, place, turn) for place in places for turn in TURNS])
    told = np.asarray(session("look").run(None, {"planes": planes})[0], float)
    return tuple(
        _better(one, place, told[len(TURNS) * k : len(TURNS) * (k + 1)])
        for k, (one, place) in enumerate(zip(found, places, strict=True))
    )


def _planes(image: Image, one: Found, turn: NDArray[np.float64]) -> NDArray[np.float32]:
    """(5, SIDE, SIDE): the surroundings, and the direction from the middle of the picture."""
    height, width = image.shape[:2]
    matrix = turn * SIDE / (2 * REACH * one.radius)
    shift = SIDE / 2 - matrix @ (one.x, one.y)
    patch = cv2.warpAffine(
        image, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
    )
    planes = np.empty((5, SIDE, SIDE), np.float32)
    planes[:3] = patch.transpose(2, 0, 1) / 255
    planes[3:] = (turn @ (one.x - width / 2, one.y - height / 2) / (max(width, height) / 2))[:, None, None]
    return planes


def _better(one: Found, place: Found, told: NDArray[np.float64]) -> Found:
    """What the finder and three looks (3, 14) say together."""
    shapes, states = shares(told[:, :7]).mean(0), shares(told[:, 7:11]).mean(0)
    moves = np.stack([turn.T @ row[11:13] for turn, row in zip(TURNS, told, strict=True)]).mean(0)
    score = 1 - float(shapes[len(SHAPES)])
    which = _together(np.array(one.shapes), shapes[: len(SHAPES)], SHARPER)
    how = _together(np.array(one.states), states, 1.0)
    return replace(
        one,
        shape=SHAPES[int(which.argmax())],
        x=place.x + float(moves[0]) * place.radius,
        y=place.y + float(moves[1]) * place.radius,
        radius=place.radius * float(np.exp(np.clip(told[:, 13].mean(), -0.7, 0.7))),
        score=score,
        shapes=tuple(float(share) for share in which),
        states=(float(how[0]), float(how[1]), float(how[2]), float(how[3])),
    )


def _together(first: NDArray[np.float64], second: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """What two readers say that were taught apart: shares of one, low where either doubts."""
    product = np.maximum(first, 1e-6) ** (power * (1 - CLOSER)) * np.maximum(second, 1e-6) ** (power * CLOSER)
    whole: NDArray[np.float64] = product / product.sum()
    return whole
