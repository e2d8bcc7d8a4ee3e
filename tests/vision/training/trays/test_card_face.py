import cv2
import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE
from vision.training.trays.canvas import Canvas
from vision.training.trays.card_face import HEIGHT, PIPS, WIDTH, draw_suit, paint_card
from vision.training.trays.values import SUITS


def test_a_card_has_as_many_pips_as_it_counts() -> None:
    assert {count: len(set(places)) for count, places in PIPS.items()} == {count: count for count in range(1, 11)}


@pytest.mark.parametrize("suit", SUITS)
def test_suit_mark_is_symmetric(suit: str) -> None:
    ink = draw_suit(Canvas(100), suit, 0.8, (0, 0)).ink
    assert cv2.connectedComponents(ink)[0] == 2
    assert (ink != ink[:, ::-1]).mean() < 0.02


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("card", [("A", "S"), ("6", "H"), ("10", "C")], ids="".join)
def test_a_number_card_looks_nearly_the_same_upside_down(card: tuple[str, str]) -> None:
    image = paint_card(STYLE, *card)
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert (np.abs(image - image[::-1, ::-1]).max(-1) > 0.1).mean() < 0.2
    assert image.min() < 0.1


@pytest.mark.usefixtures("fonts")
def test_hearts_are_red_and_clubs_are_black() -> None:
    red, black = (paint_card(STYLE, "5", suit) for suit in "HC")
    assert (red[..., 0] - red[..., 1]).max() > 0.5
    assert (black[..., 0] - black[..., 1]).max() < 0.1


@pytest.mark.usefixtures("fonts")
def test_a_court_card_has_the_ornament_of_its_rank() -> None:
    king, queen = (paint_card(STYLE, rank, "D") for rank in "KQ")
    ornament, other = (card[HEIGHT * 2 // 3, WIDTH * 2 // 7] for card in (king, queen))
    assert np.abs(ornament - STYLE.card.paper).max() > 0.05
    assert np.abs(ornament - other).max() > 0.05
