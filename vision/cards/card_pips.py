"""Count the pips on a whole card and measure their shape, independently of its indexes."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.index_crop import Image, ink_plane, pyramid
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_net import RANKS, RED, SUITS, Chances, classify_indexes, red_chance

LEAST, MOST = 22, 190  # px of the longer side, at 4 px/mm: a small pip is 6 mm, the ace of a fine deck 45 mm
RIGHT, WRONG, COURT, UNCOUNTED = 0.8, 0.01, 0.02, 0.25
"""Chances of a count: of the rank's own number, of each other one, of any one on a court card, and of none on a number card.
On 211 cards of photographs: 82 counted right, 1 wrong, 25 number cards and all 102 court cards not counted."""
MISLED = 0.1  # chance that the shape of the pips is misleading; 80 of 80 rendered cards were right
MIDDLE = 14  # px: a pip so near the middle of the card may stand either way up
INK = 0.68  # of the paper's light, below which is print
CORNER = (0.17, 0.36)  # of the card's width and height from each corner: there indexes stand, no pips
ROUND = 0.55  # of its longer side, least shorter side of a pip
FILLED = 0.32  # of its box, least ink of a pip
ALIKE = (0.7, 1.4)  # times the usual size: pips of one card are between
COURTLY = 0.95  # how well a court card fits print without pips
ABOVE = 1.25  # sizes of a pip: so far above it the rank would stand if it were of an index


@dataclass(frozen=True, slots=True)
class CardPips:
    """The pips of one flat card, each (x, y) px of it, and their size."""

    at: tuple[tuple[float, float], ...]
    size: float
    """px, the median of the longer sides."""

    @property
    def count(self) -> int:
        """Return the number of pips."""
        return len(self.at)


def find_pips(card: Image) -> CardPips | None:
    """Return the pips of one size between the indexes of a flat card; None if its print has no pips.

    card: (352, 252, 3) uint8 BGR, `card_outline.rectify`.
    """
    plane = card[..., 1]
    rows, columns = plane.shape
    paper = float(np.percentile(plane, 75))
    ink = (plane < INK * paper).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(ink, connectivity=4)
    wide, high, area = (
        stats[1:, k].astype(np.float64) for k in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    x, y = middles[1:, 0] / columns, middles[1:, 1] / rows
    index = (np.minimum(x, 1 - x) < CORNER[0]) & (np.minimum(y, 1 - y) < CORNER[1])
    size = np.maximum(wide, high)
    large = (size >= LEAST) & ~index
    compact = (np.minimum(wide, high) > ROUND * size) & (area > FILLED * wide * high)
    pips = large & (size <= MOST) & compact
    if not pips.any() or int(large.sum()) > int(pips.sum()):
        return None
    usual = float(np.median(size[pips]))
    if size[pips].min() <= ALIKE[0] * usual or size[pips].max() >= ALIKE[1] * usual:
        return None
    return CardPips(tuple((float(a), float(b)) for a, b in middles[1:][pips]), usual)


def rank_chances(pips: CardPips | None) -> Chances:
    """Return how well each rank fits the count, (13,); without a count, court cards are likelier."""
    if pips is None:
        return np.array([COURTLY if rank in "JQK" else UNCOUNTED for rank in RANKS])
    own = {rank: 1 if rank == "A" else int(rank) if rank.isdigit() else 0 for rank in RANKS}
    return np.array([COURT if own[rank] == 0 else RIGHT if own[rank] == pips.count else WRONG for rank in RANKS])


def suit_chances(card: Image, pips: CardPips | None) -> Chances:
    """(4,) how well each suit goes with shape and colour of the pips, sum 1; all alike where none stands clearly upright."""
    pairs = _upright(pips, card.shape[0]) if pips else ()
    if not pairs:
        return np.full(len(SUITS), 1 / len(SUITS))
    shape = classify_indexes(pyramid(ink_plane(card)), pairs).suit[:, :-1] + 1e-3
    chances = np.exp(np.log(shape / shape.sum(axis=1, keepdims=True)).mean(axis=0))
    red = float(np.median([red_chance(card, pair) for pair in pairs]))
    chances = chances / chances.sum() * (np.where(RED, red, 1 - red) + 0.01)
    return np.asarray((1 - MISLED) * chances / chances.sum() + MISLED / len(SUITS), np.float64)


def _upright(pips: CardPips, rows: int) -> tuple[IndexCandidate, ...]:
    """Each pip as if a rank stood over it; those in the lower half stand on their heads."""
    away = ABOVE * pips.size
    return tuple(
        IndexCandidate((x, y - away if y < rows / 2 else y + away), (x, y))
        for x, y in pips.at
        if abs(y - rows / 2) > MIDDLE
    )
