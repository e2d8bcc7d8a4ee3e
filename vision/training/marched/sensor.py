"""The sensor and the little computer behind it: blur, exposure, noise that is smoothed again, halos."""

import functools
import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
STEPS = 4096
GREY = np.array([[0.3, 0.59, 0.11]], np.float32)
POOL = 1536
"""Px of the side of the noise that all pictures of a process are cut from."""
LEVELS = (0.03, 0.10)
"""Mean brightness of a dark picture, linear."""
USUAL_LEVELS = (0.14, 0.34)
BRIGHTEST = 1.15
"""Light of the brightest percent, where 1 is white."""


@dataclass(frozen=True, slots=True)
class Developing:
    """The settings of one picture."""

    blur: float
    """Sigma, px, out of focus."""
    shake: float
    """Px of movement while the shutter was open."""
    noise: float
    """Variance at full brightness, 1 being white."""
    smoothing: float
    """Share of the noise that was smoothed into blotches."""
    sharpening: float
    halo: float
    """Strength, and width in px."""
    vignette: float
    fringe: float
    """Share by which red is larger than blue."""
    contrast: float
    """0 to 1, of the tone curve."""
    saturation: float
    level: float
    """Mean brightness aimed at, linear."""
    balance: float
    """Share of the light's colour that is taken out."""
    quality: int
    """Of the JPEG."""


def draw_developing(rng: Generator, is_dark: bool) -> Developing:
    """Return the settings of a cheap, hasty or good camera."""
    low, high = LEVELS if is_dark else USUAL_LEVELS
    return Developing(
        blur=float(rng.uniform(0.35, 1.0) if rng.random() < 0.75 else rng.uniform(1.0, 2.2)),
        shake=float(rng.uniform(1.5, 7)) if rng.random() < 0.15 else 0.0,
        noise=float(np.exp(rng.uniform(math.log(0.0001), math.log(0.006)))) * (2 if is_dark else 1),
        smoothing=float(rng.beta(1.2, 1.2)),
        sharpening=float(rng.uniform(0, 1.3)),
        halo=float(rng.uniform(0.8, 2.6)),
        vignette=float(rng.uniform(0, 0.45)),
        fringe=float(rng.normal(0, 0.0012)),
        contrast=float(rng.uniform(0, 0.8)),
        saturation=float(rng.uniform(0.7, 1.35)),
        level=float(rng.uniform(low, high)),
        balance=float(rng.beta(2.2, 1.6)),
        quality=int(rng.integers(50, 96)),
    )


def develop(light: Floats, colour: NDArray[np.float64], how: Developing, rng: Generator) -> Bytes:
    """Return the picture, (H, W, 3) uint8 BGR, of linear light lit by lamps of a mean colour (3,)."""
    seen = light * _gains(light, colour, how, rng)
    seen = _blurred(seen, how, rng)
    seen *= _vignette(seen.shape[:2], how.vignette)[..., None]
    seen += _noise(seen, how, rng)
    value = np.take(_tones(how.contrast), (np.clip(seen, 0, 1) * STEPS).astype(np.intp))
    if how.sharpening > 0.1:
        grey = cv2.transform(value, GREY)
        edges = np.float32(how.sharpening) * (grey - cv2.GaussianBlur(grey, (0, 0), how.halo))
        value += cv2.merge([edges] * 3)
    saturation = how.saturation * np.eye(3) + (1 - how.saturation) * np.tile(GREY, (3, 1))
    value = cv2.transform(value, saturation.astype(np.float32))
    picture = cv2.cvtColor(np.clip(value * 255 + 0.5, 0, 255).astype(np.uint8), cv2.COLOR_RGB2BGR)
    return _fringed(picture, how.fringe)


def _gains(light: Floats, colour: NDArray[np.float64], how: Developing, rng: Generator) -> Floats:
    """Return the factor of each channel: exposure and an imperfect white balance."""
    coarse = light[::6, ::6].reshape(-1, 3)
    balance = (colour.mean() / np.maximum(colour, 1e-3)) ** how.balance * np.exp(rng.normal(0, 0.035, 3))
    grey = coarse.mean(1)
    gain = min(how.level / (grey.mean() + 1e-6), BRIGHTEST / (np.percentile(grey, 99) + 1e-6))
    gains: Floats = (gain * balance).astype(np.float32)
    return gains


def _blurred(seen: Floats, how: Developing, rng: Generator) -> Floats:
    if how.shake:
        size = 2 * math.ceil(how.shake / 2) + 1
        kernel = np.zeros((size, size), np.float32)
        half, angle = how.shake / 2, rng.uniform(0, math.pi)
        middle, reach = size // 2, np.array([math.cos(angle), math.sin(angle)]) * half
        ends = [np.round((middle + sign * reach) * 16).astype(int).tolist() for sign in (-1, 1)]
        cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA, 4)
        seen = np.asarray(cv2.filter2D(seen, -1, kernel / kernel.sum()), np.float32)
    return np.asarray(cv2.GaussianBlur(np.minimum(seen, 3), (0, 0), how.blur), np.float32)


def _vignette(shape: tuple[int, ...], loss: float) -> Floats:
    y, x = np.ogrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    squared = ((x * x + y * y) / 2).astype(np.float32)
    return 1 / (1 + np.float32(loss / (1 - loss)) * squared * squared)


def _noise(seen: Floats, how: Developing, rng: Generator) -> Floats:
    """Noise that grows with the light, one part of it grey and sharp, one part coloured and blotchy."""
    height, width = seen.shape[:2]
    sharp, coloured = _cut(_pool(1), height, width, rng), _cut(_pool(3), height // 2 + 1, width // 2 + 1, rng)
    blotches = cv2.resize(coloured, (width, height), interpolation=cv2.INTER_LINEAR)
    grey = np.clip(seen[..., 1], 0, 1)
    strength = np.sqrt(np.float32(how.noise) * (grey + np.float32(0.02)))
    share = np.float32(how.smoothing)
    sharp = sharp[..., 0] * ((1 - np.float32(0.8) * share) * strength)
    mixed = cv2.multiply(blotches, cv2.merge([share * strength] * 3))
    return np.asarray(mixed + cv2.merge([sharp] * 3), np.float32)


@functools.lru_cache(2)
def _pool(channels: int) -> Floats:
    """Return noise of one normal deviation, (POOL, POOL, channels)."""
    return np.random.default_rng(channels).standard_normal((POOL, POOL, channels), dtype=np.float32)


def _cut(pool: Floats, height: int, width: int, rng: Generator) -> Floats:
    y, x = rng.integers(0, POOL - height), rng.integers(0, POOL - width)
    return pool[y : y + height, x : x + width]


def _tones(contrast: float) -> Floats:
    """Return the tone curve, (STEPS + 1,): sRGB with a shoulder, then more or less of an S."""
    light = np.arange(STEPS + 1) / STEPS
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    curve = value + contrast * 0.5 * (value * value * (3 - 2 * value) - value)
    return curve.astype(np.float32)


def _fringed(picture: Bytes, fringe: float) -> Bytes:
    """Let red and blue pictures differ in size, as they do behind a cheap lens."""
    height, width = picture.shape[:2]
    if abs(fringe) * max(height, width) / 2 < 0.3:
        return picture
    channels = list(cv2.split(picture))
    for channel, size in ((0, 1 - fringe), (2, 1 + fringe)):
        matrix = np.array([[size, 0, (1 - size) * width / 2], [0, size, (1 - size) * height / 2]])
        channels[channel] = cv2.warpAffine(channels[channel], matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.merge(channels), np.uint8)
