from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cards.index_crop import CUT, ink_plane, pyramid
from vision.cards.index_finder import find_candidates
from vision.cards.index_net import RANKS, SUITS, classify_cuts, classify_indexes
from vision.detect.onnx_session import MODELS

PICTURE = Path(__file__).parents[2] / "pictures" / "cards_KH_AC.jpg"


def test_no_cuts_have_no_chances():
    told = classify_cuts(np.zeros((0, *CUT), np.uint8))
    assert told.rank.shape == (0, len(RANKS) + 1)
    assert told.suit.shape == (0, len(SUITS) + 1)


def test_chances_of_every_cut_sum_to_one():
    rng = np.random.default_rng(1)
    told = classify_cuts(rng.integers(0, 255, (130, *CUT)).astype(np.uint8))
    assert told.rank.shape == (130, len(RANKS) + 1)
    assert told.rank.sum(axis=1) == pytest.approx(np.ones(130))
    assert told.suit.sum(axis=1) == pytest.approx(np.ones(130))


def test_noise_is_junk():
    rng = np.random.default_rng(2)
    told = classify_cuts(rng.integers(0, 255, (60, *CUT)).astype(np.uint8))
    assert float(((1 - told.rank[:, -1]) * (1 - told.suit[:, -1])).max()) < 0.5


@pytest.mark.slow
def test_net_finds_both_indexes_among_all_blots():
    image = cv2.imread(str(PICTURE))
    assert image is not None
    levels = pyramid(ink_plane(image.astype(np.uint8)))
    told = classify_indexes(levels, find_candidates(levels))
    kings = (told.rank[:, RANKS.index("K")] > 0.8) & (told.suit[:, SUITS.index("H")] > 0.8)
    assert kings.sum() >= 2


def test_the_net_is_small():
    assert (MODELS / "card_index.onnx").stat().st_size < 1_000_000
