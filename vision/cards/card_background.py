"""What a card lies on: all around a card on the felt is felt, while one that leans on the rim has rim or table beside it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image
from vision.cards.index_field import IndexField

Corners = NDArray[np.float32]

BESIDE = 1.12  # of the card's size: samples are taken so far out, 4 to 5 mm beyond its edge
SAMPLES = 24  # to a side
OTHER = 26.0  # Lab units between two grounds; light falls off by up to 15 around one card
LIGHTNESS = 0.6  # weight of L beside a and b: a shadow is no other ground
A_FACE = 0.5  # share from which a cell of the field shows a card
_SOFT = 320  # px of the long side of the picture whose colours are compared; grain and pattern are gone


def foreign_share(image: Image, card: Corners, others: Sequence[Corners], field: IndexField) -> float:
    """0..1: the longest part of a card's surroundings that is unlike the rest of them.

    image: (H, W, 3) uint8 BGR; card: (4, 2) px; what lies under other cards, shows
    a card's face (an outline may cut its own card) or is out of the picture is passed over.
    """
    scale = _SOFT / max(image.shape[:2])
    around = _ring(card)
    inside = ((around >= 0) & (around < np.array(image.shape[1::-1]))).all(axis=1)
    clear = np.array([not any(_holds(other, point) for other in others) for point in around])
    known = inside & clear & (field.at(around) < A_FACE)
    if known.sum() < SAMPLES:
        return 0.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    cells = np.clip((around * scale).astype(np.intp), 0, np.array(lab.shape[1::-1]) - 1)
    colours = lab[cells[:, 1], cells[:, 0]] * (LIGHTNESS, 1, 1)
    away = np.hypot.reduce(colours - np.median(colours[known], axis=0), axis=1)
    return _longest((away > OTHER) & known) / float(known.sum())


def _ring(card: Corners) -> NDArray[np.float64]:
    """(4 * SAMPLES, 2) px around the card."""
    middle = card.mean(axis=0)
    corners = middle + (card - middle) * BESIDE
    steps = np.linspace(0, 1, SAMPLES, endpoint=False)[:, None]
    sides = [a + (b - a) * steps for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(sides).astype(np.float64)


def _holds(card: Corners, point: NDArray[np.float64]) -> bool:
    middle = card.mean(axis=0)
    grown = np.asarray(middle + (card - middle) * BESIDE, np.float32)
    return cv2.pointPolygonTest(grown, (float(point[0]), float(point[1])), measureDist=False) >= 0


def _longest(which: NDArray[np.bool_]) -> int:
    """The longest run of a ring."""
    if which.all():
        return len(which)
    best = run = 0
    for one in np.concatenate([which, which]):
        run = run + 1 if one else 0
        best = max(best, run)
    return best
