"""Simulate a cheap camera: exposure, white balance, blur, vignetting, noise, sharpening."""

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Light = NDArray[np.float32]
"""(H, W, 3) linear RGB."""
LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)
TARGET = {"dim": 0.13, "hard_lamp": 0.17}
"""Mean brightness aimed at, where it is not `USUAL_TARGET`."""
USUAL_TARGET = 0.19
KNEE = 0.75
"""Above this, light is compressed."""
STEPS = 8192


@dataclass(frozen=True, slots=True, eq=False)
class Exposure:
    """The settings of one picture."""

    gain: float
    balance: NDArray[np.float64]
    """(3,) factors of red, green, blue."""
    vignette: float
    """Share of the light that is lost in the corners."""
    noise: float
    """Variance at full brightness, 1 being white."""
    sharpening: float
    quality: int
    """Quality of the JPEG."""
    saturation: float


def expose(light: Light, rng: Generator, light_name: str, albedo: Light) -> Exposure:
    """Return settings of an automatic camera, slightly off.

    `albedo`: the colours of the surfaces. A white card under this light never becomes far brighter than white.
    """
    luminance = light @ LUMINANCE
    coarse = luminance[::4, ::4]
    gain = TARGET.get(light_name, USUAL_TARGET) / (coarse.mean() + 1e-6) * rng.uniform(0.82, 1.2)
    on_white = np.percentile((luminance / (albedo @ LUMINANCE + 0.02))[::4, ::4], 80)
    gain = min(gain, rng.uniform(0.72, 0.98) / (on_white + 1e-6))
    gain = min(gain, 1.25 / (np.percentile(coarse, 98.5) + 1e-6))
    return Exposure(
        gain=gain,
        balance=_balance(light, rng, light_name),
        vignette=rng.uniform(0, 0.28),
        noise=rng.uniform(0.0009, 0.0022) if light_name == "dim" else rng.uniform(0.00004, 0.00045),
        sharpening=rng.uniform(0, 0.8),
        quality=int(rng.integers(52, 90)),
        saturation=rng.uniform(0.85, 1.15),
    )


def _balance(light: Light, rng: Generator, light_name: str) -> NDArray[np.float64]:
    """Return a weak grey-world balance."""
    mean = light.reshape(-1, 3).mean(0)
    grey = mean.mean() / (mean + 1e-6)
    white = np.array([0.97, 1.0, 0.96]) if light_name == "daylight" else np.ones(3)
    return (1 + (np.clip(grey, 0.6, 1.7) - 1) * rng.uniform(0.05, 0.30)) * white


def develop(light: Light, exposure: Exposure, blur: float, light_name: str, rng: Generator) -> NDArray[np.uint8]:
    """Return the picture, (H, W, 3) uint8 BGR. `blur`: sigma, px."""
    seen = light * (exposure.gain * exposure.balance).astype(np.float32)
    if blur > 0.25:
        seen = cv2.GaussianBlur(np.minimum(seen, 4), (0, 0), blur)
    seen *= (1 - np.float32(exposure.vignette) * _from_middle(*seen.shape[:2]))[..., None]
    hot = seen > KNEE
    seen[hot] = KNEE + (1 - np.exp(-(seen[hot] - KNEE) / (1 - KNEE))) * (1 - KNEE)
    seen += _noise(seen, exposure.noise, light_name, rng)
    value = _screen_values()[(seen.clip(0, 1) * STEPS).astype(np.int32)]
    grey = value.mean(-1, keepdims=True)
    value = grey + (value - grey) * np.float32(exposure.saturation)
    if exposure.sharpening > 0.1:
        value += np.float32(exposure.sharpening) * (value - cv2.GaussianBlur(value, (0, 0), 1.1))
    return np.ascontiguousarray((value.clip(0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1])


def _from_middle(height: int, width: int) -> NDArray[np.float32]:
    """Squared distance from the middle, 1 in the corners."""
    y, x = np.ogrid[0:height, 0:width]
    squared = (x - width / 2) ** 2 + (y - height / 2) ** 2
    return (squared / (width * width / 4 + height * height / 4)).astype(np.float32)


def _noise(seen: Light, variance: float, light_name: str, rng: Generator) -> Light:
    """Photon noise and a little that is always there; blotchy in the dark, where cameras smooth it."""
    noise = rng.standard_normal(seen.shape, dtype=np.float32)
    if light_name == "dim":
        noise = cv2.GaussianBlur(noise, (0, 0), 0.55) * 1.7
    return noise * np.sqrt(np.float32(variance) * seen.clip(0, 1) + np.float32(variance * 0.0144))


@functools.lru_cache(1)
def _screen_values() -> NDArray[np.float32]:
    """(STEPS + 1,), the sRGB curve."""
    light = np.arange(STEPS + 1) / STEPS
    curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return curve.astype(np.float32)
