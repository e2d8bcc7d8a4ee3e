"""Compose random simple shapes into new marks."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.marks.canvas import Canvas, curve, star
from vision.training.trays.shapes.geometry import across, toward

Floats = NDArray[np.float64]
SIDE = 128
"""Side of the canvas."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Place of a shape, and the weight of its lines."""

    centre: Floats
    radius: float
    turn: float
    """Degrees."""
    weight: float

    @property
    def along(self) -> Floats:
        return toward(math.radians(self.turn))


def composition(rng: Generator) -> Canvas:
    """Two to five simple shapes, some cut out of the others, sometimes mirrored or repeated around the centre."""
    canvas = Canvas(SIDE)
    weight = rng.uniform(0.13, 0.30)
    for i in range(int(rng.integers(2, 6))):
        drawn = canvas.blank()
        _draw(drawn, rng, weight * rng.uniform(0.75, 1.3))
        canvas.lay(drawn, erase=i > 0 and rng.random() < 0.3)
    symmetry = rng.random()
    if symmetry < 0.25:
        canvas.ink = np.maximum(canvas.ink, canvas.ink[:, ::-1])
    elif symmetry < 0.45:
        canvas.ink = _repeated(canvas.ink, int(rng.integers(2, 7)))
    return canvas


def _repeated(ink: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    side = ink.shape[0]
    turns = [cv2.getRotationMatrix2D((side / 2, side / 2), 360 * i / times, 1) for i in range(times)]
    return np.maximum.reduce([cv2.warpAffine(ink, turn, (side, side)) for turn in turns])


def _draw(canvas: Canvas, rng: Generator, weight: float) -> None:
    """One simple shape, filled or as a line."""
    centre = rng.uniform(-0.55, 0.55, 2) * (rng.random() < 0.65)
    place = Place(centre, rng.uniform(0.25, 0.95), rng.uniform(0, 360), weight)
    kind = str(rng.choice(KINDS))
    is_filled = rng.random() < 0.5
    if kind in LINES:
        LINES[kind](canvas, rng, place)
        return
    outline = OUTLINES[kind](rng, place)
    if is_filled:
        canvas.polygon(outline)
    else:
        canvas.line(np.vstack([outline, outline[:1]]), weight)


def _polygon(rng: Generator, at: Place) -> Floats:
    return star(int(rng.integers(3, 8)), at.radius, at.radius, at.turn, at.centre)[::2]


def _star(rng: Generator, at: Place) -> Floats:
    return star(int(rng.integers(3, 10)), at.radius, at.radius * rng.uniform(0.3, 0.7), at.turn, at.centre)


def _blob(rng: Generator, at: Place) -> Floats:
    corners = int(rng.integers(4, 8))
    angle = np.sort(rng.uniform(0, 2 * math.pi, corners))
    reach = at.radius * rng.uniform(0.45, 1.1, corners)
    return at.centre + reach[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)


def _ellipse(rng: Generator, at: Place) -> Floats:
    angle = np.linspace(0, 2 * math.pi, 40)[:-1]
    points = np.stack([np.cos(angle) * at.radius, np.sin(angle) * at.radius * rng.uniform(0.35, 1)], 1)
    return at.centre + points @ np.array([at.along, across(at.along)])


def _ring(canvas: Canvas, _: Generator, at: Place) -> None:
    canvas.ring(at.centre, at.radius, min(at.weight, at.radius))


def _arc(canvas: Canvas, rng: Generator, at: Place) -> None:
    angle = np.deg2rad(np.linspace(at.turn, at.turn + rng.uniform(70, 290), 30))
    canvas.line(at.centre + at.radius * np.stack([np.cos(angle), np.sin(angle)], 1), at.weight)


def _crescent(canvas: Canvas, rng: Generator, at: Place) -> None:
    moon = canvas.blank().circle(at.centre, at.radius)
    shadow = at.centre + at.along * at.radius * rng.uniform(0.3, 0.7)
    canvas.lay(moon.circle(shadow, at.radius * rng.uniform(0.7, 0.95), erase=True))


def _cross(canvas: Canvas, rng: Generator, at: Place) -> None:
    for quarter in range(int(rng.integers(2, 5))):
        end = at.centre + at.radius * toward(math.radians(at.turn) + quarter * math.pi / 2)
        canvas.line([at.centre, end], at.weight, capped=bool(rng.random() < 0.5))


def _stroke(canvas: Canvas, rng: Generator, at: Place) -> None:
    ends = [at.centre - at.along * at.radius, at.centre + at.along * at.radius]
    canvas.taper(ends, at.weight * rng.uniform(0.8, 1.8), at.weight * rng.uniform(0.6, 1.2))


def _curve(canvas: Canvas, rng: Generator, at: Place) -> None:
    pull = at.centre + across(at.along) * rng.uniform(-1, 1) * 1.6 * at.radius
    path = curve(at.centre - at.along * at.radius, pull, at.centre + at.along * at.radius)
    canvas.taper(path, at.weight * rng.uniform(0.8, 1.8), at.weight * rng.uniform(0.6, 1.2))


def _wave(canvas: Canvas, rng: Generator, at: Place) -> None:
    x = np.linspace(-at.radius, at.radius, 25)
    y = rng.uniform(0.15, 0.4) * np.sin(x / at.radius * rng.uniform(2, 6))
    canvas.line(at.centre + x[:, None] * at.along + y[:, None] * across(at.along), at.weight)


def _zigzag(canvas: Canvas, rng: Generator, at: Place) -> None:
    legs = int(rng.integers(3, 6))
    y = rng.uniform(0.2, 0.45) * np.where(np.arange(legs + 1) % 2, 1, -1)
    x = np.linspace(-at.radius, at.radius, legs + 1)
    canvas.line(at.centre + x[:, None] * at.along + y[:, None] * across(at.along), at.weight)


def _ray(canvas: Canvas, _: Generator, at: Place) -> None:
    side = across(at.along) * at.weight * 0.9
    canvas.polygon([at.centre + side, at.centre - side, at.centre + at.along * at.radius * 1.3])


OUTLINES: dict[str, Callable[[Generator, Place], Floats]] = {
    "polygon": _polygon,
    "star": _star,
    "blob": _blob,
    "ellipse": _ellipse,
}
LINES: dict[str, Callable[[Canvas, Generator, Place], None]] = {
    "ring": _ring,
    "arc": _arc,
    "crescent": _crescent,
    "cross": _cross,
    "stroke": _stroke,
    "curve": _curve,
    "wave": _wave,
    "zigzag": _zigzag,
    "ray": _ray,
}
KINDS = (
    *("polygon", "star", "ring", "arc", "stroke", "curve", "wave", "zigzag"),
    *("ellipse", "crescent", "blob", "ray", "cross"),
)
"""All shapes, in the order in which they are drawn by lot."""
