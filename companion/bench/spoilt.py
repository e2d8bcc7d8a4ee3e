"""Pictures of trays that were good, spoilt in every way a beginner spoils one; the truth is what was done to them.

No picture is looked at here by what is measured: a spoiler knows where the markers lie and what it did. `amount` is 0 for as
little as a person would notice, 1 for as much as happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.wire.health import Fault
from vision.kit import Image
from vision.plane import MARKER_MM

Quad: TypeAlias = NDArray[np.float32]
"""(4, 2) px, the corners of a marker's black square from its printed top left one on."""
Markers: TypeAlias = Mapping[int, Quad]
PAPER = 24 / MARKER_MM
"""Side of a marker's paper, in sides of its black square."""
SIDE = 96
"""Px of a marker's paper as it is cut out."""
FRAMES = 12
"""Of a film in which something changes."""


@dataclass(frozen=True, slots=True, eq=False)
class Base:
    """A good picture and where its markers lie."""

    name: str
    image: Image
    markers: Markers


@dataclass(frozen=True, slots=True, eq=False)
class Spoilt:
    """What a camera sent, and what should be said of it."""

    way: str
    name: str
    film: tuple[Image, ...]
    """The last one is judged."""
    right: frozenset[Fault]
    """One of these is to be said first; none: nothing is wrong."""
    markers: tuple[int, ...] = ()
    """The ids that are to be named; (): that is not looked at."""
    was: Image | None = None
    """What the camera saw when the tray's corners were tapped; None: they were not."""


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """What a spoiler made of a picture."""

    film: tuple[Image, ...]
    markers: tuple[int, ...] = ()
    was: Image | None = None


Spoiler: TypeAlias = Callable[[Base, float, Generator], Done]


def spoilt(bases: Sequence[Base], each: int, seed: int) -> list[Spoilt]:
    """`each` pictures of every way, of bases in turn, the amounts spread evenly and shaken."""
    rng, made = np.random.default_rng(seed), list[Spoilt]()
    for name, (spoil, right) in WAYS.items():
        for k in range(each):
            base = bases[(len(made) + int(rng.integers(len(bases)))) % len(bases)]
            amount = float((k + rng.uniform()) / each)
            done = spoil(base, amount, rng)
            made.append(
                Spoilt(name, f"{name} {amount:.2f} {base.name}", done.film, frozenset(right), done.markers, done.was)
            )
    return made


def good(bases: Sequence[Base]) -> list[Spoilt]:
    """The same pictures as they were."""
    return [Spoilt("good", f"good {base.name}", (base.image,), frozenset()) for base in bases]


def between(least: float, most: float, amount: float) -> float:
    return least + (most - least) * amount


def _levels(image: NDArray[np.floating]) -> Image:
    whole: Image = np.clip(image + 0.5, 0, 255).astype(np.uint8)
    return whole


def _grain(image: Image, sigma: float, rng: Generator) -> Image:
    return _levels(image + sigma * rng.standard_normal((*image.shape[:2], 1), np.float32))


def _packed(image: Image, quality: int) -> Image:
    data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
    opened = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert opened is not None
    return opened.astype(np.uint8, copy=False)


def _wide(base: Base, px: float) -> float:
    """So many px of a picture 1280 px wide, in this one's."""
    return px * float(base.image.shape[1]) / 1280


def dark(base: Base, amount: float, rng: Generator) -> Done:
    """A lamp that is off: little light, and the grain of a camera that does what it can."""
    light = between(0.32, 0.06, amount)
    return Done((_packed(_grain(_levels(base.image * light), between(1, 6, amount), rng), 80),))


def overexposed(base: Base, amount: float, _rng: Generator) -> Done:
    """All of it too bright: what was mid-grey is white."""
    light = base.image * between(3.0, 7.0, amount)
    bloom = cv2.GaussianBlur(np.minimum(light, 700).astype(np.float32), (0, 0), _wide(base, 6))
    return Done((_levels(np.maximum(light, bloom)),))


def glaring(base: Base, amount: float, rng: Generator) -> Done:
    """A lamp mirrored on the felt, or the sun on it."""
    height, width = base.image.shape[:2]
    middle = np.mean([quad.mean(axis=0) for quad in base.markers.values()], axis=0) + rng.normal(0, 0.06 * width, 2)
    y, x = np.mgrid[0:height, 0:width]
    wide = between(0.15, 0.34, amount) * width
    away = np.hypot(x - middle[0], (y - middle[1]) * rng.uniform(0.9, 1.4)) / wide
    light = 520 * np.exp(-(away**4))[..., None]
    return Done((_levels(base.image + light),))


def defocused(base: Base, amount: float, rng: Generator) -> Done:
    """Not in focus: every point is a disc."""
    radius = _wide(base, between(6.5, 16, amount))
    side = 2 * round(radius) + 3
    disc = np.zeros((side, side), np.float32)
    cv2.circle(disc, (side // 2, side // 2), round(radius), 1.0, -1, cv2.LINE_AA)
    return Done((_grain(_levels(cv2.filter2D(base.image, -1, disc / disc.sum()).astype(float)), 1.5, rng),))


def smeared(base: Base, amount: float, rng: Generator) -> Done:
    """The camera shakes while it looks."""
    length = _wide(base, between(14, 36, amount))
    side = 2 * round(length / 2) + 3
    line = np.zeros((side, side), np.float32)
    way, middle = rng.uniform(0, np.pi), side // 2
    across = np.array([np.cos(way), np.sin(way)]) * length / 2
    ends = [tuple(int(v) for v in np.round(middle + sign * across)) for sign in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    return Done((_grain(_levels(cv2.filter2D(base.image, -1, line / line.sum()).astype(float)), 1.5, rng),))


def squeezed(base: Base, amount: float, _rng: Generator) -> Done:
    """Packed by a camera that has to save."""
    return Done((_packed(base.image, round(between(8, 2, amount))),))


def grainy(base: Base, amount: float, rng: Generator) -> Done:
    """A sensor that is far too sensitive."""
    return Done((_packed(_grain(base.image, between(38, 75, amount), rng), 85),))


def enlarged(base: Base, amount: float, _rng: Generator) -> Done:
    """A tiny picture, blown up by the camera."""
    height, width = base.image.shape[:2]
    share = between(0.18, 0.1, amount) * 1280 / width
    tiny = cv2.resize(base.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return Done((cv2.resize(tiny, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.uint8),))


def tiny(base: Base, amount: float, _rng: Generator) -> Done:
    """A camera that sends tiny pictures."""
    width = round(between(400, 240, amount))
    share = width / base.image.shape[1]
    return Done((cv2.resize(base.image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA).astype(np.uint8),))


def far(base: Base, amount: float, rng: Generator) -> Done:
    """The camera hangs too high: the tray is small, and a lot of table is around it."""
    height, width = base.image.shape[:2]
    measured = (
        np.mean([np.linalg.norm(q - np.roll(q, 1, axis=0), axis=1).mean() for q in base.markers.values()]) / MARKER_MM
    )
    share = between(1.1, 0.6, amount) / float(measured)
    shift = rng.uniform(-0.3, 0.3, 2) * (1 - share) * (width, height)
    way = np.array([[share, 0, width * (1 - share) / 2 + shift[0]], [0, share, height * (1 - share) / 2 + shift[1]]])
    small = cv2.GaussianBlur(base.image, (0, 0), 0.45 / share).astype(np.uint8, copy=False)
    return Done((_grain(_on_table(base.image, small, way), 1.5, rng),))


def _on_table(whole: Image, image: Image, way: NDArray[np.floating]) -> Image:
    """A picture moved, on what looks like the table at its left edge."""
    height, width = whole.shape[:2]
    strip = whole[:, : max(8, width // 40)]
    table = cv2.GaussianBlur(cv2.resize(strip, (width, height), interpolation=cv2.INTER_LINEAR), (0, 0), 6)
    matrix = np.vstack([way, [0, 0, 1]]) if way.shape[0] == 2 else way
    moved = cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_LINEAR)
    there = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), matrix, (width, height))
    return np.where(there[..., None] > 127, moved, table).astype(np.uint8)


def cut_off(base: Base, amount: float, rng: Generator) -> Done:
    """Pushed aside until a half of the tray, or a third, is beyond the picture."""
    height, width = base.image.shape[:2]
    middles = np.array([quad.mean(axis=0) for quad in base.markers.values()])
    (left, top), (right, bottom) = middles.min(axis=0), middles.max(axis=0)
    share = between(0.2, 0.55, amount)
    by = [
        (-(left + share * (right - left)), 0.0),
        (width - right + share * (right - left), 0.0),
        (0.0, -(top + share * (bottom - top))),
        (0.0, height - bottom + share * (bottom - top)),
    ][int(rng.integers(4))]
    way = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    return Done((_on_table(base.image, base.image, way),))


def oblique(base: Base, amount: float, rng: Generator) -> Done:
    """The camera stands beside the tray instead of hanging over it, and looks at its middle."""
    height, width = base.image.shape[:2]
    lean, focal, turn = np.radians(between(38, 55, amount)), 1.55 * width, rng.uniform(0, 2 * np.pi)
    rotation = cv2.Rodrigues(np.array([np.cos(turn), np.sin(turn), 0.0]) * lean)[0]
    corners = np.array([quad.mean(axis=0) for quad in base.markers.values()], np.float32)
    middle = corners.mean(axis=0)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    way, away = np.eye(3), focal
    while True:
        place = np.column_stack([rotation[:, :2], [0, 0, away]])
        way = lens @ place @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
        seen = cv2.perspectiveTransform(corners[None], way)[0]
        if (seen > 0.06 * height).all() and (seen < (width - 0.06 * height, 0.94 * height)).all():
            return Done((_on_table(base.image, base.image, way),))
        away *= 1.03


def moved(base: Base, amount: float, rng: Generator) -> Done:
    """The camera was pushed after the corners were tapped; this tray has no markers."""
    bare = _bared(base)
    height, width = bare.shape[:2]
    by, way = between(0.03, 0.12, amount) * width, rng.uniform(0, 2 * np.pi)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(-2, 2), 1.0)
    turn[:, 2] += by * np.cos(way), by * np.sin(way)
    now = cv2.warpAffine(bare, turn, (width, height), borderMode=cv2.BORDER_REFLECT_101).astype(np.uint8)
    return Done((_grain(now, 1.5, rng),), was=bare)


def flickering(base: Base, amount: float, rng: Generator) -> Done:
    """A lamp that goes up and down with the mains, against a short exposure."""
    by = between(0.12, 0.4, amount)
    lights = [1 - by * ((k % 2) ^ (rng.uniform() < 0.15)) for k in range(FRAMES)]
    return Done(tuple(_grain(_levels(base.image * light), 1.5, rng) for light in lights))


def capped(base: Base, amount: float, rng: Generator) -> Done:
    """The cap is on the lens, or a hand lies before it."""
    height, width = base.image.shape[:2]
    if rng.uniform() < 0.5:
        return Done((_grain(np.full_like(base.image, 6), between(0.5, 4, amount), rng),))
    y, x = np.mgrid[0:height, 0:width]
    slope = (x / width * rng.uniform(-30, 30) + y / height * rng.uniform(-30, 30))[..., None]
    skin = np.array([60, 80, 130]) * between(1.3, 0.5, amount)
    return Done((_grain(_levels(skin + slope), 3, rng),))


def negative(base: Base, _amount: float, _rng: Generator) -> Done:
    """Light and dark exchanged by some setting of the camera."""
    return Done(((255 - base.image).astype(np.uint8),))


def mirrored(base: Base, amount: float, _rng: Generator) -> Done:
    """A camera that shows one as in a mirror."""
    return Done((np.ascontiguousarray(base.image[:, ::-1] if amount < 0.8 else base.image[::-1]),))


def tray_turned(base: Base, _amount: float, rng: Generator) -> Done:
    """The tray, or the camera, stands upside down or on its side."""
    turns = (cv2.ROTATE_180, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return Done((cv2.rotate(base.image, turns[int(rng.integers(4))]).astype(np.uint8),))


def _paper(quad: Quad) -> Quad:
    """The corners of the paper about a marker."""
    middle = quad.mean(axis=0)
    paper: Quad = ((quad - middle) * PAPER + middle).astype(np.float32)
    return paper


_SQUARE = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)


def _cut(image: Image, quad: Quad) -> Image:
    """A marker with its paper, straight."""
    way = cv2.getPerspectiveTransform(_paper(quad), _SQUARE)
    return cv2.warpPerspective(image, way, (SIDE, SIDE)).astype(np.uint8)


def _pasted(image: Image, patch: Image, quad: Quad, grow: float = 1.0) -> Image:
    """A square patch where a marker lies; `grow`: of its paper's size."""
    paper = _paper(quad)
    paper = ((paper - paper.mean(axis=0)) * grow + paper.mean(axis=0)).astype(np.float32)
    way = cv2.getPerspectiveTransform(_SQUARE / SIDE * patch.shape[0], paper)
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpPerspective(patch, way, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(patch.shape[:2], 255, np.uint8), way, size, flags=cv2.INTER_LINEAR)
    share = where[..., None] / 255
    return _levels(laid * share + image * (1 - share))


def _inks(patch: Image) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """The colours of a marker's ink and paper, in the light there."""
    flat = patch.reshape(-1, 3).astype(float)
    grey = flat.mean(axis=1)
    return flat[grey <= np.percentile(grey, 15)].mean(axis=0), flat[grey >= np.percentile(grey, 85)].mean(axis=0)


def _printed(number: int, like: Image) -> Image:
    """Another marker in the same light."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    inner = round(SIDE / PAPER)
    sheet = np.full((SIDE, SIDE), 255, np.uint8)
    edge = (SIDE - inner) // 2
    sheet[edge : edge + inner, edge : edge + inner] = cv2.aruco.generateImageMarker(book, number, inner)
    ink, paper = _inks(like)
    share = cv2.GaussianBlur(sheet, (0, 0), 1.2)[..., None] / 255
    return _levels(ink * (1 - share) + paper * share)


def _some(amount: float, rng: Generator, most: int) -> tuple[int, ...]:
    """1 to `most` ids."""
    count = min(most, 1 + int(amount * most))
    return tuple(sorted(int(one) for one in rng.permutation(4)[:count]))


def markers_turned(base: Base, amount: float, rng: Generator) -> Done:
    """Some were stuck down upside down, or on their sides."""
    image, ids = base.image, _some(amount, rng, 4)
    for number in ids:
        patch = np.rot90(_cut(base.image, base.markers[number]), 2 if rng.uniform() < 0.7 else 1)
        image = _pasted(image, np.ascontiguousarray(patch), base.markers[number])
    return Done((image,), ids)


def markers_swapped(base: Base, _amount: float, rng: Generator) -> Done:
    """Two were exchanged."""
    one, other = _some(0.3, rng, 4)
    image = _pasted(base.image, _cut(base.image, base.markers[one]), base.markers[other])
    image = _pasted(image, _cut(base.image, base.markers[other]), base.markers[one])
    return Done((image,), () if (other - one) == 2 else (one, other))


def markers_mirrored(base: Base, _amount: float, _rng: Generator) -> Done:
    """The sheet was printed as a mirror image."""
    image = base.image
    for quad in base.markers.values():
        image = _pasted(image, np.ascontiguousarray(_cut(base.image, quad)[:, ::-1]), quad)
    return Done((image,))


def markers_reversed(base: Base, _amount: float, _rng: Generator) -> Done:
    """The sheet was printed white on black."""
    image = base.image
    for quad in base.markers.values():
        patch = _cut(base.image, quad)
        ink, paper = _inks(patch)
        share = ((patch - ink) / (paper - ink + 1e-6)).clip(0, 1)
        image = _pasted(image, _levels(paper * (1 - share) + ink * share), quad)
    return Done((image,))


def markers_foreign(base: Base, amount: float, rng: Generator) -> Done:
    """Markers of another sheet lie in the corners: all of them, or one."""
    image, ids = base.image, _some(amount, rng, 4)
    others = rng.permutation(np.arange(4, 50))
    for place, number in enumerate(ids):
        like = _cut(base.image, base.markers[number])
        image = _pasted(image, _printed(int(others[place]), like), base.markers[number])
    return Done((image,))


def markers_doubled(base: Base, _amount: float, rng: Generator) -> Done:
    """One was printed twice and took the place of another."""
    one, other = (int(v) for v in rng.permutation(4)[:2])
    return Done((_pasted(base.image, _cut(base.image, base.markers[one]), base.markers[other]),), (one,))


def markers_covered(base: Base, amount: float, rng: Generator) -> Done:
    """A card, a sleeve or the box lies on one marker, or on two."""
    image, ids = base.image, _some(amount, rng, 2)
    for number in ids:
        colour = rng.uniform(40, 200, 3)
        thing = _grain(_levels(np.broadcast_to(colour, (SIDE, SIDE, 3)).astype(float)), 4, rng)
        image = _pasted(image, thing, base.markers[number] + rng.normal(0, 3, 2).astype(np.float32), 1.15)
    return Done((image,), ids)


def _bared(base: Base) -> Image:
    """The tray without its markers."""
    image = base.image
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in base.markers.values():
        cv2.fillConvexPoly(
            mask, np.round((_paper(quad) - quad.mean(axis=0)) * 1.15 + quad.mean(axis=0)).astype(np.int32), 255
        )
    return cv2.inpaint(image, mask, 3, cv2.INPAINT_TELEA).astype(np.uint8)


WAYS: Mapping[str, tuple[Spoiler, tuple[Fault, ...]]] = MappingProxyType(
    {
        "dark": (dark, ("dark",)),
        "overexposed": (overexposed, ("glare",)),
        "glaring": (glaring, ("glare",)),
        "defocused": (defocused, ("blurred",)),
        "smeared": (smeared, ("blurred",)),
        "squeezed": (squeezed, ("coarse",)),
        "grainy": (grainy, ("coarse",)),
        "enlarged": (enlarged, ("blurred",)),
        "tiny": (tiny, ("too_small",)),
        "far": (far, ("too_small",)),
        "cut off": (cut_off, ("cut_off",)),
        "oblique": (oblique, ("too_oblique",)),
        "moved": (moved, ("moved",)),
        "flickering": (flickering, ("flicker",)),
        "capped": (capped, ("nothing",)),
        "negative": (negative, ("markers_reversed",)),
        "mirrored": (mirrored, ("mirrored",)),
        "tray turned": (tray_turned, ("tray_turned",)),
        "markers turned": (markers_turned, ("markers_turned",)),
        "markers swapped": (markers_swapped, ("markers_swapped",)),
        "markers mirrored": (markers_mirrored, ("markers_mirrored",)),
        "markers reversed": (markers_reversed, ("markers_reversed",)),
        "markers foreign": (markers_foreign, ("markers_foreign",)),
        "markers doubled": (markers_doubled, ("markers_doubled",)),
        "markers covered": (markers_covered, ("markers_missing",)),
    }
)
"""Each way of spoiling a picture, and what is right to say of it."""
