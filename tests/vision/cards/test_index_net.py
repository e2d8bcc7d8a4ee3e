from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cards.index_crop import CUT, index_cut, ink_plane, normalized_cuts, pyramid
from vision.cards.index_finder import IndexCandidate, find_candidates
from vision.cards.index_net import RANKS, SUITS, classify_cuts, classify_indexes, red_chance

PICTURE = Path(__file__).parents[2] / "pictures" / "cards_KH_AC.jpg"


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


PAIR = IndexCandidate((50.0, 40.0), (50.0, 60.0))


def _printed(ink: tuple[int, int, int], paper: tuple[int, int, int] = (240, 240, 240)) -> np.ndarray:
    image = np.full((100, 100, 3), paper, np.uint8)
    for middle in ((50, 40), (50, 60)):
        cv2.circle(image, middle, 7, ink, -1, cv2.LINE_AA)
    return image


def _arrow(angle: float, unit: float) -> tuple[np.ndarray, tuple[float, float], tuple[float, float]]:
    """A disc (the rank) and a square (the suit) `unit` px from it, turned by `angle`."""
    plane = np.full((240, 240), 230, np.uint8)
    down = np.array((-np.sin(angle), np.cos(angle)))
    a, b = np.array((120.0, 120.0)) - down * unit / 2, np.array((120.0, 120.0)) + down * unit / 2
    cv2.circle(plane, tuple(np.round(a).astype(int).tolist()), int(unit * 0.3), 20, -1, cv2.LINE_AA)
    corners = cv2.boxPoints((tuple(b.tolist()), (unit * 0.5, unit * 0.5), np.degrees(angle)))
    cv2.fillConvexPoly(plane, np.round(corners).astype(np.int32), 20, cv2.LINE_AA)
    return plane, tuple(a.tolist()), tuple(b.tolist())


def test_the_rank_stands_above_the_suit_in_the_cut():
    plane, a, b = _arrow(1.1, 40)
    cut = index_cut(pyramid(plane), a, b)
    rows, columns = CUT
    assert cut.shape == CUT
    assert cut[rows // 2 - 12, columns // 2] < 60
    assert cut[rows // 2 + 12, columns // 2] < 60
    assert cut[2, 2] > 200


def test_crop_at_the_border_replicates_the_border():
    plane = np.full((60, 60), 200, np.uint8)
    assert index_cut(pyramid(plane), (0.0, 0.0), (0.0, 30.0)).min() == 200


def test_ink_plane_shows_red_as_dark_as_black():
    image = np.zeros((2, 2, 3), np.uint8)
    image[0] = (20, 20, 200)
    assert ink_plane(image)[0, 0] == 20


def test_levelled_cuts_have_no_light_left_in_them():
    cuts = np.stack([np.arange(40 * 56, dtype=np.float32).reshape(56, 40) % 90 + shift for shift in (10, 120)]).astype(
        np.uint8
    )
    values = normalized_cuts(cuts)
    assert values.shape == (2, 1, 56, 40)
    assert np.allclose(values[0], values[1], atol=1e-3)


WARM = (120, 190, 240)


@pytest.mark.parametrize(
    ("ink", "paper", "low", "high"),
    [
        *((ink, (240, 240, 240), 0.9, 1.0) for ink in ((30, 30, 200), (60, 50, 150), (90, 90, 230))),
        *((ink, (240, 240, 240), 0.0, 0.1) for ink in ((20, 20, 20), (70, 70, 70), (60, 50, 40))),
        ((15, 22, 30), WARM, 0.0, 0.2),
        ((15, 25, 190), WARM, 0.9, 1.0),
    ],
    ids=["red", "dark red", "pale red", "black", "grey", "bluish", "black in warm light", "red in warm light"],
)
def test_ink_colour_tells_red_from_black(ink, paper, low, high):
    assert low <= red_chance(_printed(ink, paper), PAIR) <= high


@pytest.mark.parametrize(("angle", "unit"), [(0.7, 40), (2.0, 40), (4.5, 40), (0.3, 24), (0.3, 96)])
def test_index_crop_is_independent_of_angle_and_size(angle, unit):
    cut, other = (index_cut(pyramid(plane), a, b) for plane, a, b in (_arrow(0.0, 40), _arrow(angle, unit)))
    assert np.abs(cut.astype(float) - other).mean() < 12
