"""Examples for the second look: what the finder finds on labelled pictures, right and wrong, cut out.

python -m vision.training.look_examples RENDERS... --photos PHOTOS --out EXAMPLES      one file for each style or set
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject, detect_objects
from vision.shape_of_kind import SHAPES
from vision.training.example_files import arguments, cut_out, save
from vision.training.nets import NOTHING
from vision.training.pictures import OUTSIDE, UNSAID, Mark, Picture, taught_coins
from vision.tray import CameraView, level_tilt

KEPT = 100
"""Side, px, of what is kept of a finding's surroundings."""
REACH_KEPT = 3.1
"""Half side of it in radii of the finding."""
LEAST = 0.06
"""Heat from which on a finding is an example."""
GHOSTS = 6
"""At most so many findings of nothing are kept of a picture."""
NEARER = (1.0, 1.8, 3.4, 6.0)
"""Scales at which a close-up is looked at too, as at a table with an unknown camera distance."""
CLOSE = 0.4
"""Scale of a picture below which it is a close-up."""
LARGER = 1.8
"""A finding that is so much larger or smaller than a face is another thing: a numeral, a pip, the whole die."""
SAME, APART = 0.45, 0.9
"""Radii of a face: a finding within the first matches, beyond the second it does not."""
NONE = (math.nan, math.nan)
DISC = SHAPES.index("disc")
ROUND = 0.1
"""Share of a disc from which on a finding of nothing may be a coin or a coaster: the same as a token but for its face."""


@dataclass(frozen=True, slots=True)
class Example:
    """A finding's surroundings and what it truly is."""

    image: NDArray[np.uint8]
    """`KEPT` px square."""
    shape: int
    state: int
    geometry: tuple[float, float, float]
    """Offset of the true centre in radii of the finding, and log of true radius by found radius. nan: unknown."""
    tilt: tuple[float, float]
    """Tilt of the top face. nan: unknown."""
    level: tuple[float, float]
    """Tilt of a level face there; nan: unknown."""
    known: float
    """1: known camera position. 0: as if it looked straight down. -1: unknown."""


def examples(picture: Picture) -> Iterator[Example]:
    """Yield the findings in one picture, and the missed objects.

    A disc of an unknown set may be a coin: only its face can tell, so it is not a negative example.
    """
    image = cv2.imread(str(picture.path))
    view, met = picture.view, set[int]()
    for one, mark in _judged(image, picture):
        if mark is not None:
            met.add(mark)
        yield _example(image, one.x, one.y, one.radius, None if mark is None else picture.marks[mark], view)
    for number, mark in enumerate(picture.marks):
        if number not in met and mark.radius and mark.state != OUTSIDE:
            yield _example(image, mark.x, mark.y, mark.radius, mark, view)


def _judged(image: NDArray[np.uint8], picture: Picture) -> Iterator[tuple[DetectedObject, int | None]]:
    """Yield findings at the right scale and at too large ones, with the index of their label, None for a ghost."""
    scales = [picture.scale * nearer for nearer in NEARER] if picture.scale < CLOSE else [min(1.0, picture.scale)]
    for scale in scales:
        ghosts = 0
        for one in detect_objects(image, scale, LEAST) if scale <= 1.0 else ():
            number, away = _nearest(one, picture.marks)
            if away < SAME and _is_as_large(one, picture.marks[number]):
                yield one, number
            elif (away > APART or scale > picture.scale) and ghosts < GHOSTS and one.shapes[DISC] < ROUND:
                ghosts += 1
                yield one, None


def _is_as_large(one: DetectedObject, mark: Mark) -> bool:
    return not mark.radius or 1 / LARGER < one.radius / mark.radius < LARGER


def _nearest(one: DetectedObject, marks: Sequence[Mark]) -> tuple[int, float]:
    """Number of the nearest mark and how far it is, in its radii."""
    away = [math.hypot(mark.x - one.x, mark.y - one.y) / (mark.radius or one.radius) for mark in marks]
    return (int(np.argmin(away)), min(away)) if away else (-1, 9.0)


def _example(
    image: NDArray[np.uint8], x: float, y: float, radius: float, mark: Mark | None, view: CameraView | None
) -> Example:
    known = 1.0 if view else -1.0
    aslant = level_tilt(view, x, y) if view else NONE
    kept = cut(image, x, y, radius)
    if mark is None:
        return Example(kept, NOTHING, UNSAID, (*NONE, math.nan), NONE, aslant, known)
    grow = math.log(mark.radius / radius) if mark.radius and mark.is_sized else math.nan
    moved = ((mark.x - x) / radius, (mark.y - y) / radius, grow)
    return Example(kept, mark.shape, mark.state, moved, mark.tilt or NONE, aslant, known)


def cut(image: NDArray[np.uint8], x: float, y: float, radius: float) -> NDArray[np.uint8]:
    """Return the surroundings of a finding, `KEPT` px square."""
    scale = KEPT / (2 * REACH_KEPT * radius)
    matrix = np.array([[scale, 0, KEPT / 2 - scale * x], [0, scale, KEPT / 2 - scale * y]])
    return cv2.warpAffine(image, matrix, (KEPT, KEPT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)


def coins(folder: Path, rng: np.random.Generator) -> Iterator[Example]:
    """Yield coins, each on a plain ground: discs like tokens, so that their faces decide, and never dice."""
    for coin in taught_coins(folder):
        side = round(KEPT / REACH_KEPT * rng.uniform(0.9, 1.15)) // 2 * 2
        small = cv2.resize(coin, (side, side), interpolation=cv2.INTER_AREA)
        image = np.full((KEPT, KEPT, 3), rng.integers(0, 256, 3), np.uint8)
        inside = np.zeros((side, side, 1), np.uint8)
        cv2.circle(inside, (side // 2, side // 2), side // 2 - 1, 1, -1)
        start = (KEPT - side) // 2
        spot = image[start : start + side, start : start + side]
        spot[:] = np.where(inside > 0, small, spot)
        yield Example(image, DISC, UNSAID, (*NONE, math.nan), NONE, NONE, -1.0)


def main() -> None:
    """Write one file for each style that has none yet, for each set of photographs, and for coins."""
    told = arguments(argparse.ArgumentParser(description=__doc__))
    cut_out(told, lambda picture: examples(picture) if picture.marks else ())
    if told.photos:
        save(coins(told.photos / "coins_kaa", np.random.default_rng(5)), told.out / "coins.npz")


if __name__ == "__main__":
    main()
