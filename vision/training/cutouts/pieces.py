"""What scenes are made of: the dice, grounds and coins of the teaching halves of the photographs."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.system.atomic_write import write_atomically
from vision.image import Image
from vision.shape_of_kind import SHAPE_OF_KIND
from vision.training.cutouts.cutting import CutOut, cut, placed
from vision.training.cutouts.grounds import parts
from vision.training.pictures import Picture, lessons, read, taught_coins
from vision.training.unboxed import FoundDie, find_dice

BY_READER = ("d6_byler", "d6_penlington", "d6_phone")
"""Sets of six-sided dice, which the reader places; the boxes of the others are good enough."""
FROM_ABOVE = frozenset({"d6_byler"})
"""Sets whose camera looked straight down."""
SOURCES = (*BY_READER, "polyset_burks")
"""Sets whose teaching halves are cut up."""


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """What scenes are made of."""

    dice: list[CutOut]
    grounds: list[Image]
    coins: list[Image]


def gather(photos: Path) -> Pieces:
    """Return what can be cut out of the teaching halves of all sources, coins too."""
    pieces = Pieces([], [], list(taught_coins(photos / "coins_kaa")))
    rng = np.random.default_rng(1)
    for name in SOURCES:
        for picture in lessons(photos / name):
            image = read(picture.path)
            found = find_dice(image) if name in BY_READER else None
            pieces.dice.extend(cut_all(image, picture, found))
            if found:
                dice = [(d.x, d.y, d.radius) for d in found] + [(m.x, m.y, m.radius) for m in picture.marks]
                pieces.grounds.extend(parts(image, dice, rng))
        print(name, len(pieces.dice), "dice", len(pieces.grounds), "grounds", flush=True)
    return pieces


def cut_all(image: Image, picture: Picture, found: Sequence[FoundDie] | None) -> Iterator[CutOut]:
    """Yield the dice of one picture whose silhouettes are plain.

    found: what the reader finds in it; None: the labels tell the places well enough.
    """
    at = [(one.x, one.y) for one in (*picture.marks, *(found or ()))]
    marks = [(mark, 0.0) for mark in picture.marks] if found is None else placed(picture.marks, found)
    for mark, aslant in marks:
        others = [(x, y) for x, y in at if np.hypot(x - mark.x, y - mark.y) > mark.radius]
        die = cut(image, mark, others, aslant, picture.style in FROM_ABOVE) if mark.kind in SHAPE_OF_KIND else None
        if die is not None:
            yield die


def kept(path: Path | None, photos: Path) -> Pieces:
    """Return the pieces of an earlier run, where they were kept; cutting takes minutes."""
    if path is not None and path.exists():
        pieces: Pieces = pickle.loads(path.read_bytes())  # a file of one's own
        return pieces
    pieces = gather(photos)
    if path is not None:
        write_atomically(path, pickle.dumps(pieces))
    return pieces
