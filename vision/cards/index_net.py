"""Read the print at an index candidate: the net tells 13 ranks or junk and 4 suits or junk, the ink's colour tells red from black."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image, index_cut, normalized_cuts
from vision.cards.index_finder import IndexCandidate
from vision.detect import session

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
RED: NDArray[np.bool_] = np.array([suit in "HD" for suit in SUITS])
BATCH = 128  # cuts at once: more costs memory and gains no time

Chances = NDArray[np.float64]

STEEP = 14.0  # how fast the chance of red rises with the redness of the ink
MIDDLE = 0.22  # redness at which red and black are equally likely; black ink on warm paper reaches .12, pale red ink .3


@dataclass(frozen=True, slots=True)
class IndexProbabilities:
    """Probabilities for n cuts, (n, 14) and (n, 5). The last column is junk."""

    rank: Chances
    suit: Chances


def classify_cuts(cuts: Image) -> IndexProbabilities:
    """cuts: (n, 56, 40) uint8, from `index_crop.index_cut`."""
    rank, suit = [np.zeros((0, len(RANKS) + 1))], [np.zeros((0, len(SUITS) + 1))]
    for start in range(0, len(cuts), BATCH):
        outputs = session("card_index").run(None, {"cuts": normalized_cuts(cuts[start : start + BATCH])})
        rank.append(_softmax(np.asarray(outputs[0])))
        suit.append(_softmax(np.asarray(outputs[1])))
    return IndexProbabilities(np.concatenate(rank), np.concatenate(suit))


def classify_indexes(levels: Sequence[Image], pairs: Sequence[IndexCandidate]) -> IndexProbabilities:
    """Classify each pair."""
    cuts = [index_cut(levels, pair.rank_at, pair.suit_at) for pair in pairs]
    return classify_cuts(np.stack(cuts) if cuts else np.zeros((0, 56, 40), np.uint8))


def _softmax(logits: NDArray[np.float32]) -> Chances:
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)


def red_chance(image: Image, pair: IndexCandidate) -> float:
    """0..1: that the blots of the pair are printed in red. image: (H, W, 3) uint8 BGR."""
    return float(1 / (1 + np.exp(-STEEP * (redness(_patch(image, pair)) - MIDDLE))))


def redness(patch: Image) -> float:
    """How much more red than green and blue is left of the paper's light where the ink is deepest; about 0 for black, up to 1."""
    values = patch.reshape(-1, 3).astype(np.float64)
    order = np.argsort(values[:, 1] + 0.5 * values[:, 0])
    ink = np.median(values[order[: max(3, len(order) // 20)]], axis=0)
    paper = np.median(values[order[len(order) * 6 // 10 : len(order) * 9 // 10 + 1]], axis=0)
    left = ink / np.maximum(paper, 1.0)
    return float(left[2] - (left[0] + left[1]) / 2)


def _patch(image: Image, pair: IndexCandidate) -> Image:
    """Return the suit and the lower half of the rank, upright square of 1.2 units, 24 px."""
    dx, dy = pair.suit_at[0] - pair.rank_at[0], pair.suit_at[1] - pair.rank_at[1]
    at = np.array(pair.rank_at) * 0.4 + np.array(pair.suit_at) * 0.6
    step = 1.3 / 24
    matrix: NDArray[np.float64] = np.array([[dy * step, dx * step, 0], [-dx * step, dy * step, 0]])
    matrix[:, 2] = at - matrix[:, :2] @ (11.5, 11.5)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, matrix, (24, 24), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
