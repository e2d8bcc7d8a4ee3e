"""How much light each pixel of the table gets: fall-off, shadows of things and of people, dark contacts."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched.lamps import Lamp, Light
from vision.training.marched.lens import Lens
from vision.training.marched.pieces import Body
from vision.training.trays.shapes.geometry import turn_about

Floats = NDArray[np.float64]
Map = NDArray[np.float32]
"""(H, W) float32."""
COARSE = 8
"""Px of the picture for a px of what changes slowly."""
MOST_SAMPLES = 9
"""Points of a large lamp."""
SAMPLE_PX = 2.5
"""Px of half-shadow for each point of a lamp."""
SUBPIXEL = 4
"""Bits of a pixel's fraction for OpenCV."""
CONTACT = ((0.18, 0.55), (0.7, 0.45))
"""Reach, in heights of a thing, and depth of its dark contact with the table."""


@dataclass(frozen=True, slots=True, eq=False)
class TableLight:
    """The light of one picture's table."""

    open: Map
    """(H, W), share of the light from everywhere that reaches the table."""
    gates: tuple[Map, ...]
    """For each lamp, what people, torches and phones let through."""
    direct: tuple[Map, ...]
    """For each lamp, all that reaches the table, in shares of the lamp's colour."""


def light_table(rng: Generator, lens: Lens, light: Light, table: tuple[Map, Map], bodies: list[Body]) -> TableLight:
    """Return the light on the table; `table`: x and y, mm, of every pixel."""
    shade = _person(rng, lens) if rng.random() < 0.35 else None
    gates, direct = [], []
    for i, lamp in enumerate(light.lamps):
        gate, fall = _gate(lamp, table, shade if i == 0 else None), _fall_off(lamp, table)
        gates.append(gate)
        direct.append(gate * fall * _unshadowed(lens, lamp, bodies))
    return TableLight(_open(lens, bodies), tuple(gates), tuple(direct))


def _small(part: Map) -> Map:
    return part[COARSE // 2 :: COARSE, COARSE // 2 :: COARSE]


def _large(part: Map, like: Map) -> Map:
    height, width = like.shape
    grown = cv2.resize(part, (part.shape[1] * COARSE, part.shape[0] * COARSE), interpolation=cv2.INTER_LINEAR)
    grown = cv2.copyMakeBorder(grown, 0, max(0, height - grown.shape[0]), 0, max(0, width - grown.shape[1]), 1)
    return np.ascontiguousarray(grown[:height, :width], np.float32)


def _fall_off(lamp: Lamp, table: tuple[Map, Map]) -> Map:
    x, y = _small(table[0]) - lamp.at[0], _small(table[1]) - lamp.at[1]
    far = np.sqrt(x * x + y * y + lamp.at[2] ** 2)
    usual = float(np.linalg.norm(lamp.at))
    return _large((usual**2 * lamp.at[2] / far**3).astype(np.float32), table[0])


def _gate(lamp: Lamp, table: tuple[Map, Map], shade: Map | None) -> Map:
    gate = np.ones_like(_small(table[0])) if shade is None else cv2.resize(shade, _small(table[0]).shape[::-1])
    if lamp.gate:
        away = np.hypot(_small(table[0]) - lamp.gate.centre[0], _small(table[1]) - lamp.gate.centre[1])
        gate = gate / (1 + np.exp((away - lamp.gate.radius) / (0.25 * lamp.gate.softness)))
    return _large(gate.astype(np.float32), table[0])


def _person(rng: Generator, lens: Lens) -> Map:
    """Return what the shadow of a phone, a hand or a head lets through, a coarse picture."""
    width, height = lens.width // 4, lens.height // 4
    mask = np.zeros((height, width), np.uint8)
    side = min(width, height)
    tip = rng.uniform(0.15, 0.85, 2) * (width, height)
    way = turn_about((0, 0, 1), rng.uniform(0, 6.28))[:2, :2]
    half, long = rng.uniform(0.15, 0.6) * side, 2.0 * side
    corner = half * rng.uniform(0.05, 0.6)
    if rng.random() < 0.3:  # a head and shoulders
        cv2.circle(mask, tuple(int(v) for v in tip), int(half), 255, -1)
        tip = tip + way @ (0, half * 1.4)
        half *= 1.8
    outline = np.array(
        [(corner, 0), (half * 2 - corner, 0), (half * 2, corner), (half * 2, long), (0, long), (0, corner)]
    )
    outline[:, 0] -= half
    _fill(mask, outline @ way.T + tip, 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(np.exp(rng.uniform(math.log(0.8), math.log(side * 0.12)))))
    return (1 - soft.astype(np.float32) / 255 * np.float32(rng.uniform(0.35, 0.97))).astype(np.float32)


def _fill(mask: NDArray[np.uint8], outline: Floats, value: int) -> None:
    fixed = np.round((outline - 0.5) * 2**SUBPIXEL).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, value, cv2.LINE_AA, SUBPIXEL)


def _hull(pixels: Floats) -> Floats:
    return cv2.convexHull(pixels.astype(np.float32))[:, 0].astype(np.float64)


def cast(points: Floats, lamp: Floats) -> Floats:
    """Return the shadow (n, 3) on the table of points (n, 3), mm, all lower than the lamp (3,)."""
    share = points[:, 2:] / np.maximum(lamp[2] - points[:, 2:], 1.0)
    shadow: Floats = points + (points - lamp) * share
    return shadow


def _unshadowed(lens: Lens, lamp: Lamp, bodies: list[Body]) -> Map:
    """Return the share of the lamp that is seen from each pixel of the table."""
    total = np.zeros((lens.height, lens.width), np.float32)
    if not bodies:
        return total + 1
    tall = max(float(body.surface()[:, 2].max()) for body in bodies)
    half_shadow = 2 * lamp.size * tall / lamp.at[2] * lens.px_per_mm
    count = int(np.clip(half_shadow / SAMPLE_PX, 1, MOST_SAMPLES))
    for k in range(count):
        mask = np.zeros(total.shape, np.uint8)
        away = lamp.size * math.sqrt((k + 0.5) / count) * (count > 1)
        angle = k * 2.39996 + 1.0
        place = lamp.at + away * np.array([math.cos(angle), math.sin(angle), 0])
        for body in bodies:
            _fill(mask, _hull(lens.project(cast(body.surface(), place))), int(255 * (1 - 0.7 * body.coat.glow)))
        cv2.accumulate(mask, total)
    total /= 255 * count
    blur = half_shadow / (2.2 * math.sqrt(count)) if count > 1 else half_shadow * 0.5
    if blur > 0.4:
        total = np.asarray(cv2.GaussianBlur(total, (0, 0), min(blur, 25.0)), np.float32)
    return np.float32(1) - total


def _open(lens: Lens, bodies: list[Body]) -> Map:
    """Return how much of the room is seen from each pixel of the table, half the size while it is computed."""
    size = (lens.height // 2, lens.width // 2)
    result = np.ones(size, np.float32)
    for reach, depth in CONTACT:
        mask = np.zeros(size, np.uint8)
        for body in bodies:
            points = body.surface()
            low = points[points[:, 2] < np.median(points[:, 2])]
            low[:, 2] = 0
            _fill(mask, _hull(lens.project(low)) / 2, 255)
        tall = float(np.median([np.ptp(body.surface()[:, 2]) for body in bodies])) if bodies else 1.0
        sigma = max(0.6, reach * tall * lens.px_per_mm / 2)
        small = max(1, int(sigma / 3))  # wide blurs are computed in a smaller picture
        shrunk = cv2.resize(mask, (size[1] // small, size[0] // small), interpolation=cv2.INTER_AREA)
        soft = cv2.resize(cv2.GaussianBlur(shrunk, (0, 0), sigma / small), size[::-1]).astype(np.float32) / 255
        result *= 1 - np.float32(depth) * soft
    return np.asarray(cv2.resize(result, (lens.width, lens.height)), np.float32)
