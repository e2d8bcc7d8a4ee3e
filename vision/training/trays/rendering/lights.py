"""Lights: a warm lamp, daylight, a hard lamp that glares, a dim room, a soft lamp overhead."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.rendering.camera import Camera
from vision.training.trays.shapes.geometry import toward

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A rectangle that shines toward `aim`, mm."""

    at: Floats
    aim: Floats
    size: tuple[float, float]
    """Half width and half height."""
    radiance: Floats
    """(3,) linear RGB."""


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """All light of a scene. The first light casts shadows, the last one is a faint fill."""

    surroundings: Floats
    """(3,) linear RGB from everywhere."""
    lamps: tuple[Lamp, ...]


def light_up(name: str, rng: Generator, camera: Camera) -> Lighting:
    """One of `LIGHTS`, from any side and of slightly any colour."""
    side = rng.uniform(0, 2 * math.pi)
    key, surroundings = LIGHTS[name](rng, side, camera)
    far = np.append(-900 * toward(side), 700)
    fill = Lamp(far, np.zeros(3), (150, 150), surroundings * rng.uniform(1, 6))
    return Lighting(surroundings, (key, fill))


def _tinted(rng: Generator, colour: ArrayLike) -> Floats:
    return np.array(colour) * (1 + 0.06 * rng.standard_normal(3))


def _aside(side: float, distance: float, height: float) -> Floats:
    return np.append(distance * toward(side), height)


def _warm_lamp(rng: Generator, side: float, _: Camera) -> tuple[Lamp, Floats]:
    distance, height = rng.uniform(150, 420), rng.uniform(550, 900)
    size = rng.uniform(50, 110)
    radiance = _tinted(rng, (1, 0.66, 0.36)) * 3.0e5 / (size * size) * (height / 700) ** 2 * 0.06
    lamp = Lamp(_aside(side, distance, height), np.zeros(3), (size, size), radiance)
    return lamp, _tinted(rng, (1, 0.8, 0.6)) * 0.10


def _daylight(rng: Generator, side: float, _: Camera) -> tuple[Lamp, Floats]:
    distance, height = rng.uniform(700, 1000), rng.uniform(350, 700)
    size = (rng.uniform(250, 400), rng.uniform(250, 400))
    lamp = Lamp(_aside(side, distance, height), np.zeros(3), size, _tinted(rng, (0.80, 0.92, 1.12)) * 4.2)
    return lamp, _tinted(rng, (0.85, 0.95, 1.1)) * 0.30


def _hard_lamp(rng: Generator, side: float, camera: Camera) -> tuple[Lamp, Floats]:
    """Return a small light, mostly near the mirror direction of a point of the tray, so that shiny faces glare."""
    aim = np.array([rng.uniform(-90, 90), rng.uniform(-70, 70), 0])
    ray = aim - camera.at
    height = rng.uniform(450, 800)
    mirrored = aim + np.array([ray[0], ray[1], 0]) / abs(ray[2]) * height
    at = mirrored + np.array([rng.uniform(-60, 60), rng.uniform(-60, 60), height])
    if rng.random() < 0.4:
        at = _aside(side, rng.uniform(200, 450), height)
    size = rng.uniform(14, 26)
    radiance = _tinted(rng, (1, 0.93, 0.82)) * 1.6e4 / (size * size) * (height / 600) ** 2 * 1.3
    return Lamp(at, aim, (size, size), radiance), _tinted(rng, (1, 1, 1)) * 0.14


def _dim(rng: Generator, side: float, _: Camera) -> tuple[Lamp, Floats]:
    distance, height = rng.uniform(300, 800), rng.uniform(600, 1200)
    lamp = Lamp(_aside(side, distance, height), np.zeros(3), (130, 130), _tinted(rng, (1, 0.75, 0.5)) * 0.5)
    return lamp, _tinted(rng, (1, 0.85, 0.7)) * 0.03


def _soft_overhead(rng: Generator, _side: float, _: Camera) -> tuple[Lamp, Floats]:
    at = np.array([rng.uniform(-200, 200), rng.uniform(-200, 200), rng.uniform(1100, 1500)])
    lamp = Lamp(at, np.zeros(3), (320, 320), _tinted(rng, (1, 0.97, 0.92)) * 3.5)
    return lamp, _tinted(rng, (1, 1, 1)) * 0.25


LIGHTS: dict[str, Callable[[Generator, float, Camera], tuple[Lamp, Floats]]] = {
    "warm_lamp": _warm_lamp,
    "daylight": _daylight,
    "hard_lamp": _hard_lamp,
    "dim": _dim,
    "soft_overhead": _soft_overhead,
}
LIGHT_NAMES = tuple(LIGHTS)
FARTHEST = 260
"""Mm: shadows that fall farther are too faint."""
CLEARANCE = 60
"""Mm. Points less than this below the light cast a shadow as if they were lower."""


def touched(camera: Camera, lamp: Lamp, bodies: Iterable[Floats], grow: int = 9) -> NDArray[np.bool_]:
    """(H, W): the pixels of convex bodies, given by points (n, 3) mm, and of their shadows, and `grow` px around."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    corners = _lamp_corners(lamp)
    for points in bodies:
        reached = np.vstack([points, *(_shadow(points, corner) for corner in corners)])
        outline = cv2.convexHull(camera.project(reached).astype(np.float32)).clip(-4000, 4000)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * grow + 1,) * 2)
    return cv2.dilate(mask, brush) > 0


def _lamp_corners(lamp: Lamp) -> list[Floats]:
    """Near the corners: the outermost light is too little to be seen."""
    forward = (lamp.aim - lamp.at) / np.linalg.norm(lamp.aim - lamp.at)
    side = np.cross([0.01, 1, 0.02], forward)
    side /= np.linalg.norm(side)
    over = np.cross(forward, side)
    return [lamp.at + a * side * lamp.size[0] * 0.8 + b * over * lamp.size[1] * 0.8 for a in (-1, 1) for b in (-1, 1)]


def _shadow(points: Floats, source: Floats) -> Floats:
    """Return where the shadows of points, cast by a point of the light, fall on the felt."""
    height = np.minimum(points[:, 2], source[2] - CLEARANCE)
    share = np.maximum(height, 0) / (source[2] - height)
    fallen = points + (points - source) * share[:, None]
    shift = fallen[:, :2] - points[:, :2]
    length = np.linalg.norm(shift, axis=1, keepdims=True)
    fallen[:, :2] = points[:, :2] + shift * np.minimum(1, FARTHEST / (length + 1e-6))
    fallen[:, 2] = 0
    return fallen
