import numpy as np
import pytest

from vision.cards.index_finder import IndexCandidate
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting, agreement, combined_chances, face_each_other


def _sight(card: str, rank_at=(10.0, 10.0), suit_at=(10.0, 20.0), sure=0.95) -> IndexSighting:
    rank = np.full(len(RANKS), (1 - sure) / (len(RANKS) - 1))
    suit = np.full(len(SUITS), (1 - sure) / (len(SUITS) - 1))
    rank[RANKS.index(card[:-1])] = suit[SUITS.index(card[-1])] = sure
    return IndexSighting(IndexCandidate(rank_at, suit_at), 0.99, rank, suit)


def _opposite(card: str, right: float, down: float, sure=0.95) -> IndexSighting:
    """The index turned by a half, its middle `right` and `down` px of that of `_sight`."""
    return _sight(card, (10.0 + right, 20.0 + down), (10.0 + right, 10.0 + down), sure)


def test_the_two_indexes_of_a_card_face_each_other():
    assert face_each_other(_sight("QH"), _opposite("QH", 60, 70))


@pytest.mark.parametrize(("right", "down"), [(-60, 70), (60, -70), (60, 20), (20, 70), (200, 240)])
def test_an_index_elsewhere_is_of_another_card(right, down):
    assert not face_each_other(_sight("QH"), _opposite("QH", right, down))


def test_two_upright_indexes_are_two_cards():
    assert not face_each_other(_sight("QH"), _sight("QH", (70.0, 80.0), (70.0, 90.0)))


def test_two_indexes_that_agree_make_a_card_surer():
    rank, suit = combined_chances((_sight("QH", sure=0.8), _sight("QH", sure=0.8)))
    assert rank[RANKS.index("Q")] > 0.97
    assert suit[SUITS.index("H")] > 0.9


def test_two_indexes_that_differ_leave_a_doubt():
    rank, _ = combined_chances((_sight("QH"), _sight("KH")))
    assert rank.max() < 0.51


def test_indexes_of_different_suits_do_not_agree():
    assert agreement(_sight("QH"), _sight("QD")) < 0.1 < agreement(_sight("QH"), _sight("QH"))


def test_below_right_follows_index_rotation():
    turned = _sight("2C", (20.0, 10.0), (10.0, 10.0))
    right, down = turned.from_here((5.0, 20.0))
    assert (right, down) == pytest.approx((1.0, 1.0))


def test_an_index_moved_is_the_same_elsewhere():
    moved = _sight("QH").moved(5, -3)
    assert moved.middle == tuple(np.add(_sight("QH").middle, (5, -3)))
    assert moved.pair.unit == _sight("QH").pair.unit
