"""Strangers among the dice: coins, screws and blank cubes, each as colours and a cover."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.image import Image
from vision.training.cutouts.grounds import colour

FINE = 4
"""Drawn px for each px, in both directions."""


@dataclass(frozen=True, slots=True, eq=False)
class Stranger:
    """A thing that is no die."""

    colours: Image
    """(S, S, 3) uint8 BGR."""
    cover: NDArray[np.float32]
    """(S, S) 0..1."""


def stranger(coins: Sequence[Image], unit: float, rng: Generator) -> Stranger:
    """Return a random stranger; `unit`: radius, px, of the top face of a die in the scene."""
    makers: list[Callable[[], Stranger]] = [lambda: _screw(unit, rng), lambda: _head(unit, rng)]
    if coins:
        makers += [lambda: _coin(coins[rng.integers(len(coins))], unit, rng)] * 3
    if rng.random() < 0.5:  # seldom: from above they resemble dice of games that have blank faces
        makers.append(lambda: _cube(unit, rng))
    return makers[rng.integers(len(makers))]()


def _coin(coin: Image, unit: float, rng: Generator) -> Stranger:
    """Return a photographed coin, which fills its picture, turned."""
    side = max(8, round(2 * unit * rng.uniform(0.8, 1.25)))
    turn = cv2.getRotationMatrix2D((coin.shape[1] / 2, coin.shape[0] / 2), rng.uniform(0, 360), 1.0)
    turned = cv2.warpAffine(coin, turn, coin.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(turned, (side, side), interpolation=cv2.INTER_AREA).astype(np.uint8)
    drawn = np.zeros((FINE * side, FINE * side), np.uint8)
    cv2.circle(drawn, (FINE * side // 2, FINE * side // 2), round(FINE * side * 0.48), 255, -1)
    return Stranger(small, _shrunk(drawn, side))


def _screw(unit: float, rng: Generator) -> Stranger:
    """Return a lying screw: a thread and a head."""
    length, wide = unit * rng.uniform(1.2, 3.0), unit * rng.uniform(0.15, 0.35)
    side, way = int(2.4 * length) + 8, rng.uniform(0, 2 * np.pi)
    along, middle = np.array([np.cos(way), np.sin(way)]), np.array([side / 2, side / 2])
    across = np.array([-along[1], along[0]])
    shaft = [
        middle + a * length / 2 * along + b * wide * across for a, b in ((-1, 0.6), (1, 0.3), (1, -0.3), (-1, -0.6))
    ]
    head = [
        middle - length / 2 * along + a * along + b * across
        for a, b in ((0, 2.2 * wide), (-wide, 2 * wide), (-wide, -2 * wide), (0, -2.2 * wide))
    ]
    drawn = np.zeros((FINE * side, FINE * side), np.uint8)
    for shape in (shaft, head):
        cv2.fillPoly(drawn, [np.round(FINE * np.array(shape)).astype(np.int32)], 255)
    rows, columns = np.mgrid[0:side, 0:side]
    thread = np.sin((columns * along[0] + rows * along[1]) * 2 * np.pi / max(2.5, 0.5 * wide))
    light = (
        0.8 + 0.25 * thread + 0.3 * ((columns - middle[0]) * across[0] + (rows - middle[1]) * across[1]) / (2 * wide)
    )
    return Stranger(_tinted(light, _metal(rng)), _shrunk(drawn, side))


def _head(unit: float, rng: Generator) -> Stranger:
    """Return a screw seen from above: a disc with a slot or a cross."""
    radius = unit * rng.uniform(0.3, 0.8)
    side, turn = int(2.2 * radius) + 6, rng.uniform(0, np.pi)
    middle = FINE * side // 2
    drawn, slot = np.zeros((FINE * side, FINE * side), np.uint8), np.zeros((FINE * side, FINE * side), np.uint8)
    cv2.circle(drawn, (middle, middle), round(FINE * radius), 255, -1)
    for angle in (turn, turn + np.pi / 2)[: int(rng.integers(1, 3))]:
        reach = 0.65 * FINE * radius * np.array([np.cos(angle), np.sin(angle)])
        start, end = (tuple(int(v) for v in middle + sign * reach) for sign in (-1, 1))
        cv2.line(slot, start, end, 255, max(1, round(0.22 * FINE * radius)))
    light = np.linspace(1.15, 0.75, side)[:, None] - 0.6 * _shrunk(slot, side)
    return Stranger(_tinted(light, _metal(rng)), _shrunk(drawn, side))


def _cube(unit: float, rng: Generator) -> Stranger:
    """Return a cube without print, seen aslant: three faces of different brightness."""
    side, way, lean = int(3.4 * unit) + 6, rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.8)
    half = unit / np.sqrt(2)
    corners = np.array([[x, y, z] for z in (1, -1) for x, y in ((1, 1), (1, -1), (-1, -1), (-1, 1))]) * half
    spun = np.array([[np.cos(way), -np.sin(way), 0], [np.sin(way), np.cos(way), 0], [0, 0, 1]])
    leant = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    seen = corners @ (leant @ spun).T
    light, drawn = np.zeros((side, side), np.float32), np.zeros((FINE * side, FINE * side), np.uint8)
    for face in ((0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)):
        if seen[list(face), 2].mean() > 0:  # towards the camera
            shape = seen[list(face), :2] + side / 2
            value = float(0.5 + 0.5 * seen[list(face), 2].mean() / half + rng.uniform(-0.15, 0.15))
            cv2.fillPoly(light, [np.round(shape * 8).astype(np.int32)], value, cv2.LINE_AA, 3)
            cv2.fillPoly(drawn, [np.round(FINE * shape).astype(np.int32)], 255)
    return Stranger(_tinted(np.where(light > 0, light, 0.5), colour(rng)), _shrunk(drawn, side))


def _metal(rng: Generator) -> NDArray[np.float32]:
    grey = rng.uniform(60, 220)
    return np.array([grey * rng.uniform(0.6, 1.0), grey * rng.uniform(0.85, 1.0), grey], np.float32)


def _tinted(light: NDArray[np.floating], tint: NDArray[np.float32]) -> Image:
    side = max(light.shape)
    return (np.broadcast_to(light, (side, side))[..., None] * tint).clip(0, 255).astype(np.uint8)


def _shrunk(drawn: NDArray[np.uint8], side: int) -> NDArray[np.float32]:
    return (cv2.resize(drawn, (side, side), interpolation=cv2.INTER_AREA) / np.float32(255)).astype(np.float32)
