import cv2
import numpy as np
import pytest

from vision.cards.card_outline import RECTIFIED
from vision.cards.card_pips import CardPips, find_pips, rank_chances, suit_chances
from vision.cards.index_net import RANKS, SUITS

ROWS, COLUMNS = RECTIFIED


def _card(*pips: tuple[float, float], size: int = 16) -> np.ndarray:
    """A flat card with an index in two corners and discs at (x, y) of its width and height."""
    card = np.full((ROWS, COLUMNS, 3), 235, np.uint8)
    for x, y in (*pips, (0.08, 0.1), (0.08, 0.2), (0.92, 0.9), (0.92, 0.8)):
        corner = min(x, 1 - x) < 0.1
        cv2.circle(card, (int(x * COLUMNS), int(y * ROWS)), 10 if corner else size, (20, 20, 20), -1, cv2.LINE_AA)
    return card


def _some(count: int) -> CardPips:
    return CardPips(tuple((126.0, 20.0 + 30 * i) for i in range(count)), 30.0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_pips_between_the_indexes_are_counted(count):
    pips = find_pips(_card(*((0.5, 0.25 + 0.2 * i) for i in range(count))))
    assert pips is not None
    assert pips.count == count


def test_a_bare_card_has_no_count():
    assert find_pips(_card()) is None


def test_a_picture_is_no_pip():
    card = _card((0.5, 0.5))
    cv2.rectangle(card, (50, 60), (200, 290), (20, 20, 160), 6)
    assert find_pips(card) is None


def test_marks_of_many_sizes_are_no_pips():
    card = _card((0.5, 0.3))
    cv2.circle(card, (126, 230), 34, (20, 20, 20), -1)
    assert find_pips(card) is None


def test_a_count_speaks_for_its_own_rank():
    chances = dict(zip(RANKS, rank_chances(_some(7)), strict=True))
    assert chances["7"] > 20 * max(p for rank, p in chances.items() if rank != "7")


def test_one_pip_is_an_ace():
    assert RANKS[int(rank_chances(_some(1)).argmax())] == "A"


def test_missing_pip_count_favours_court_cards():
    chances = dict(zip(RANKS, rank_chances(None), strict=True))
    assert chances["K"] > chances["7"] > 0.1


def _suited(draw) -> np.ndarray:
    """A four with pips that `draw(card, x, y, up)` paints, the lower ones on their heads."""
    card = np.full((ROWS, COLUMNS, 3), 235, np.uint8)
    for x, y in ((75, 60), (177, 60), (75, 292), (177, 292)):
        draw(card, x, y, 1 if y < ROWS / 2 else -1)
    return card


def _diamond(card, x, y, _up):
    cv2.fillPoly(card, [np.array([(x, y - 24), (x + 18, y), (x, y + 24), (x - 18, y)], np.int32)], (40, 30, 200), 16)


def _club(card, x, y, up):
    for dx, dy in ((0, -12), (-12, 4), (12, 4)):
        cv2.circle(card, (x + dx, y + up * dy), 11, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.fillPoly(card, [np.array([(x, y), (x - 8, y + up * 26), (x + 8, y + up * 26)], np.int32)], (20, 20, 20), 16)


@pytest.mark.parametrize(("draw", "suit"), [(_diamond, "D"), (_club, "C")])
def test_the_shape_and_colour_of_pips_tell_the_suit(draw, suit):
    card = _suited(draw)
    pips = find_pips(card)
    assert pips is not None
    assert SUITS[int(suit_chances(card, pips).argmax())] == suit


def test_single_middle_pip_gives_no_suit():
    card = _card((0.5, 0.5))
    assert np.allclose(suit_chances(card, find_pips(card)), 0.25)


def test_no_pips_tell_no_suit():
    assert np.allclose(suit_chances(_card(), None), 0.25)
