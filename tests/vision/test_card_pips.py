import cv2
import numpy as np
import pytest

from vision.card_net import RANKS
from vision.card_outline import CARD
from vision.card_pips import pip_count, rank_chances

ROWS, COLUMNS = CARD


def _card(*pips: tuple[float, float], size: int = 16) -> np.ndarray:
    """A flat card with an index in two corners and discs at (x, y) of its width and height."""
    card = np.full((ROWS, COLUMNS, 3), 235, np.uint8)
    for x, y in (*pips, (0.08, 0.1), (0.08, 0.2), (0.92, 0.9), (0.92, 0.8)):
        corner = min(x, 1 - x) < 0.1
        cv2.circle(card, (int(x * COLUMNS), int(y * ROWS)), 10 if corner else size, (20, 20, 20), -1, cv2.LINE_AA)
    return card


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_pips_between_the_indexes_are_counted(count):
    assert pip_count(_card(*((0.5, 0.25 + 0.2 * i) for i in range(count)))) == count


def test_a_bare_card_has_no_count():
    assert pip_count(_card()) is None


def test_a_picture_is_no_pip():
    card = _card((0.5, 0.5))
    cv2.rectangle(card, (50, 60), (200, 290), (20, 20, 160), 6)
    assert pip_count(card) is None


def test_marks_of_many_sizes_are_no_pips():
    card = _card((0.5, 0.3))
    cv2.circle(card, (126, 230), 34, (20, 20, 20), -1)
    assert pip_count(card) is None


def test_a_count_speaks_for_its_own_rank():
    chances = dict(zip(RANKS, rank_chances(7), strict=True))
    assert chances["7"] > 20 * max(p for rank, p in chances.items() if rank != "7")


def test_one_pip_is_an_ace():
    assert RANKS[int(rank_chances(1).argmax())] == "A"


def test_without_a_count_a_court_card_is_likelier_but_none_is_excluded():
    chances = dict(zip(RANKS, rank_chances(None), strict=True))
    assert chances["K"] > chances["7"] > 0.1
