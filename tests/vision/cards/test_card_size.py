import numpy as np
import pytest

from vision.cards.card_outline import CardOutline
from vision.cards.card_size import CardSize, find_size
from vision.cards.index_field import IndexField
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_sighting import IndexSighting
from vision.tray import MARKER_MM

DIE = (300.0, 200.0, 60.0, 60.0)


def _field(*faces: tuple[int, int, int, int]) -> IndexField:
    """Cells of 10 px; faces as left, top, right, low in cells."""
    face = np.zeros((48, 64), np.float32)
    for left, top, right, low in faces:
        face[top:low, left:right] = 0.95
    return IndexField(face, np.zeros_like(face), (10.0, 10.0))


def _lone(x: float, y: float, unit: float = 20) -> CardGroup:
    pair = IndexCandidate((x, y - unit / 2), (x, y + unit / 2))
    return CardGroup((IndexSighting(pair, 0.99, np.full(13, 1 / 13), np.full(4, 0.25)),), None)


def _square(px: float) -> np.ndarray:
    return np.array([(0, 0), (px, 0), (px, px), (0, px)], np.float32)


@pytest.mark.parametrize(
    ("x", "face", "dice", "is_card"),
    [
        (330, (30, 20, 36, 26), (DIE,), False),
        (330, (28, 18, 46, 40), (DIE,), True),
        (330, (30, 20, 42, 26), (DIE, (360.0, 200.0, 60.0, 60.0)), False),
        (450, (44, 20, 50, 26), (DIE,), True),
        (330, (30, 20, 36, 26), (), True),
        (330, (30, 20, 50, 38), ((300.0, 200.0, 200.0, 180.0),), True),
    ],
    ids=["on a die", "on a larger face", "on one of two dice", "beside a die", "no dice", "on a card found as one"],
)
def test_print_on_a_die_is_no_card(x, face, dice, is_card):
    assert CardSize(dice=dice).is_card(_lone(x, 230), _field(face), 0.1) is is_card


@pytest.mark.parametrize(("millimetres", "fits"), [(16, False), (68, True), (88, True), (120, True), (210, False)])
def test_a_card_is_as_large_as_the_tray_allows(millimetres, fits):
    size = find_size({0: _square(3 * MARKER_MM)}, ())
    height = 3.0 * millimetres
    corners = np.array([(0, 0), (height / 1.4, 0), (height / 1.4, height), (0, height)], np.float32)
    assert size.fits(corners) is fits
    assert size.is_card(CardGroup((), CardOutline(corners, 1.0)), _field(), 0.1) is fits


def test_an_index_is_in_proportion_to_a_card():
    size = find_size({0: _square(3 * MARKER_MM)}, ())
    assert [size.is_card(_lone(330, 230, 3.0 * mm), _field(), 0.1) for mm in (1, 5, 20, 60)] == [
        False,
        True,
        True,
        False,
    ]


def test_any_size_fits_where_no_tray_is_known():
    size = find_size(None, [DIE])
    assert size.fits(_square(3)) and size.fits(_square(3000))
