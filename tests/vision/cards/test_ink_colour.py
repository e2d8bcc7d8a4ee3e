import cv2
import numpy as np
import pytest

from vision.cards.index_finder import IndexCandidate
from vision.cards.index_net import red_chance, redness

PAIR = IndexCandidate((50.0, 40.0), (50.0, 60.0))


def _printed(ink: tuple[int, int, int], paper: tuple[int, int, int] = (240, 240, 240)) -> np.ndarray:
    image = np.full((100, 100, 3), paper, np.uint8)
    for middle in ((50, 40), (50, 60)):
        cv2.circle(image, middle, 7, ink, -1, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("ink", [(30, 30, 200), (60, 50, 150), (90, 90, 230)], ids=["red", "dark", "pale"])
def test_red_ink_is_red(ink):
    assert red_chance(_printed(ink), PAIR) > 0.9


@pytest.mark.parametrize("ink", [(20, 20, 20), (70, 70, 70), (60, 50, 40)], ids=["black", "grey", "bluish"])
def test_black_ink_is_not_red(ink):
    assert red_chance(_printed(ink), PAIR) < 0.1


def test_black_ink_stays_black_under_a_warm_lamp():
    warm = (120, 190, 240)
    assert red_chance(_printed((15, 22, 30), warm), PAIR) < 0.2


def test_red_ink_stays_red_under_a_warm_lamp():
    warm = (120, 190, 240)
    assert red_chance(_printed((15, 25, 190), warm), PAIR) > 0.9


def test_bare_paper_is_neither():
    assert abs(redness(np.full((24, 24, 3), 230, np.uint8))) < 0.01
