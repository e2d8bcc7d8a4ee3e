"""Read one face: its embedding on a sphere, near other pictures of the same face, and its common print."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject, session
from vision.image import Image
from vision.kit import Kit

PIPS = tuple(f"pips {number}" for number in range(1, 7))
NUMERALS = tuple(str(number) for number in range(21))
SIGNED = ("+1", *(str(number) for number in range(-8, 0)))
BLANK, OTHER = "blank", "other"
PIPS_PRINTS = len(PIPS)
"""So many of `PRINTED`, the first ones, are pips."""
PRINTED = (*PIPS, *NUMERALS, *SIGNED, BLANK, OTHER)
"""Order of the face net's second output. Reordering needs new training."""

KEPT = 96
"""Side, px, of a shot."""
REACH_KEPT = 1.9
"""Half side of a shot in radii of the top face."""
SIDE = 48
"""Side, px, of what the net sees."""
REACH = {"disc": 1.05}
"""Half side of what the net sees of a face, in radii of it: a token with its rim."""
REACH_OTHERS = 0.85
"""The same of dice: less of their other faces."""
TURNS = 4
"""A shot is laid down in this many turns, and so is a face to be read where the first leaves a doubt."""
AT_ONCE = 64
"""Patches that run through the net together: the hundreds of a kit at once would take 80 MB for a moment."""
ANGLES = tuple(2 * np.pi * turn / TURNS for turn in range(TURNS))
"""Rad."""


def print_of(kind: str, value: str) -> str:
    """Return the print of a face of a built-in kind, as one of `PRINTED`; of a number of pips that no die has, another."""
    if kind == "d6":
        return f"pips {value}"
    return value if value in PRINTED else OTHER


@dataclass(frozen=True, slots=True, eq=False)
class FaceGallery:
    """The shots of a kit as the net sees them."""

    values: tuple[str, ...]
    """One for each point."""
    points: NDArray[np.float32]
    """(N, 64), each of length 1."""
    prints: NDArray[np.float32]
    """(N, 38) shares of `PRINTED`."""


def cut_face(image: Image, found: DetectedObject) -> Image:
    """Return the face and its surroundings as a shot, `KEPT` px square."""
    return _cut(image, (found.x, found.y), REACH_KEPT * found.radius, KEPT, 0.0)


def _cut(image: Image, centre: tuple[float, float], half: float, side: int, angle: float) -> Image:
    """Return the square about `centre` with half a side of `half`, px of the picture, as one of `side` px, turned by
    `angle` rad.
    """
    scale = side / (2 * half)
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    shift = side / 2 - turn @ centre
    matrix = np.hstack([turn, shift[:, None]])
    cut_out = cv2.warpAffine(image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cut_out.astype(np.uint8, copy=False)


def embed_views(patches: Sequence[Image]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Points (N, 64) and shares (N, 38) of `vision.kind_and_face.face_embedding.PRINTED`, of patches `SIDE` px square."""
    lots = [_embed(patches[start : start + AT_ONCE]) for start in range(0, len(patches), AT_ONCE)]
    points, shares = zip(*lots, strict=True)
    return np.concatenate(points), np.concatenate(shares)


def _embed(patches: Sequence[Image]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    batch = np.empty((len(patches), 3, SIDE, SIDE), np.float32)
    np.divide(np.stack(patches).transpose(0, 3, 1, 2), np.float32(255), out=batch)
    points, print_ = (np.asarray(out, np.float32) for out in session("faces").run(None, {"face": batch}))
    odds = np.exp(print_ - print_.max(1, keepdims=True))
    return points, odds / odds.sum(1, keepdims=True)


def reach(shape: str) -> float:
    """Half side of what the net sees of a face, in radii."""
    return REACH.get(shape, REACH_OTHERS)


def views(image: Image, found: DetectedObject, shape: str, angles: Sequence[float] = ANGLES) -> list[Image]:
    """Return the patches of an object in the picture that are read together, turned by these angles, if it is of that
    shape.
    """
    return [_cut(image, (found.x, found.y), reach(shape) * found.radius, SIDE, angle) for angle in angles]


@lru_cache(maxsize=32)
def gallery(kit: Kit) -> FaceGallery:
    """Return the kit's shots as points; worked out once."""
    patches, values = [], []
    middle, half = (KEPT / 2, KEPT / 2), reach(kit.shape) * (KEPT / 2 / REACH_KEPT)
    for shot in kit.shots:
        for angle in ANGLES:
            patches.append(_cut(shot.image, middle, half, SIDE, angle))
            values.append(shot.value)
    if not patches:
        return FaceGallery((), np.zeros((0, 64), np.float32), np.zeros((0, len(PRINTED)), np.float32))
    return FaceGallery(tuple(values), *embed_views(patches))


def likeness(kit: Kit, points: NDArray[np.float32]) -> dict[str, float]:
    """Value -> mean over `points` of the likeness, -1..1, to its nearest shot."""
    shots = gallery(kit)
    nearest = points @ shots.points.T
    names = np.array(shots.values)
    return {value: float(nearest[:, names == value].max(1).mean()) for value in kit.values if (names == value).any()}


def printed_values(kit: Kit, shares: NDArray[np.float32], least: float) -> dict[str, float]:
    """Value -> share, where at least that share of a face is printed everywhere in the same way; else nothing.

    shares: (38,) in the order of `PRINTED`.
    """
    by_print = {name: float(share) for name, share in zip(PRINTED, shares, strict=True) if name != OTHER}
    values = {
        value: by_print[print_of(kit.kind, value)] for value in kit.values if print_of(kit.kind, value) in by_print
    }
    return values if sum(values.values()) >= least else {}
