"""Spoil a good picture with known markers by a given amount of light, grain and packing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.image.decoder import Image

Quad: TypeAlias = NDArray[np.float32]
"""(4, 2) px, the corners of a marker's black square from its printed top left one on."""
Markers: TypeAlias = Mapping[int, Quad]


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """A good picture and the places of its markers."""

    name: str
    image: Image
    markers: Markers


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A spoiled picture."""

    film: tuple[Image, ...]
    markers: tuple[int, ...] = ()
    was: Image | None = None


Spoiler: TypeAlias = Callable[[Base, float, Generator], Done]


def between(least: float, most: float, amount: float) -> float:
    return least + (most - least) * amount


def levels_of(image: NDArray[np.floating]) -> Image:
    whole: Image = np.clip(image + 0.5, 0, 255).astype(np.uint8)
    return whole


def with_grain(image: Image, sigma: float, rng: Generator) -> Image:
    return levels_of(image + sigma * rng.standard_normal((*image.shape[:2], 1), np.float32))


def packed_at(image: Image, quality: int) -> Image:
    data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
    opened = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert opened is not None
    return opened.astype(np.uint8, copy=False)


def px_wide(base: Base, px: float) -> float:
    """So many px of a picture 1280 px wide, in this one's."""
    return px * float(base.image.shape[1]) / 1280
