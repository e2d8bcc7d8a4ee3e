"""Materials as linear colours: bodies of dice, felts, wood."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.marks.canvas import clouds
from vision.training.trays.styles.style import DieLook, Ground, Pattern

Floats = NDArray[np.float32]
FELT_SIZE = (1200, 880)
TABLE_SIZE = (768, 768)
"""Width and height, px."""
PLANK = 176
FIBRES = 2600
WARP = 60
"""Greatest shift of a swirl, px."""


def die_body(look: DieLook, rng: Generator, side: int) -> Floats:
    """Return the body of one face, (side, side, 3)."""
    colour = np.ones((side, side, 3), np.float32) * np.asarray(look.body, np.float32)
    if look.pattern.kind == "plain":
        return (colour * (1 + 0.05 * (clouds(side, rng, 4, 3)[..., None] - 0.5))).clip(0.004, 0.95)
    share = MIXTURES[look.pattern.kind](look.pattern, rng, side)
    share = (share * look.pattern.amount).astype(np.float32)[..., None]
    return (colour * (1 - share) + np.asarray(look.pattern.second, np.float32) * share).clip(0.004, 0.95)


def _across(pattern: Pattern, side: int) -> NDArray[np.float64]:
    """Return each px's position along the pattern's direction, -0.7 to 0.7."""
    y, x = np.mgrid[0:side, 0:side] / side - 0.5
    return x * np.cos(pattern.angle) + y * np.sin(pattern.angle)


def _cells(pattern: Pattern) -> int:
    return max(2, int(pattern.cells))


def _cloud(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    return np.clip((clouds(side, rng, 5, _cells(pattern)) - 0.35) * 2.5, 0, 1)


def _veins(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    return np.clip(1 - np.abs(clouds(side, rng, 5, _cells(pattern)) - 0.5) * 14, 0, 1)


def _flecks(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    share = np.zeros((side, side), np.float32)
    for _ in range(int(12 + 10 * pattern.cells)):
        (x, y), (a, b) = rng.integers(0, side, 2), rng.uniform(0.7, 5, 2)
        turn = float(rng.uniform(0, 360))
        cv2.ellipse(share, (int(x), int(y)), (int(a) + 1, int(b) + 1), turn, 0, 360, 1.0, -1, cv2.LINE_AA)
    return share


def _blend(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    return np.clip(0.5 + 1.6 * _across(pattern, side) + 0.4 * (clouds(side, rng, 3, 2) - 0.5), 0, 1)


def _layers(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    wave = np.sin(6.28 * _across(pattern, side) * pattern.cells + 2 * clouds(side, rng, 3, 2))
    return cv2.GaussianBlur((wave > 0).astype(np.float32), (0, 0), 1.5)


def _swirl(pattern: Pattern, rng: Generator, side: int) -> NDArray[np.floating]:
    right, down = clouds(side, rng, 4, 2), clouds(side, rng, 4, 2)
    x, y = np.mgrid[0:side, 0:side][::-1].astype(np.float32)
    ground = clouds(side, rng, 4, _cells(pattern))
    places = x + WARP * (right - 0.5), y + WARP * (down - 0.5)
    return cv2.remap(ground, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


MIXTURES: dict[str, Callable[[Pattern, Generator, int], NDArray[np.floating]]] = {
    "cloud": _cloud,
    "veins": _veins,
    "flecks": _flecks,
    "blend": _blend,
    "layers": _layers,
    "swirl": _swirl,
}
"""Makers of the second colour's share at each px, 0 to 1."""


def felt(ground: Ground, rng: Generator) -> Floats:
    """Return the felt's colours, (880, 1200, 3)."""
    colour = np.array(ground.colour) * (1 + 0.12 * rng.standard_normal(3)).clip(0.8, 1.2)
    return np.clip(grain(ground.kind, *FELT_SIZE, rng)[..., None] * colour, 0.004, 0.9).astype(np.float32)


def table_and_rim(table: Ground, rim: Ground, rng: Generator) -> NDArray[np.float64]:
    """Return the table's colours above the rim's, (1536, 768, 3)."""
    halves = [grain(g.kind, *TABLE_SIZE, rng)[..., None] * np.array(g.colour) for g in (table, rim)]
    return np.vstack(halves).clip(0.004, 0.9)


def grain(kind: str, width: int, height: int, rng: Generator) -> NDArray[np.floating]:
    """How bright a surface is from place to place, about 1: (height, width)."""
    painter = GRAINS.get(kind)
    return painter(width, height, rng) if painter else 0.95 + 0.1 * _noise((8, 8), width, height, rng)


def _noise(
    grid: tuple[int, int], width: int, height: int, rng: Generator, how: int = cv2.INTER_CUBIC
) -> NDArray[np.float32]:
    return cv2.resize(rng.random(grid).astype(np.float32), (width, height), interpolation=how)


def _soft(grid: tuple[int, int], width: int, height: int, rng: Generator) -> NDArray[np.float32]:
    normal = rng.standard_normal(grid).astype(np.float32)
    return cv2.resize(normal, (width, height), interpolation=cv2.INTER_CUBIC)


def _wood(width: int, height: int, rng: Generator) -> NDArray[np.floating]:
    value = 0.60 + 0.5 * _noise((max(4, height // 4), 7), width, height, rng)
    value = value + 0.25 * _noise((height, 30), width, height, rng, cv2.INTER_LINEAR)
    rows = np.arange(height)
    plank = rows // PLANK
    value *= (0.85 + 0.3 * rng.random(plank[-1] + 1))[plank][:, None]
    value[(rows % PLANK) < 3] *= 0.45
    return value


def _felt(width: int, height: int, rng: Generator) -> NDArray[np.floating]:
    fine = cv2.GaussianBlur(rng.standard_normal((height, width)).astype(np.float32), (0, 0), 1.0) * 3.2
    middle = _soft((height // 6, width // 6), width, height, rng)
    coarse = cv2.GaussianBlur(_soft((12, 16), width, height, rng), (0, 0), 20)
    return 1 + 0.13 * fine + 0.07 * middle + 0.08 * coarse + 0.55 * _fibres(width, height, rng)


def _fibres(width: int, height: int, rng: Generator) -> NDArray[np.float32]:
    drawn = np.zeros((height, width), np.float32)
    for _ in range(FIBRES):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        angle, length = rng.uniform(0, np.pi), rng.uniform(3, 11)
        end = (int(x + length * np.cos(angle)), int(y + length * np.sin(angle)))
        cv2.line(drawn, (x, y), end, float(rng.uniform(0.15, 0.6)), 1, cv2.LINE_AA)
    return drawn


def _leather(width: int, height: int, rng: Generator) -> NDArray[np.floating]:
    fine = 0.75 + 0.35 * _noise((height // 8, width // 8), width, height, rng)
    return fine + 0.2 * _noise((height // 30, width // 30), width, height, rng)


def _weave(width: int, height: int, rng: Generator) -> NDArray[np.floating]:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    threads = rng.uniform(0.5, 1.1)
    cloth = 1 + 0.13 * np.sign(np.sin(x * threads) * np.sin(y * threads))
    return cloth + 0.25 * (_noise((height // 6, width // 6), width, height, rng) - 0.5)


GRAINS: dict[str, Callable[[int, int, Generator], NDArray[np.floating]]] = {
    "wood": _wood,
    "felt": _felt,
    "leather": _leather,
    "weave": _weave,
}


def flat(colour: ArrayLike, side: int) -> Floats:
    """One colour, (side, side, 3)."""
    return np.ones((side, side, 3), np.float32) * np.asarray(colour, np.float32)
