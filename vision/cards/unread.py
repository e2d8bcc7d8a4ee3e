"""What shows a card's face in the tray and is explained by no card that was found there."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.wire.reading import Box
from vision.cards.field import Field
from vision.cards.group import Laid

LEAST_CELLS = 80  # a third of a card in a picture of the whole tray; dice and tokens reach 46
GROWN = 1.15  # of its size: a card's place is not known to the millimetre
REACH = 11.0  # units of a lone index: as far as the other end of its card


def unread(field: Field, cards: Sequence[Laid], least: float) -> Iterator[Box]:
    """Boxes, px of the picture, of patches whose face is at least `least`, the largest first."""
    left = (field.face >= least).astype(np.uint8)
    for card in cards:
        cv2.fillConvexPoly(left, np.round(_extent(card) / np.array(field.px)).astype(np.int32), 0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    for x, y, w, h, area in sorted(stats[1:].tolist(), key=lambda row: -row[4]):
        if area >= LEAST_CELLS:
            yield x * field.px[0], y * field.px[1], w * field.px[0], h * field.px[1]


def _extent(card: Laid) -> NDArray[np.float64]:
    """(4, 2) px of where the card may lie."""
    if card.corners is not None:
        middle = card.corners.mean(axis=0)
        return np.asarray(middle + (card.corners - middle) * GROWN, np.float64)
    index = card.parts[0]
    around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * index.pair.unit * REACH
    return np.asarray(index.middle + around, np.float64)
