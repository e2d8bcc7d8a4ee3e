"""Looks again, closer, at what was found: is it an object, of which shape, how does it lie, and where exactly."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import Found
from vision.kit import Image
from vision.session import session
from vision.shapes import SHAPES

SIDE = 64
REACH = 2.0
"""Half side of what the net sees, in radii as the finder tells them."""
TURNS = (np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([[-1.0, 0.0], [0.0, 1.0]]))
"""Every object is looked at as it is, a quarter turned, and mirrored; the answers are averaged."""


def look_again(image: Image, found: Sequence[Found]) -> tuple[Found, ...]:
    """The same objects in the same order; the score is now the share, 0..1, that it is an object."""
    if not found:
        return ()
    planes = np.stack([_planes(image, one, turn) for one in found for turn in TURNS])
    told = np.asarray(session("look").run(None, {"planes": planes})[0], float)
    return tuple(_better(one, told[3 * k : 3 * k + 3]) for k, one in enumerate(found))


def _planes(image: Image, one: Found, turn: NDArray[np.float64]) -> NDArray[np.float32]:
    """(5, SIDE, SIDE): the surroundings, and the direction from the middle of the picture."""
    height, width = image.shape[:2]
    matrix = turn * SIDE / (2 * REACH * one.radius)
    shift = SIDE / 2 - matrix @ (one.x, one.y)
    patch = cv2.warpAffine(image, np.hstack([matrix, shift[:, None]]), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    planes = np.empty((5, SIDE, SIDE), np.float32)
    planes[:3] = patch.transpose(2, 0, 1) / 255
    planes[3:] = (turn @ (one.x - width / 2, one.y - height / 2) / (max(width, height) / 2))[:, None, None]
    return planes


def _better(one: Found, told: NDArray[np.float64]) -> Found:
    """What three looks (3, 14) say together."""
    shapes, states = _shares(told[:, :7]).mean(0), _shares(told[:, 7:11]).mean(0)
    moves = np.stack([turn.T @ row[11:13] for turn, row in zip(TURNS, told, strict=True)]).mean(0)
    best = int(shapes[: len(SHAPES)].argmax())
    score = 1 - float(shapes[len(SHAPES)])
    return replace(
        one,
        shape=SHAPES[best],
        x=one.x + float(moves[0]) * one.radius,
        y=one.y + float(moves[1]) * one.radius,
        radius=one.radius * float(np.exp(np.clip(told[:, 13].mean(), -0.7, 0.7))),
        score=score,
        shapes=tuple(float(share) / max(score, 1e-6) for share in shapes[: len(SHAPES)]),
        states=(float(states[0]), float(states[1]), float(states[2]), float(states[3])),
    )


def _shares(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(logits - logits.max(1, keepdims=True))
    shares: NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
    return shares
