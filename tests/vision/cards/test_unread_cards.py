from pathlib import Path

import numpy as np
import pytest

from vision.cards.card_outline import CardOutline
from vision.cards.index_field import IndexField, find_index_field
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting
from vision.cards.unread_cards import faint_sightings, is_on_sheet, unread_in_tray, unread_on_table


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


def test_a_second_card_that_touches_a_known_one_is_mentioned():
    ((x, _, w, _),) = unread_in_tray(_field((10, 10, 34, 26)), (_framed(100, 100, 220, 260),), {"unread": 0.85})
    assert x >= 220
    assert w >= 90


LIMITS = {"patch": 0.4, "unread_beside": 0.69, "unread_alone": 0.8}
KNOWN = _framed(400, 100, 520, 260)


FIELD = IndexField(np.full((48, 64), 0.9, np.float32), np.zeros((48, 64), np.float32), (10.0, 10.0))


def _sight(card: str, x: float, y: float, unit: float = 16, index: float = 0.12, sure: float = 0.97) -> IndexSighting:
    rank, suit = np.full(len(RANKS), (1 - sure) / 12), np.full(len(SUITS), (1 - sure) / 3)
    rank[RANKS.index(card[:-1])] = suit[SUITS.index(card[-1])] = sure
    return IndexSighting(IndexCandidate((x, y - unit / 2), (x, y + unit / 2)), index, rank, suit)


def _turned(sight: IndexSighting) -> IndexSighting:
    """The same index standing on its head."""
    return IndexSighting(IndexCandidate(sight.pair.suit_at, sight.pair.rank_at), sight.index, sight.rank, sight.suit)


KING = CardGroup((_sight("KH", 100, 100, index=0.99),), None)


def test_faint_index_next_to_a_read_card_counts_once():
    found = _sight("10C", 300, 100)
    assert list(faint_sightings([found], [KING], FIELD)) == [found]
    assert len(list(faint_sightings([_sight("10C", 300, 100), _sight("10C", 304, 104)], [KING], FIELD))) == 1


PICTURES = Path(__file__).parents[2] / "pictures"


def _small_field() -> IndexField:
    face = np.zeros((10, 20), np.float32)
    face[3:7, 8:13] = 0.9
    return IndexField(face, np.zeros_like(face), (5.0, 5.0))


def test_windows_that_overlap_are_one():
    face = np.zeros((40, 60), np.float32)
    face[5:10, 5:10] = face[5:10, 14:19] = face[30:36, 50:56] = 0.9
    assert len(IndexField(face, np.zeros_like(face), (5.0, 5.0)).windows(0.5, 0.8)) == 2


def test_index_field_face_share_and_points():
    around = np.array([(40, 20), (80, 20), (80, 30), (40, 30)], np.float32)
    assert 0.4 < _small_field().face_share(around) < 0.7
    assert _small_field().face_share(around - (35, 15)) < 0.1
    assert np.allclose(_small_field().face_at(np.array([(50.0, 25.0), (-9.0, 900.0)])), (0.9, 0))
    told = _small_field().with_faces([np.array([(0, 0), (20, 0), (20, 20), (0, 20)], np.float32)], 0.5)
    assert np.allclose(told.face_at(np.array([(8.0, 8.0), (50.0, 25.0), (90.0, 8.0)])), (0.5, 0.9, 0))


@pytest.mark.parametrize("size", [(720, 1280), (31, 47), (1, 1)])
def test_an_empty_table_shows_no_face(size):
    assert find_index_field(np.full((*size, 3), 90, np.uint8)).windows(0.15, 0.4) == ()


PATCH, KNOWN_PATCH, BOX = (10, 10, 22, 26), (40, 10, 52, 26), (100.0, 100.0, 120.0, 160.0)


@pytest.mark.parametrize(
    ("patch", "cards", "sure", "boxes"),
    [
        (PATCH, (), 0.85, [BOX]),
        (PATCH, (_framed(100, 100, 220, 260),), 0.85, []),
        (PATCH, (_lone(110, 115, 16),), 0.85, []),
        ((10, 10, 17, 17), (), 0.85, []),
        (PATCH, (), 0.96, []),
    ],
    ids=["unexplained", "a read card", "a lone index", "a die", "unsure"],
)
def test_unread_face_in_a_tray_is_reported(patch, cards, sure, boxes):
    assert list(unread_in_tray(_field(patch), cards, {"unread": sure})) == boxes


@pytest.mark.parametrize(
    ("patches", "card", "boxes"),
    [
        ((PATCH, KNOWN_PATCH), KNOWN, [BOX]),
        (((2, 10, 28, 46), KNOWN_PATCH), KNOWN, []),
        (((10, 10, 18, 18), KNOWN_PATCH), KNOWN, []),
        (((5, 30, 35, 37), KNOWN_PATCH), KNOWN, []),
        (((5, 10, 25, 16), (5, 10, 10, 30)), KNOWN, []),
        (((38, 8, 54, 28),), KNOWN, []),
        ((PATCH,), _lone(112, 118, 13), []),
        ((PATCH,), _lone(260, 300, 16), [BOX]),
        (((0, 0, 64, 48),), None, []),
    ],
    ids=[
        *("as large", "larger", "smaller", "a strip", "a corner of a sheet", "a sliver", "below an index"),
        *("above an index", "the whole picture"),
    ],
)
def test_unread_face_on_a_table_is_reported(patches, card, boxes):
    assert list(unread_on_table(_field(*patches), (card,) if card else (), LIMITS)) == boxes


BARE = IndexField(np.full((48, 64), 0.2, np.float32), FIELD.index, FIELD.px)
FRAMED_KING = CardGroup(KING.parts, _framed(80, 70, 180, 210).frame)


@pytest.mark.parametrize(
    ("sighting", "cards", "field"),
    [
        (_sight("10C", 300, 100), [], FIELD),
        (_sight("10C", 300, 100, unit=30), [KING], FIELD),
        (_sight("10C", 300, 300, unit=8), [KING], FIELD),
        (_sight("10C", 300, 100, sure=0.6), [KING], FIELD),
        (_sight("10C", 300, 100), [KING], BARE),
        (_sight("10C", 150, 150), [FRAMED_KING], FIELD),
        (_turned(_sight("KH", 190, 220)), [KING], FIELD),
    ],
    ids=["no card", "larger", "smaller", "no clear rank", "no face", "inside an outline", "the other index"],
)
def test_faint_index_away_from_its_conditions_is_ignored(sighting, cards, field):
    assert list(faint_sightings([sighting], cards, field)) == []


@pytest.mark.parametrize(
    ("sheet", "cards", "is_sheet"),
    [
        ((80, 80, 300, 380), (KNOWN,), True),
        ((90, 90, 230, 270), (KNOWN,), False),
        ((80, 80, 300, 380), (), False),
        ((80, 80, 620, 380), (FRAMED_KING, KNOWN), False),
    ],
    ids=["larger", "as large as a card", "no card to compare", "an outline of several cards"],
)
def test_a_sheet_larger_than_the_cards_is_no_card(sheet, cards, is_sheet):
    outline = _framed(*sheet).frame
    assert outline is not None
    assert is_on_sheet(BOX, [outline], cards) is is_sheet


def test_an_index_of_a_four_cornered_deck_explains_either_side():
    four = CardGroup(KING.parts * 3, _framed(400, 300, 520, 460).frame)
    assert list(unread_on_table(_field(PATCH), (_lone(212, 118, 13), four), LIMITS)) == []
    assert list(unread_on_table(_field(PATCH), (_lone(212, 118, 13), _framed(400, 300, 520, 460)), LIMITS)) != []
