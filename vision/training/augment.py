"""Changes of colour, sharpness and noise that a camera or a light could make."""

import cv2
import numpy as np
from numpy.typing import NDArray


def recolour(image: NDArray[np.uint8], rng: np.random.Generator, bold: float = 0.25) -> NDArray[np.uint8]:
    """Return the picture in another light; with chance `bold` in other colours altogether. (H, W, 3) uint8."""
    pixels = image.astype(np.float32) / 255
    if rng.random() < bold:
        pixels = pixels[..., rng.permutation(3)]
    pixels = np.maximum(pixels, 0) ** np.exp(rng.uniform(-0.35, 0.35))
    pixels = pixels * np.exp(rng.uniform(-0.3, 0.3)) * np.exp(rng.uniform(-0.15, 0.15, 3)).astype(np.float32)
    if rng.random() < 0.25:
        pixels = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.3, 1.1))
    if rng.random() < 0.4:
        pixels = pixels + rng.normal(0, rng.uniform(0.003, 0.03), pixels.shape).astype(np.float32)
    return (pixels.clip(0, 1) * 255).astype(np.uint8)
