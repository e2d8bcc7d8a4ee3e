import numpy as np
import pytest

from vision.cards.index_corners import indexes_by_card
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup, with_faint_partners
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting

WIDE, HIGH = 126, 176
"""Px of a card."""


def _index(value: str, corner: str, x: float, y: float, sure: float = 0.97, index: float = 0.99) -> IndexSighting:
    """An index of the upright card whose upper left corner is at (x, y)."""
    left = x + (12 if "left" in corner else WIDE - 12)
    rank, suit = (y + 18, y + 36) if "upper" in corner else (y + HIGH - 18, y + HIGH - 36)
    ranks = np.full(len(RANKS), (1 - sure) / (len(RANKS) - 1))
    suits = np.full(len(SUITS), (1 - sure) / (len(SUITS) - 1))
    ranks[RANKS.index(value[:-1])] = suits[SUITS.index(value[-1])] = sure
    return IndexSighting(IndexCandidate((left, rank), (left, suit)), index, ranks, suits)


FOUR = ("upper left", "upper right", "lower left", "lower right")


def _turned(sight: IndexSighting, radians: float) -> IndexSighting:
    c, s = np.cos(radians), np.sin(radians)
    rank, suit = ((c * x - s * y, s * x + c * y) for x, y in (sight.pair.rank_at, sight.pair.suit_at))
    return IndexSighting(IndexCandidate(rank, suit), sight.index, sight.rank, sight.suit)


@pytest.mark.parametrize("radians", [0, 0.7, 2.5])
@pytest.mark.parametrize("seen", [FOUR, FOUR[:3], FOUR[1:3], FOUR[:2], FOUR[::2]], ids=lambda seen: "-".join(seen))
def test_indexes_in_any_corners_are_one_card(seen, radians):
    parts = [_turned(_index("QH", corner, 50, 60), radians) for corner in seen]
    ((*found,),) = indexes_by_card(parts)
    assert len(found) == len(seen)


def test_facing_indexes_are_one_card_unless_they_differ():
    a, b, other = _index("QH", FOUR[0], 50, 60), _index("QH", FOUR[3], 50, 60), _index("2C", FOUR[0], 400, 100)
    assert sorted(len(parts) for parts in indexes_by_card([a, b, other])) == [1, 2]
    assert len(indexes_by_card([_index("QH", FOUR[0], 50, 60, 0.99), _index("7C", FOUR[3], 50, 60, 0.99)])) == 2


def test_an_unsure_index_joins_only_what_is_alone():
    strip = [_index("9C", corner, 50, 60) for corner in FOUR[::2]]
    neighbour = _index("JS", FOUR[3], 50, 60, sure=0.7)
    assert sorted(len(parts) for parts in indexes_by_card([*strip, neighbour])) == [1, 2]
    assert len(indexes_by_card([strip[0], neighbour])) == 1


@pytest.mark.parametrize("corners", [FOUR, FOUR[::3]], ids=["four indexes", "two indexes"])
@pytest.mark.parametrize("away", [(WIDE + 4, 0), (0, HIGH + 4), (60, 70)])
def test_equal_cards_of_two_decks_are_two(corners, away):
    parts = [_index("2C", corner, x, y) for x, y in ((50, 60), (50 + away[0], 60 + away[1])) for corner in corners]
    assert [len(found) for found in indexes_by_card(parts)] == [len(corners)] * 2


def test_the_same_card_elsewhere_is_another_deck():
    parts = [_index("2C", FOUR[0], 50, 60), _index("2C", FOUR[0], 110, 230)]
    assert len(indexes_by_card(parts)) == 2


@pytest.mark.parametrize("seen", [FOUR, FOUR[1:3], FOUR[:2]], ids=lambda seen: "-".join(seen))
def test_corners_of_a_card_follow_from_its_indexes(seen):
    corners = CardGroup(tuple(_index("QH", corner, 50, 60) for corner in seen), None).corners
    assert corners is not None
    assert np.allclose(corners.min(axis=0), (50, 60), atol=16)
    assert np.allclose(corners.max(axis=0), (50 + WIDE, 60 + HIGH), atol=16)


def test_indexes_at_a_long_side_leave_the_other_side_open():
    assert CardGroup(tuple(_index("QH", corner, 50, 60) for corner in FOUR[::2]), None).corners is None


def test_a_faint_index_at_another_corner_is_a_witness():
    card = CardGroup((_index("10C", FOUR[0], 50, 60, index=0.4),), None)
    (joined,) = with_faint_partners([card], [_index("10C", FOUR[3], 50, 60, index=0.12)])
    assert len(joined.parts) == 2
    (alone,) = with_faint_partners([card], [_index("9C", FOUR[3], 50, 60, index=0.12)])
    assert len(alone.parts) == 1
