import cv2
import numpy as np
import pytest

from vision.cards.card_outline import foreign_share
from vision.cards.index_field import IndexField

FELT, TABLE = (40, 90, 30), (150, 160, 190)


def _card(x: float, y: float) -> np.ndarray:
    return np.array([(x, y), (x + 126, y), (x + 126, y + 176), (x, y + 176)], np.float32)


def _tray() -> np.ndarray:
    """Felt, and table from x = 500 on."""
    image = np.full((480, 640, 3), FELT, np.uint8)
    image[:, 500:] = TABLE
    return image


def _field(*shown: np.ndarray) -> IndexField:
    face = np.zeros((48, 64), np.float32)
    for card in shown:
        cv2.fillConvexPoly(face, (card / 10).astype(np.int32), 0.95)
    return IndexField(face, np.zeros_like(face), (10.0, 10.0))


def _laid(image: np.ndarray, card: np.ndarray) -> np.ndarray:
    cv2.fillConvexPoly(image, card.astype(np.int32), (235, 240, 240))
    return image


def test_a_card_on_the_felt_has_one_ground():
    card = _card(100, 100)
    assert foreign_share(_laid(_tray(), card), card, (), _field()) == 0


def test_a_card_across_the_edge_has_two():
    card = _card(440, 100)
    assert 0.3 < foreign_share(_laid(_tray(), card), card, (), _field()) < 0.6


def test_a_card_that_touches_another_has_one_ground():
    card, other = _card(100, 100), _card(228, 100)
    image = _laid(_laid(_tray(), card), other)
    assert foreign_share(image, card, (other,), _field()) == 0


def test_background_ignores_undetected_cards():
    card, other = _card(100, 100), _card(228, 100)
    image = _laid(_laid(_tray(), card), other)
    assert foreign_share(image, card, (), _field(other)) < 0.1


@pytest.mark.parametrize("at", [(-100, 100), (600, 420)])
def test_background_ends_at_the_picture_edge(at):
    card = _card(*at)
    image = np.full((480, 640, 3), FELT, np.uint8)
    assert foreign_share(_laid(image, card), card, (), _field()) == 0
