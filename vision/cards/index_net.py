"""The net that reads the index of a playing card: 13 ranks or junk, 4 suits or junk."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image, index_cut, levelled
from vision.cards.index_finder import IndexCandidate
from vision.detect.onnx_session import session

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
RED: NDArray[np.bool_] = np.array([suit in "HD" for suit in SUITS])
BATCH = 128  # cuts at once: more costs memory and gains no time

Chances = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class IndexProbabilities:
    """What the net makes of n cuts: (n, 14) and (n, 5) probabilities; the last column is junk."""

    rank: Chances
    suit: Chances


def chances(cuts: Image) -> IndexProbabilities:
    """cuts: (n, 56, 40) uint8, from `index_crop.index_cut`."""
    rank, suit = [np.zeros((0, len(RANKS) + 1))], [np.zeros((0, len(SUITS) + 1))]
    for start in range(0, len(cuts), BATCH):
        told = session("card_index").run(None, {"cuts": levelled(cuts[start : start + BATCH])})
        rank.append(_softmax(np.asarray(told[0])))
        suit.append(_softmax(np.asarray(told[1])))
    return IndexProbabilities(np.concatenate(rank), np.concatenate(suit))


def classify_indexes(levels: Sequence[Image], pairs: Sequence[IndexCandidate]) -> IndexProbabilities:
    """What stands at each pair."""
    cuts = [index_cut(levels, pair.rank_at, pair.suit_at) for pair in pairs]
    return chances(np.stack(cuts) if cuts else np.zeros((0, 56, 40), np.uint8))


def _softmax(logits: NDArray[np.float32]) -> Chances:
    raised = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)
