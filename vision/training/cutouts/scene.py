"""Compose one picture: dice and strangers laid on a ground, with shadows, through a cheap camera."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.image import Image
from vision.training.cutouts.cutting import CutOut
from vision.training.cutouts.dyes import dyed
from vision.training.cutouts.grounds import Canvas, Grounds
from vision.training.cutouts.strangers import stranger
from vision.training.pictures import DIE_PX, PX_PER_MM

WIDTH, HEIGHT = (800, 1100), (640, 880)
"""Px, the range of a picture's sides."""
MOST_DICE, MOST_STRANGERS = 12, 4
ENLARGED = (0.5, 1.5)
"""How much smaller and larger a cut-out is pasted."""
SMALLEST = DIE_PX
"""Px; least radius of a top face of a six-sided die: trainings shrink pictures, and do not enlarge them."""
ALIKE = 0.08
"""Spread (log) of the sizes of the dice of one scene."""
SLIGHTLY = math.radians(12)
"""By so much at most is a die turned that the camera saw aslant: its side faces must go on facing the camera."""
TOUCHING = 0.25
"""Share of dice that are pushed against another."""
RIM = 3
"""Px kept around a silhouette, where it fades."""
LIT = (0.75, 1.1)
"""How bright a die is in its new place, by its photograph."""
APART = 0.15
"""Least gap between the others, in radii of a top face."""
TRIES = 30
"""Places that are tried for a die."""
BRIGHT = (70, 170)
"""Mean brightness, of 255, that the camera aims at."""
GAIN = (0.6, 1.6)
"""As far as it can."""
NOISE = (0.5, 11.0)
"""Deviation of the camera's noise, of 255."""
EVEN = 73.9
"""Deviation of evenly spread bytes."""
QUALITY = (55, 96)
"""Of the JPEG."""
COVERED = 0.5
"""Cover from which on a px counts as die."""
ROOM = 40.0
"""So many top faces' squares must a picture hold for each die, or it would be packed."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and its labels."""

    image: Image
    entry: dict[str, Any]
    """As in `labels.json` of rendered desks, without the file's name."""


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """Something laid in the picture, its upper left corner at `left`, `top`."""

    colours: Image
    cover: NDArray[np.float32]
    left: int
    top: int

    @property
    def place(self) -> tuple[slice, slice]:
        height, width = self.cover.shape
        return slice(self.top, self.top + height), slice(self.left, self.left + width)


def unit_of(die: CutOut) -> float:
    """Return what compares dice of several shapes: the radius of a six-sided die's top face, or of another whole die."""
    return die.radius if die.kind == "d6" else die.whole


def compose(dice: Sequence[CutOut], grounds: Grounds, coins: Sequence[Image], rng: Generator) -> Scene:
    """Return a random scene with one to twelve of the dice."""
    width, height = int(rng.integers(*WIDTH)), int(rng.integers(*HEIGHT))
    width, height = (width, height) if rng.random() < 0.75 else (height, width)
    unit, chosen = _chosen(dice, width * height, rng)
    taken = np.zeros((height, width), bool)
    things, objects = _laid_dice(chosen, taken, unit, rng)
    things += _laid_strangers(coins, taken, unit, rng)
    canvas = grounds.lay(width, height, rng)
    _shade(canvas, things, unit, rng)
    for thing in things:
        _paste(canvas, thing)
    entry = {"scene": {"px_per_mm": PX_PER_MM * unit / DIE_PX}, "objects": objects}
    return Scene(photographed(canvas, unit, rng), entry)


def _laid_dice(
    dice: Sequence[CutOut], taken: NDArray[np.bool_], unit: float, rng: Generator
) -> tuple[list[_Thing], list[dict[str, Any]]]:
    """Return the dice in their places, without those that find none, and their labels."""
    things: list[_Thing] = []
    objects = []
    for die in dice:
        turned, box = _turned(dyed(die, rng), unit, rng)
        touches = bool(things) and rng.random() < TOUCHING
        thing = _laid(turned.colours, turned.cover, taken, unit, rng, touches)
        if thing is not None:
            things.append(thing)
            objects.append(_label(turned, box, thing))
    return things, objects


def _laid_strangers(coins: Sequence[Image], taken: NDArray[np.bool_], unit: float, rng: Generator) -> list[_Thing]:
    """Return up to four strangers in their places."""
    things = []
    for _ in range(int(rng.integers(0, MOST_STRANGERS + 1))):
        other = stranger(coins, unit, rng)
        thing = _laid(other.colours, other.cover, taken, unit, rng, touches=False)
        things += [thing] if thing is not None else []
    return things


def _chosen(dice: Sequence[CutOut], area: int, rng: Generator) -> tuple[float, list[CutOut]]:
    """Return the size, px, at which dice are shown, and dice that may be shown at it."""
    first = dice[rng.integers(len(dice))]
    unit = max(SMALLEST, unit_of(first) * math.exp(rng.uniform(*np.log(ENLARGED))))
    fit = [die for die in dice if ENLARGED[0] <= unit / unit_of(die) <= ENLARGED[1]] or [first]
    most = max(1, min(MOST_DICE, int(area / (ROOM * unit * unit))))
    return unit, [fit[k] for k in rng.integers(len(fit), size=int(rng.integers(1, most + 1)))]


def _turned(die: CutOut, unit: float, rng: Generator) -> tuple[CutOut, tuple[int, int, int, int]]:
    """Return the die about as large as `unit`, turned and lit anew; and the box of its silhouette."""
    angle = rng.uniform(-math.pi, math.pi) if die.is_from_above else rng.uniform(-SLIGHTLY, SLIGHTLY)
    size = unit / unit_of(die) * math.exp(np.clip(rng.normal(0, ALIKE), -2 * ALIKE, 2 * ALIKE))
    side = math.ceil(size * max(die.cover.shape)) + 2
    matrix = cv2.getRotationMatrix2D((die.x, die.y), math.degrees(angle), size)
    matrix[:, 2] += side / 2 - np.array([die.x, die.y])
    colours = cv2.warpAffine(die.colours, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpAffine(die.cover, matrix, (side, side), flags=cv2.INTER_LINEAR)
    box = cv2.boundingRect((cover > COVERED).astype(np.uint8))
    x, y, w, h = (int(v) for v in box)
    top, left = max(0, y - RIM), max(0, x - RIM)
    part = (slice(top, y + h + RIM), slice(left, x + w + RIM))
    lit = (colours[part] * rng.uniform(*LIT)).clip(0, 255).astype(np.uint8)
    turned = replace(
        die,
        colours=lit,
        cover=cover[part],
        x=side / 2 - left,
        y=side / 2 - top,
        radius=die.radius * size,
        whole=die.whole * size,
    )
    return turned, (x - left, y - top, w, h)


def _label(die: CutOut, box: tuple[int, int, int, int], thing: _Thing) -> dict[str, Any]:
    """Return the entry of one die; its top face is told as a square of its size, not of its turn."""
    x, y = thing.left + die.x, thing.top + die.y
    square = [[x + die.radius * right, y + die.radius * down] for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0))]
    return {
        "kind": die.kind,
        "value": die.value,
        "nearest_up": die.value,
        "center": [round(x, 2), round(y, 2)],
        "top_poly": [[round(v, 2) for v in corner] for corner in square],
        "box": [thing.left + box[0], thing.top + box[1], box[2], box[3]],
        "in_tray": True,
        "cocked": False,
        "partial": False,
        "sized": die.is_sized,
    }


def _laid(
    colours: Image, cover: NDArray[np.float32], taken: NDArray[np.bool_], unit: float, rng: Generator, touches: bool
) -> _Thing | None:
    """Return the thing in a free place, which is then taken; None if none is found. `touches`: beside another."""
    solid = cover > COVERED
    gap = 0 if touches else max(1, round(APART * unit))
    room = cv2.dilate(np.pad(solid, gap).astype(np.uint8), np.ones((2 * gap + 1,) * 2, np.uint8)).astype(bool)
    limits = (taken.shape[0] - room.shape[0], taken.shape[1] - room.shape[1])
    if min(limits) <= 0:
        return None
    for _ in range(TRIES):
        top, left = (int(rng.integers(limit)) for limit in limits)
        spot = _pushed(room, taken, top, left, rng) if touches else (top, left)
        if spot is not None and not _at(taken, room, *spot)[room].any():
            thing = _Thing(colours, cover, spot[1] + gap, spot[0] + gap)
            taken[thing.place] |= solid
            return thing
    return None


def _at(taken: NDArray[np.bool_], room: NDArray[np.bool_], top: int, left: int) -> NDArray[np.bool_]:
    return taken[top : top + room.shape[0], left : left + room.shape[1]]


def _pushed(
    room: NDArray[np.bool_], taken: NDArray[np.bool_], top: int, left: int, rng: Generator
) -> tuple[int, int] | None:
    """Return the place where the thing, pushed towards something laid before, comes to touch it; None if it misses it."""
    rows, columns = np.nonzero(taken)
    k = int(rng.integers(len(rows)))
    way = np.array([rows[k] - room.shape[0] / 2 - top, columns[k] - room.shape[1] / 2 - left])
    length = float(np.linalg.norm(way))
    free = None
    for step in range(int(length)):
        y, x = (int(v) for v in np.array([top, left]) + way * (step / length))
        y, x = (min(max(0, v), n - m) for v, n, m in zip((y, x), taken.shape, room.shape, strict=True))
        if _at(taken, room, y, x)[room].any():
            return free
        free = (y, x)
    return None


def _shade(canvas: Canvas, things: Sequence[_Thing], unit: float, rng: Generator) -> None:
    """Darken the ground with the shadows of one lamp and where things rest, in place; things are pasted over it."""
    height, width = canvas.shape[:2]
    cover = np.zeros((height, width), np.float32)
    for thing in things:
        np.maximum(cover[thing.place], thing.cover, out=cover[thing.place])
    small = cv2.resize(cover, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    rest = cv2.GaussianBlur(small, (0, 0), max(0.5, 0.06 * unit))
    light = 1 - rng.uniform(0.2, 0.7) * rest
    light *= 1 - _cast(small, unit / 2, rng)
    canvas *= cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]


def _cast(cover: NDArray[np.float32], unit: float, rng: Generator) -> NDArray[np.float32]:
    """Return the shadow of one lamp, 0..1: short and soft, or long and hard."""
    is_hard = rng.random() < 0.45
    length = unit * (rng.uniform(0.3, 2.2) if is_hard else rng.uniform(0.1, 0.7))
    blur = unit * (rng.uniform(0.02, 0.1) if is_hard else rng.uniform(0.12, 0.5))
    strength = rng.uniform(0.35, 0.85) if is_hard else rng.uniform(0.1, 0.5)
    reach, way = math.ceil(length) + 1, rng.uniform(0, 2 * math.pi)
    line = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    end = (reach + round(length * math.cos(way)), reach + round(length * math.sin(way)))
    cv2.line(line, (reach, reach), end, 1)
    long = cv2.dilate((cover * 255).astype(np.uint8), line)
    return (cv2.GaussianBlur(long, (0, 0), max(0.4, blur)) * np.float32(strength / 255)).astype(np.float32)


def _paste(canvas: Canvas, thing: _Thing) -> None:
    cover = thing.cover[..., None]
    canvas[thing.place] += cover * (thing.colours - canvas[thing.place])


def photographed(canvas: Canvas, unit: float, rng: Generator) -> Image:
    """Return the picture of a cheap camera: exposure, colour of the light, its fall-off, blur, noise, JPEG."""
    height, width = canvas.shape[:2]
    far, near = rng.uniform(0.6, 1.0, 2)
    ramp = np.outer(np.linspace(max(far, near), 1, height), np.linspace(1, far, width)).astype(np.float32)
    ramp = ramp[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])]
    gain = np.clip(rng.uniform(*BRIGHT) / (float(canvas.mean()) + 1), *GAIN) * rng.uniform(0.85, 1.12, 3)
    light = cv2.multiply(canvas, cv2.merge([ramp * np.float32(channel) for channel in gain]))
    sigma = rng.uniform(0, 0.05) * unit * rng.random() + rng.uniform(0.2, 0.7)
    light = cv2.GaussianBlur(light, (0, 0), sigma)
    grains = np.frombuffer(rng.bytes(light.size), np.int8).reshape(light.shape)  # even noise, five times as quick
    light = cv2.add(light, grains.astype(np.float32) * np.float32(rng.uniform(*NOISE) / EVEN))
    quality = (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*QUALITY)))
    coded = cv2.imencode(".jpg", light.clip(0, 255).astype(np.uint8), quality)[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR).astype(np.uint8)
