"""Grounds to paste dice on: painted surfaces, and parts of photographs in which no die is."""

import math
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.image import Image
from vision.training.trays.paint.materials import grain

Canvas = NDArray[np.float32]
"""(H, W, 3) BGR, 0..255."""
TEXTURE = 1200
"""Px, both sides of a painted surface, of which a scene shows a part."""
POOL = 3
"""Painted surfaces of each kind."""
FROM_PHOTOGRAPH = 0.4
"""Share of scenes on a part of a photograph."""
ENLARGED = 1.6
"""A part of a photograph is not enlarged more than this; it is mirrored to fill the scene."""
PART = (0.25, 0.8)
"""Side of such a part, in short sides of the photograph."""
TRIES = 80
"""Random parts that are tried for a photograph."""
AWAY = 2.5
"""Radii of a top face that a part keeps from a die: as far as most shadows go."""
GRAINS = ("wood", "felt", "leather", "weave", "")
"""Kinds of `vision.training.trays.paint.materials.grain`; the last one is plain."""
LINE = 24
"""Px between the lines of print."""


class Grounds:
    """A store of surfaces, from which every scene takes a part in other colours and another size."""

    def __init__(self, photographs: Sequence[Image], rng: Generator) -> None:
        self._photographs = photographs
        kinds: list[Callable[[], NDArray[np.floating]]] = [
            lambda k=kind: grain(k, TEXTURE, TEXTURE, rng) for kind in GRAINS
        ]
        kinds.append(lambda: carpet(TEXTURE, rng))
        self._textures = [np.asarray(paint(), np.float32) for paint in kinds for _ in range(POOL)]

    def lay(self, width: int, height: int, rng: Generator) -> Canvas:
        """Return a ground, (height, width, 3)."""
        if self._photographs and rng.random() < FROM_PHOTOGRAPH:
            return _filled(self._photographs[rng.integers(len(self._photographs))], width, height, rng)
        ground = self._surface(width, height, rng)
        over = rng.choice([None, _checked, _printed, _boxed], p=[0.7, 0.1, 0.1, 0.1])
        if over is not None:
            over(ground, rng)
        return ground

    def _surface(self, width: int, height: int, rng: Generator) -> Canvas:
        """Return one of the textures, in a colour, turned, larger or smaller, and more or less plain."""
        texture = self._textures[rng.integers(len(self._textures))]
        side = int(rng.uniform(0.35, 1.0) * TEXTURE)
        x, y = rng.integers(0, TEXTURE - side + 1, 2)
        part = np.rot90(texture[y : y + side, x : x + side], int(rng.integers(4)))
        longest = max(width, height)
        part = cv2.resize(np.ascontiguousarray(part), (longest, longest), interpolation=cv2.INTER_LINEAR)[
            :height, :width
        ]
        contrast = rng.uniform(0.2, 1.1)
        return np.asarray((1 + contrast * (part - part.mean()))[..., None] * colour(rng), np.float32)


def colour(rng: Generator) -> NDArray[np.float32]:
    """Return a colour of tables and cloths, BGR 0..255: white or cream, brown, dark, or any."""
    hue, strong, light = rng.choice(4, p=[0.3, 0.25, 0.2, 0.25]), rng.random(), rng.random()
    hsv = (
        (rng.uniform(10, 32), 60 * strong**2, 170 + 80 * light),
        (rng.uniform(5, 22), 60 + 120 * strong, 60 + 150 * light),
        (rng.uniform(0, 180), 140 * strong, 12 + 60 * light),
        (rng.uniform(0, 180), 40 + 200 * strong, 50 + 180 * light),
    )[hue]
    return cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def carpet(side: int, rng: Generator) -> NDArray[np.float32]:
    """Return loops of yarn as brightness about 1, (side, side)."""
    size = rng.uniform(2.0, 5.0)
    noise = rng.standard_normal((side, side)).astype(np.float32)
    loops = cv2.GaussianBlur(noise, (0, 0), size) - cv2.GaussianBlur(noise, (0, 0), 1.8 * size)
    return np.asarray(1 + 0.18 * loops / loops.std() + 0.05 * noise, np.float32)


def _filled(part: Image, width: int, height: int, rng: Generator) -> Canvas:
    """Return a part of a photograph in a size of its own, turned, its mirror images around it."""
    factor = rng.uniform(0.7, ENLARGED)
    part = np.ascontiguousarray(np.rot90(part, int(rng.integers(4))))
    part = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR).astype(np.uint8)[
        :height, :width
    ]
    below, right = height - part.shape[0], width - part.shape[1]
    return cv2.copyMakeBorder(part, 0, below, 0, right, cv2.BORDER_REFLECT).astype(np.float32)


def _checked(ground: Canvas, rng: Generator) -> None:
    """Lay the stripes of a checked cloth over a ground."""
    period, share = int(rng.integers(30, 180)), rng.uniform(0.2, 0.6)
    dye, strength = colour(rng), rng.uniform(0.3, 0.8)
    for axis in (0, 1):
        stripe = ((np.arange(ground.shape[axis]) % period) < share * period).astype(np.float32) * strength
        stripe = stripe[:, None, None] if axis == 0 else stripe[None, :, None]
        ground += stripe * (dye - ground) * 0.7


def _printed(ground: Canvas, rng: Generator) -> None:
    """Print lines of text and numbers on a ground, as on a game's board or a newspaper."""
    inked = np.zeros(ground.shape[:2], np.uint8)
    size, step = rng.uniform(0.4, 1.6), rng.uniform(1.1, 3.0)
    for y in range(LINE, ground.shape[0], int(LINE * step * size)):
        text = "".join(rng.choice(list("AEIKLMNORSTaeinorstu0123456789  .-+"), int(rng.integers(3, 70))))
        at = (int(rng.integers(0, ground.shape[1] // 2)), y)
        cv2.putText(inked, text, at, int(rng.integers(0, 5)), size, 255, int(rng.integers(1, 3)), cv2.LINE_AA)
    ground += (colour(rng) - ground) * (inked / np.float32(255))[..., None]


def _boxed(ground: Canvas, rng: Generator) -> None:
    """Put the walls of a box around a ground, darker than the table beyond."""
    height, width = ground.shape[:2]
    table, wall = colour(rng), colour(rng) * rng.uniform(0.1, 0.7)
    left, top = (int(rng.uniform(0.02, 0.12) * n) for n in (width, height))
    thick = int(rng.uniform(0.01, 0.05) * width)
    inner = (slice(top + thick, height - top - thick), slice(left + thick, width - left - thick))
    floor = ground[inner].copy() * rng.uniform(0.3, 1.0)
    ground[:] = ground.mean(2, keepdims=True) / (ground.mean() + 1) * table
    ground[top : height - top, left : width - left] = wall
    ground[inner] = floor


def parts(image: Image, dice: Sequence[tuple[float, float, float]], rng: Generator) -> Iterator[Image]:
    """Yield the largest of some random parts of a photograph without dice, if there is one; dice: x, y, radius, px."""
    height, width = image.shape[:2]
    best: tuple[int, int, int] | None = None
    for _ in range(TRIES):
        side = int(rng.uniform(*PART) * min(height, width))
        x, y = int(rng.integers(0, width - side + 1)), int(rng.integers(0, height - side + 1))
        if (best is None or side > best[2]) and all(_is_away(x, y, side, die) for die in dice):
            best = (x, y, side)
    if best is not None:
        x, y, side = best
        yield image[y : y + side, x : x + side].copy()


def _is_away(left: int, top: int, side: int, die: tuple[float, float, float]) -> bool:
    x, y, radius = die
    away = math.hypot(max(left - x, 0, x - left - side), max(top - y, 0, y - top - side))
    return away > AWAY * radius
