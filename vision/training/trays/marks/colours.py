"""Draw random distinguishable colours. Colours are linear light, red, green, blue, 0 to 1."""

import colorsys
from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

Colour = tuple[float, float, float]
LUMINANCE = (0.2126, 0.7152, 0.0722)
INK_GAP = 0.55
"""Least difference of lightness between ink and ground."""


def linear(screen: ArrayLike) -> Colour:
    """Return the light of a colour given as a screen's values (sRGB, 0 to 1), never quite black or white."""
    value = np.asarray(screen, float)
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4).clip(0.006, 0.92)
    return float(light[0]), float(light[1]), float(light[2])


def from_hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return the light of a colour given by hue, saturation and value, 0 to 1."""
    return linear(colorsys.hsv_to_rgb(hue, saturation, value))


def lightness(colour: Colour) -> float:
    """How light a colour looks, 0 to 1."""
    return float(np.dot(colour, LUMINANCE) ** (1 / 2.2))


def random_colour(rng: Generator, low: float = 0.0, high: float = 1.0, saturation: float = 1.0) -> Colour:
    """Return a colour with a lightness in [low, high]; grey if none is found."""
    for _ in range(400):
        strength = rng.random() ** rng.choice([0.6, 1, 2]) * saturation
        colour = from_hsv(rng.random(), strength, rng.uniform(0.04, 1))
        if low <= lightness(colour) <= high:
            return colour
    return linear((min(0.97, (low + high) / 2),) * 3)


def ink_for(rng: Generator, grounds: Sequence[Colour], gap: float = INK_GAP) -> Colour | None:
    """Return a colour whose lightness differs from all the grounds' by `gap`; None where they leave no room."""
    known = [lightness(ground) for ground in grounds]
    ranges = [(low, high) for low, high in ((0, min(known) - gap), (max(known) + gap, 1)) if high > low]
    if not ranges:
        return None
    widest = max(ranges, key=lambda r: r[1] - r[0])
    low, high = widest if rng.random() < 0.7 else ranges[rng.integers(len(ranges))]
    if rng.random() < 0.45:  # nearly black or white, as most ink is
        value = rng.uniform(0.02, 0.12) if low == 0 else rng.uniform(0.93, 0.99)
        return linear(np.array([value] * 3) * rng.uniform(0.94, 1, 3))
    return random_colour(rng, low, high)
