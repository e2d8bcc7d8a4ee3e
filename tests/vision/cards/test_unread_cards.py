import numpy as np

from vision.cards.card_outline import CardOutline
from vision.cards.index_field import IndexField
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting
from vision.cards.unread_cards import unread_in_tray, unread_on_table


def _field(*faces: tuple[int, int, int, int]) -> IndexField:
    """A picture of 640 x 480 in cells of 10 px; faces as left, top, right, low in cells."""
    face = np.zeros((48, 64), np.float32)
    for left, top, right, low in faces:
        face[top:low, left:right] = 0.95
    return IndexField(face, np.zeros_like(face), (10.0, 10.0))


def _framed(left: float, top: float, right: float, low: float) -> CardGroup:
    corners = np.array([(left, top), (right, top), (right, low), (left, low)], np.float32)
    return CardGroup((), CardOutline(corners, 1.0))


def _lone(x: float, y: float, unit: float) -> CardGroup:
    pair = IndexCandidate((x, y), (x, y + unit))
    return CardGroup((IndexSighting(pair, 0.99, np.full(len(RANKS), 1 / 13), np.full(len(SUITS), 0.25)),), None)


def test_unexplained_face_is_reported():
    assert list(unread_in_tray(_field((10, 10, 22, 26)), (), {"unread": 0.85})) == [(100.0, 100.0, 120.0, 160.0)]


def test_a_face_under_a_card_is_explained():
    assert list(unread_in_tray(_field((10, 10, 22, 26)), (_framed(100, 100, 220, 260),), {"unread": 0.85})) == []


def test_a_second_card_that_touches_a_known_one_is_mentioned():
    ((x, _, w, _),) = unread_in_tray(_field((10, 10, 34, 26)), (_framed(100, 100, 220, 260),), {"unread": 0.85})
    assert x >= 220
    assert w >= 90


def test_the_face_around_a_lone_index_is_its_own_card():
    assert list(unread_in_tray(_field((10, 10, 22, 26)), (_lone(110, 115, 16),), {"unread": 0.85})) == []


def test_a_patch_as_small_as_a_die_is_no_card():
    assert list(unread_in_tray(_field((10, 10, 17, 17)), (), {"unread": 0.85})) == []


def test_a_face_that_is_not_sure_is_no_card():
    assert list(unread_in_tray(_field((10, 10, 22, 26)), (), {"unread": 0.96})) == []


LIMITS = {"patch": 0.4, "unread_beside": 0.69, "unread_alone": 0.8}
KNOWN = _framed(400, 100, 520, 260)


def test_face_as_large_as_a_read_card_is_reported():
    (box,) = unread_on_table(_field((10, 10, 22, 26), (40, 10, 52, 26)), (KNOWN,), LIMITS)
    assert box == (100.0, 100.0, 120.0, 160.0)


def test_face_of_another_size_is_ignored():
    assert list(unread_on_table(_field((2, 10, 28, 46), (40, 10, 52, 26)), (KNOWN,), LIMITS)) == []
    assert list(unread_on_table(_field((10, 10, 18, 18), (40, 10, 52, 26)), (KNOWN,), LIMITS)) == []


def test_long_strip_is_not_a_card():
    assert list(unread_on_table(_field((5, 30, 35, 37), (40, 10, 52, 26)), (KNOWN,), LIMITS)) == []


def test_ragged_patch_is_not_a_card():
    corner_of_a_sheet = _field((5, 10, 25, 16), (5, 10, 10, 30))
    assert list(unread_on_table(corner_of_a_sheet, (KNOWN,), LIMITS)) == []


def test_lone_index_owns_the_face_below_right():
    assert list(unread_on_table(_field((10, 10, 22, 26)), (_lone(112, 118, 13),), LIMITS)) == []


def test_face_above_left_of_a_lone_index_is_another_card():
    (box,) = unread_on_table(_field((10, 10, 22, 26)), (_lone(260, 300, 16),), LIMITS)
    assert box == (100.0, 100.0, 120.0, 160.0)


def test_face_threshold_rises_without_read_cards():
    sure, fair = _field((10, 10, 22, 26)), _field((10, 10, 22, 26))
    fair.face[:] *= 0.75 / 0.95
    assert len(list(unread_on_table(sure, (), LIMITS))) == 1
    assert list(unread_on_table(fair, (), LIMITS)) == []
    fair.face[10:26, 40:52] = 0.75
    assert len(list(unread_on_table(fair, (KNOWN,), LIMITS))) == 1


def test_picture_as_a_card_is_rejected():
    assert list(unread_on_table(_field((0, 0, 64, 48)), (), LIMITS)) == []


def test_sliver_along_a_known_card_is_ignored():
    assert list(unread_on_table(_field((38, 8, 54, 28)), (KNOWN,), LIMITS)) == []
