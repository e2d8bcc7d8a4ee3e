import cv2
import numpy as np
import pytest

from vision.cards.card_outline import CardOutline
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup, corner_sightings, group_cards
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting, combined_chances

LEAST = 0.5


def _sight(card: str, rank_at: tuple[float, float], suit_at: tuple[float, float], sure: float = 0.97) -> IndexSighting:
    rank = np.full(len(RANKS), (1 - sure) / (len(RANKS) - 1))
    suit = np.full(len(SUITS), (1 - sure) / (len(SUITS) - 1))
    rank[RANKS.index(card[:-1])] = suit[SUITS.index(card[-1])] = sure
    return IndexSighting(IndexCandidate(rank_at, suit_at), 0.99, rank, suit)


def _frame(x: float, y: float) -> CardOutline:
    """An upright card of 126 x 176 px at (x, y)."""
    return CardOutline(np.array([(x, y), (x + 126, y), (x + 126, y + 176), (x, y + 176)], np.float32), 1.0)


def _upper(card: str, x: float, y: float, sure: float = 0.97) -> IndexSighting:
    """The upper left index of the card at (x, y)."""
    return _sight(card, (x + 12, y + 18), (x + 12, y + 36), sure)


def _lower(card: str, x: float, y: float, sure: float = 0.97) -> IndexSighting:
    return _sight(card, (x + 114, y + 158), (x + 114, y + 140), sure)


def _table() -> np.ndarray:
    return np.full((480, 640, 3), (40, 90, 30), np.uint8)


def test_two_corner_indexes_form_one_card():
    (card,) = group_cards(_table(), [_upper("QH", 50, 60), _lower("QH", 50, 60)], [_frame(50, 60)], LEAST)
    assert len(card.parts) == 2
    assert card.box == (50, 60, 126, 176)


def test_outline_around_others_is_no_card():
    cards = group_cards(_table(), [_upper("QD", 50, 60), _lower("JD", 50, 60)], [_frame(50, 60)], LEAST)
    assert [card.frame for card in cards] == [None, None]
    (card,) = group_cards(_table(), [_sight("AD", (110, 130), (110, 155), 0.99)], [_frame(50, 60)], LEAST)
    assert card.frame is None


def test_a_white_die_is_no_card_face_down():
    image = _table()
    cv2.rectangle(image, (300, 200), (342, 255), (235, 235, 235), -1)
    cv2.circle(image, (321, 228), 9, (10, 10, 10), -1)
    die = CardOutline(np.array([(300, 200), (342, 200), (342, 255), (300, 255)], np.float32), 1.0)
    assert group_cards(image, [], [die], LEAST) == ()


def test_card_without_an_index_stays_unread():
    image = _table()
    cv2.rectangle(image, (50, 60), (176, 236), (235, 235, 235), -1)
    cv2.rectangle(image, (76, 90), (150, 206), (150, 60, 60), -1)
    (card,) = group_cards(image, [], [_frame(50, 60)], LEAST)
    assert card.parts == ()
    assert card.box == (50, 60, 126, 176)


def test_card_box_and_corners_hold_both_indexes():
    card = CardGroup((_upper("QH", 50, 60), _lower("QH", 50, 60)), None)
    x, y, w, h = card.box
    assert x < 62
    assert y < 78
    assert x + w > 164
    assert y + h > 218
    corners = CardGroup((_upper("QH", 50, 60), _lower("QH", 50, 60)), None).corners
    assert corners is not None
    assert np.allclose(corners, _frame(50, 60).corners, atol=14)
    known = CardGroup((_upper("QH", 50, 60), _lower("QH", 50, 60)), None)
    assert known.holds((113, 148))
    assert not known.holds((300, 148))
    assert not CardGroup((_upper("QH", 50, 60),), None).holds((113, 148))


def test_an_outline_much_larger_than_the_other_cards_is_none():
    found = [_upper("QH", 50, 60), _lower("QH", 50, 60), _upper("2C", 300, 60)]
    large = CardOutline(np.array([(290, 40), (610, 40), (610, 450), (290, 450)], np.float32), 1.0)
    cards = group_cards(_table(), found, [_frame(50, 60), large], LEAST)
    assert sorted(card.frame is None for card in cards) == [False, True]


def _index(card: str, rank_at=(10.0, 10.0), suit_at=(10.0, 20.0), sure=0.95) -> IndexSighting:
    rank = np.full(len(RANKS), (1 - sure) / (len(RANKS) - 1))
    suit = np.full(len(SUITS), (1 - sure) / (len(SUITS) - 1))
    rank[RANKS.index(card[:-1])] = suit[SUITS.index(card[-1])] = sure
    return IndexSighting(IndexCandidate(rank_at, suit_at), 0.99, rank, suit)


def test_index_agreement_makes_a_card_surer():
    rank, suit = combined_chances((_index("QH", sure=0.8), _index("QH", sure=0.8)))
    assert rank[RANKS.index("Q")] > 0.97
    assert suit[SUITS.index("H")] > 0.9
    rank, _ = combined_chances((_index("QH"), _index("KH")))
    assert rank.max() < 0.51


@pytest.mark.parametrize(
    ("rank_at", "suit_at"), [((60, 70), (60, 95)), ((12, 36), (12, 18))], ids=["in the middle", "upside down"]
)
def test_print_away_from_a_corner_is_no_index(rank_at, suit_at):
    assert corner_sightings(_frame(0, 0), [_sight("6D", rank_at, suit_at)]) == []


def test_an_outline_cut_by_the_picture_leaves_its_index():
    image = _table()
    part = CardOutline(np.array([(550, 60), (639, 60), (639, 180), (550, 180)], np.float32), 1.0)
    (card,) = group_cards(image, [_upper("AC", 550, 60)], [part], LEAST)
    assert card.frame is None
    assert len(card.parts) == 1
