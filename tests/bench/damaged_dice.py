"""Pictures in which one die was spoilt in a known way, at the die itself; the truth is what was done to it.

The spoilers do not use the measured code. `amount` is 0 for about as little as hinders reading, 1 for as much as happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.schema import Box, Doing
from tests.bench.image_damage import between, levels_of, with_grain
from vision.image.decoder import Image

Mask: TypeAlias = NDArray[np.uint8]
"""1 on a die, 0 beside it; of the picture's size."""
Matrix: TypeAlias = NDArray[np.float64]
"""(3, 3), of a perspective."""
Place: TypeAlias = NDArray[np.float64]
"""(2,) px, x and y."""
SKIN = (118.0, 140.0, 205.0)
"""Colour of a finger, BGR."""
SHADE = 0.55
"""Light on a die's side, as a share of that on its top."""
FAR_AWAY = 3.2
"""Distance of the camera from the die in a slanted view, in widths of the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die that was read in a good picture, and the nearest other one."""

    name: str
    image: Image
    box: Box
    other: Box | None = None

    @property
    def side(self) -> float:
        """Mean side of its box, px."""
        return (self.box[2] + self.box[3]) / 2

    @property
    def middle(self) -> Place:
        return middle_of(self.box)


@dataclass(frozen=True, slots=True, eq=False)
class SpoiltDie:
    """A picture, and where the spoilt die is in it."""

    image: Image
    middle: tuple[float, float]
    side: float


Spoiler: TypeAlias = Callable[[Die, float, Generator], SpoiltDie]


def middle_of(box: Box) -> Place:
    """Return its centre, px."""
    return np.array([box[0] + box[2] / 2, box[1] + box[3] / 2])


def shaded(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """In the shadow of something, or the lamp is off: little light, and a camera at high gain."""
    reach = rng.choice([1.5, 3.0, 40.0]) * die.side
    light = 1 - (1 - between(0.2, 0.06, amount)) * np.exp(-((_away(die) / reach) ** 6))[..., None]
    return _same_place(die, with_grain(levels_of(die.image * light), between(2, 5, amount), rng))


def shining(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """A lamp mirrored on it."""
    shift = rng.normal(0, 0.1 * die.side, 2)
    light = 520 * np.exp(-((_away(die, shift) / (between(0.3, 0.9, amount) * die.side)) ** 4))[..., None]
    return _same_place(die, levels_of(die.image + light))


def blurred(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """Out of focus: every point is a disc."""
    radius = between(0.1, 0.22, amount) * die.side
    disc = np.zeros((2 * round(radius) + 3,) * 2, np.float32)
    cv2.circle(disc, (len(disc) // 2,) * 2, round(radius), 1.0, -1, cv2.LINE_AA)
    return _same_place(
        die, with_grain(levels_of(cv2.filter2D(die.image, -1, disc / disc.sum()).astype(float)), 1.5, rng)
    )


def enlarged(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """So near that hardly anything else is seen."""
    height = die.image.shape[0]
    share = between(0.8, 1.8, amount) * height / die.side
    return _seen_by(die, share, rng.uniform(-0.1, 0.1, 2) * height, rng)


def tiny(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """So far away that its face is a few px."""
    return _seen_by(die, between(19, 10, amount) / die.side, rng.uniform(-0.3, 0.3, 2) * die.image.shape[0], rng)


def aslant(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """Seen from the side: its top is flat, and below it a side shows."""
    height, width = die.image.shape[:2]
    angle = np.radians(between(42, 62, amount))
    solid = _with_side(die, np.tan(angle))
    matrix = _slanted(die, angle, between(1.2, 1.8, amount), width, height)
    image = cv2.warpPerspective(solid, matrix, (width, height), borderMode=cv2.BORDER_REFLECT_101).astype(np.uint8)
    (middle,) = cv2.perspectiveTransform(die.middle.reshape(1, 1, 2), matrix)[0]
    return SpoiltDie(with_grain(image, 1.0, rng), (float(middle[0]), float(middle[1])), die.side)


def touching(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """Another die pushed against it."""
    assert die.other is not None
    mine, others = mask_of(die.image, die.box), mask_of(die.image, die.other)
    way = rng.uniform(0, 2 * np.pi)
    place, moved = die.middle, np.zeros_like(mine)
    for step in np.arange(2.0, 0.3, -0.01):  # from afar, until they meet
        target = die.middle + step * die.side * np.array([np.cos(way), np.sin(way)])
        shift = np.round(target - middle_of(die.other))
        tried = _shifted(others, shift)
        if np.count_nonzero(tried & mine) > 0.03 * amount * np.count_nonzero(mine):
            break
        place, moved = shift, tried
    bare = cv2.inpaint(die.image, cv2.dilate(others, np.ones((7, 7), np.uint8)), 3, cv2.INPAINT_TELEA)
    return _same_place(die, np.where(moved[..., None] > 0, _shifted(die.image, place), bare).astype(np.uint8))


def cut_off(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """At the picture's edge, with a part beyond it."""
    (x, _y, w, h), turns = die.box, int(rng.integers(4))
    edge = round(x + between(0.25, 0.6, amount) * w)
    image = die.image[:, edge:]
    middle = die.middle - (edge, 0)
    for _ in range(turns):
        image, middle = np.rot90(image), np.array([middle[1], image.shape[1] - 1 - middle[0]])
    return SpoiltDie(np.ascontiguousarray(image), (float(middle[0]), float(middle[1])), (w + h) / 2)


def covered(die: Die, amount: float, rng: Generator) -> SpoiltDie:
    """Under a finger, or half under something else."""
    way, share = rng.uniform(0, 2 * np.pi), between(0.3, -0.1, amount)
    y, x = np.mgrid[0 : die.image.shape[0], 0 : die.image.shape[1]]
    along = (x - die.middle[0]) * np.cos(way) + (y - die.middle[1]) * np.sin(way)
    across = -(x - die.middle[0]) * np.sin(way) + (y - die.middle[1]) * np.cos(way)
    over = ((along > share * die.side) & (np.abs(across) < 0.75 * die.side)).astype(np.float32)
    colour = np.array(SKIN) * rng.uniform(0.4, 1.0) if rng.uniform() < 0.6 else rng.uniform(20, 200, 3)
    soft = cv2.GaussianBlur(over, (0, 0), 1.2)[..., None]
    return _same_place(die, with_grain(levels_of(die.image * (1 - soft) + colour * soft), 1.5, rng))


WAYS: Mapping[str, tuple[Spoiler, Doing]] = MappingProxyType(
    {
        "dark": (shaded, "dark"),
        "glare": (shining, "glare"),
        "blurred": (blurred, "blurred"),
        "near": (enlarged, "too_near"),
        "far": (tiny, "too_far"),
        "aslant": (aslant, "too_oblique"),
        "touching": (touching, "touching"),
        "cut off": (cut_off, "hidden"),
        "covered": (covered, "hidden"),
    }
)
"""Each way of spoiling a die, and what is right to say of it."""


def mask_of(image: Image, box: Box) -> Mask:
    """Return the die in a box: what differs from the felt around it, filled and convex."""
    x, y, w, h = box
    left, top = max(0, int(x - 0.15 * w)), max(0, int(y - 0.15 * h))
    part = image[top : int(y + 1.15 * h) + 1, left : int(x + 1.15 * w) + 1].astype(np.float32)
    rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
    away = np.linalg.norm(part - np.median(rim, axis=0), axis=2)
    _, there = cv2.threshold(np.clip(away, 0, 255).astype(np.uint8), 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    shapes, _ = cv2.findContours(there, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.add(cv2.convexHull(max(shapes, key=cv2.contourArea)), (left, top))
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, hull, 1)
    return mask


def _away(die: Die, shift: NDArray[np.float64] | tuple[float, float] = (0.0, 0.0)) -> NDArray[np.float64]:
    """Px from the middle of the die, for each px of the picture."""
    y, x = np.mgrid[0 : die.image.shape[0], 0 : die.image.shape[1]]
    away: NDArray[np.float64] = np.hypot(x - die.middle[0] - shift[0], y - die.middle[1] - shift[1])
    return away


def _same_place(die: Die, image: Image) -> SpoiltDie:
    return SpoiltDie(image, (float(die.middle[0]), float(die.middle[1])), die.side)


def _seen_by(die: Die, share: float, shift: NDArray[np.float64], rng: Generator) -> SpoiltDie:
    """Return the picture scaled, with the die at `shift` from its middle, on what looks like the table."""
    height, width = die.image.shape[:2]
    if share < 1:
        matrix = np.array([[share, 0, width * (1 - share) / 2], [0, share, height * (1 - share) / 2]])
        source = cv2.GaussianBlur(die.image, (0, 0), 0.45 / share)
    else:
        place = np.array([width, height]) / 2 + shift - share * die.middle
        matrix, source = np.array([[share, 0, place[0]], [0, share, place[1]]]), die.image
    size = (width, height)
    seen = cv2.warpAffine(source, matrix, size, flags=cv2.INTER_CUBIC)
    there = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, size) > 128
    table = cv2.GaussianBlur(cv2.resize(die.image[:, : width // 40], size), (0, 0), 9)
    middle = matrix @ (*die.middle, 1.0)
    image = np.where(there[..., None], seen, table)
    return SpoiltDie(with_grain(image, 1.5, rng), (float(middle[0]), float(middle[1])), share * die.side)


def _with_side(die: Die, stretch: float) -> Image:
    """Return the picture with a side wall below the die's top, as high as it is seen after the slant, and its shadow."""
    mask = mask_of(die.image, die.box)
    solid = die.image.copy()
    wall = cv2.GaussianBlur(die.image, (0, 0), 0.06 * die.side) * SHADE
    for down in range(round(0.75 * die.side * stretch), 0, -1):
        there = _shifted(mask, (0, down))[..., None] > 0
        solid = np.where(there, _shifted(wall.astype(np.uint8), (0, down)), solid)
    return np.where(mask[..., None] > 0, die.image, solid).astype(np.uint8)


def _slanted(die: Die, angle: float, zoom: float, width: int, height: int) -> Matrix:
    """Return the view of a camera that looks at the die at an angle, radians from straight down."""
    away = FAR_AWAY * width
    x, y = die.middle
    to_die = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
    look = np.array([[zoom, 0, 0], [0, zoom * np.cos(angle), 0], [0, -np.sin(angle) / away, 1.0]])
    back = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1.0]])
    matrix: Matrix = back @ look @ to_die
    return matrix


def _shifted(image: NDArray[np.uint8], shift: NDArray[np.float64] | tuple[float, float]) -> NDArray[np.uint8]:
    matrix = np.array([[1.0, 0, shift[0]], [0, 1, shift[1]]])
    moved = cv2.warpAffine(image, matrix, image.shape[1::-1], flags=cv2.INTER_NEAREST)
    return moved.astype(np.uint8, copy=False)
