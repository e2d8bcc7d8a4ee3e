import numpy as np

from vision.cards.field import Field
from vision.cards.group import Laid
from vision.cards.index import Pair
from vision.cards.net import RANKS, SUITS
from vision.cards.outline import Outline
from vision.cards.sight import Sight
from vision.cards.unread import unread


def _field(*faces: tuple[int, int, int, int]) -> Field:
    """A picture of 640 x 480 in cells of 10 px; faces as left, top, right, low in cells."""
    face = np.zeros((48, 64), np.float32)
    for left, top, right, low in faces:
        face[top:low, left:right] = 0.95
    return Field(face, np.zeros_like(face), (10.0, 10.0))


def _framed(left: float, top: float, right: float, low: float) -> Laid:
    corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)
    return Laid((), Outline(corners, 1.0))


def _lone(x: float, y: float, unit: float) -> Laid:
    pair = Pair((x, y), (x, y + unit))
    return Laid((Sight(pair, 0.99, np.full(len(RANKS), 1 / 13), np.full(len(SUITS), 0.25)),), None)


def test_a_face_that_no_card_explains_is_mentioned_where_it_shows():
    assert list(unread(_field((10, 10, 22, 26)), (), 0.85)) == [(100.0, 100.0, 120.0, 160.0)]


def test_a_face_under_a_card_is_explained():
    assert list(unread(_field((10, 10, 22, 26)), (_framed(100, 100, 220, 260),), 0.85)) == []


def test_a_second_card_that_touches_a_known_one_is_mentioned():
    ((x, _, w, _),) = unread(_field((10, 10, 34, 26)), (_framed(100, 100, 220, 260),), 0.85)
    assert x >= 220
    assert w >= 90


def test_the_face_around_a_lone_index_is_its_own_card():
    assert list(unread(_field((10, 10, 22, 26)), (_lone(110, 115, 16),), 0.85)) == []


def test_a_patch_as_small_as_a_die_is_no_card():
    assert list(unread(_field((10, 10, 17, 17)), (), 0.85)) == []


def test_a_face_that_is_not_sure_is_no_card():
    assert list(unread(_field((10, 10, 22, 26)), (), 0.96)) == []
