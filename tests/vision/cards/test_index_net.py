from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cards.index_crop import CUT, index_cut, ink_plane, pyramid
from vision.cards.index_finder import find_candidates
from vision.cards.index_net import RANKS, SUITS, classify_cuts, classify_indexes

PICTURE = Path(__file__).parents[2] / "pictures" / "cards_KH_AC.jpg"


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


def _arrow(angle: float, unit: float) -> tuple[np.ndarray, tuple[float, float], tuple[float, float]]:
    """A disc (the rank) and a square (the suit) `unit` px from it, turned by `angle`."""
    plane = np.full((240, 240), 230, np.uint8)
    down = np.array((-np.sin(angle), np.cos(angle)))
    a, b = np.array((120.0, 120.0)) - down * unit / 2, np.array((120.0, 120.0)) + down * unit / 2
    cv2.circle(plane, tuple(np.round(a).astype(int).tolist()), int(unit * 0.3), 20, -1, cv2.LINE_AA)
    corners = cv2.boxPoints((tuple(b.tolist()), (unit * 0.5, unit * 0.5), np.degrees(angle)))
    cv2.fillConvexPoly(plane, np.round(corners).astype(np.int32), 20, cv2.LINE_AA)
    return plane, tuple(a.tolist()), tuple(b.tolist())


WARM = (120, 190, 240)


@pytest.mark.parametrize(("angle", "unit"), [(0.7, 40), (2.0, 40), (4.5, 40), (0.3, 24), (0.3, 96)])
def test_index_crop_is_independent_of_angle_and_size(angle, unit):
    cut, other = (index_cut(pyramid(plane), a, b) for plane, a, b in (_arrow(0.0, 40), _arrow(angle, unit)))
    assert np.abs(cut.astype(float) - other).mean() < 12
