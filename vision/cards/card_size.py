"""A card has the size of a card, by the millimetres of the tray, and no print on a die is one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import Box
from vision.cards.index_field import IndexField
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import LEAST_UNIT, MOST_UNIT, CardGroup, is_lone
from vision.tray import MARKER_MM

CARD_MM = (68.0, 120.0)  # longer side: mini American to tarot
GIVE = 1.5  # times larger or smaller: a card stands nearer to the camera than its tray, or is seen aslant
DIE_FACES = 2.0  # areas of the dice on it: no more of a face is seen where a die itself looks like a card


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large a card of this picture can be, and the dice whose print is no card's."""

    least: float = 0.0
    """Px of the longer side."""
    most: float = float("inf")
    """Px of the longer side."""
    dice: tuple[Box, ...] = ()
    """x, y, w, h px of the dice that were found."""

    def fits(self, corners: NDArray[np.float32]) -> bool:
        """Return whether a quadrilateral (4, 2) px has the size of a card."""
        sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
        return bool(self.least < sides.max() < self.most)

    def is_card(self, card: CardGroup, field: IndexField, least_face: float) -> bool:
        """Return whether a card has the size of a card, and is more than print on a die."""
        units = [part.pair.unit for part in card.parts]
        if any(not LEAST_UNIT * self.least < unit < MOST_UNIT * self.most for unit in units):
            return False
        if card.corners is not None:
            return self.fits(card.corners)
        return not (is_lone(card) and self._is_on_die(card.parts[0].pair, field, least_face))

    def _is_on_die(self, pair: IndexCandidate, field: IndexField, least_face: float) -> bool:
        """Return whether a lone index is on a die too small for its card, and little more of a face is seen there."""
        at = np.add(pair.rank_at, pair.suit_at) / 2
        mine = [die for die in self.dice if _holds(die, at) and max(die[2:]) < pair.unit / MOST_UNIT]
        if not mine:
            return False
        die = max(mine, key=lambda one: one[2] * one[3])
        patches = field.patches_at(die, least_face)
        on_it = [one for one in self.dice if _shows(patches, field, one)]
        area = float(patches.sum()) * field.px[0] * field.px[1]
        return area <= DIE_FACES * sum(w * h for _, _, w, h in on_it or [die])


def find_size(markers: Mapping[int, NDArray[np.float32]] | None, dice: Sequence[Box]) -> CardSize:
    """Return the size of a card by the tray's markers; any size without them.

    The dice give no size: where cards lie, they are often found on cards.
    """
    if not markers:
        return CardSize(dice=tuple(dice))
    mm = float(np.mean([cv2.arcLength(quad, True) / 4 for quad in markers.values()])) / MARKER_MM
    return CardSize(CARD_MM[0] * mm / GIVE, CARD_MM[1] * mm * GIVE, tuple(dice))


def _holds(box: Box, point: NDArray[np.float64]) -> bool:
    x, y, w, h = box
    return bool(x <= point[0] <= x + w and y <= point[1] <= y + h)


def _shows(patches: NDArray[np.bool_], field: IndexField, box: Box) -> bool:
    x, y, w, h = box
    rows, columns = patches.shape
    column, row = int((x + w / 2) / field.px[0]), int((y + h / 2) / field.px[1])
    return 0 <= row < rows and 0 <= column < columns and bool(patches[row, column])
