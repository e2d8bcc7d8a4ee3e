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


def _picture(card: np.ndarray) -> None:
    cv2.rectangle(card, (50, 60), (200, 290), (20, 20, 160), 6)


def _larger_mark(card: np.ndarray) -> None:
    cv2.circle(card, (126, 230), 34, (20, 20, 20), -1)


@pytest.mark.parametrize("add", [_picture, _larger_mark])
def test_card_pips_ignore_pictures_and_odd_marks(add):
    card = _card((0.5, 0.5))
    add(card)
    assert find_pips(card) is None


@pytest.mark.parametrize(("count", "rank"), [(1, "A"), (7, "7")])
def test_pip_count_favours_its_rank(count, rank):
    chances = dict(zip(RANKS, rank_chances(_some(count)), strict=True))
    assert chances[rank] > 3 * max(p for other, p in chances.items() if other != rank)
