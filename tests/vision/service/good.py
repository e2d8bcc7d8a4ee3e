"""A tray that nothing is wrong with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.image.decoder import Image

PICTURE = Path(__file__).parents[2] / "pictures" / "nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg"


def good_picture() -> Image:
    """1280 x 720, with its four markers."""
    image = cv2.imread(str(PICTURE))
    assert image is not None
    return image.astype(np.uint8, copy=False)
