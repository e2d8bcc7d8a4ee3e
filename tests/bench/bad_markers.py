"""Trays whose markers were printed or laid as a beginner does it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.bench.image_damage import Base, Done, Quad, levels_of, with_grain
from vision.image.decoder import Image
from vision.tray.tray_plane import MARKER_MM

PAPER = 24 / MARKER_MM
"""Side of a marker's paper, in sides of its black square."""
SIDE = 96
"""Px of a marker's paper as it is cut out."""


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
    """Return a square patch in the place of a marker, `grow` times its paper's size."""
    paper = _paper(quad)
    paper = ((paper - paper.mean(axis=0)) * grow + paper.mean(axis=0)).astype(np.float32)
    way = cv2.getPerspectiveTransform(_SQUARE / SIDE * patch.shape[0], paper)
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpPerspective(patch, way, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(patch.shape[:2], 255, np.uint8), way, size, flags=cv2.INTER_LINEAR)
    share = where[..., None] / 255
    return levels_of(laid * share + image * (1 - share))


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
    return levels_of(ink * (1 - share) + paper * share)


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
        image = _pasted(image, levels_of(paper * (1 - share) + ink * share), quad)
    return Done((image,))


def markers_foreign(base: Base, amount: float, rng: Generator) -> Done:
    """Replace all markers, or one, by those of another sheet."""
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
    """Cover one or two markers with a card, a sleeve or the box."""
    image, ids = base.image, _some(amount, rng, 2)
    for number in ids:
        colour = rng.uniform(40, 200, 3)
        thing = with_grain(levels_of(np.broadcast_to(colour, (SIDE, SIDE, 3)).astype(float)), 4, rng)
        image = _pasted(image, thing, base.markers[number] + rng.normal(0, 3, 2).astype(np.float32), 1.15)
    return Done((image,), ids)


def bared(base: Base) -> Image:
    """The tray without its markers."""
    image = base.image
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in base.markers.values():
        cv2.fillConvexPoly(
            mask, np.round((_paper(quad) - quad.mean(axis=0)) * 1.15 + quad.mean(axis=0)).astype(np.int32), 255
        )
    return cv2.inpaint(image, mask, 3, cv2.INPAINT_TELEA).astype(np.uint8)
