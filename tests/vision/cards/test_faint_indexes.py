import numpy as np

from vision.cards.card_outline import CardOutline
from vision.cards.index_field import IndexField
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting
from vision.cards.unread_cards import faint_sightings

FIELD = IndexField(np.full((48, 64), 0.9, np.float32), np.zeros((48, 64), np.float32), (10.0, 10.0))


def _sight(card: str, x: float, y: float, unit: float = 16, index: float = 0.12, sure: float = 0.97) -> IndexSighting:
    rank, suit = np.full(len(RANKS), (1 - sure) / 12), np.full(len(SUITS), (1 - sure) / 3)
    rank[RANKS.index(card[:-1])] = suit[SUITS.index(card[-1])] = sure
    return IndexSighting(IndexCandidate((x, y - unit / 2), (x, y + unit / 2)), index, rank, suit)


def _turned(sight: IndexSighting) -> IndexSighting:
    """The same index standing on its head."""
    return IndexSighting(IndexCandidate(sight.pair.suit_at, sight.pair.rank_at), sight.index, sight.rank, sight.suit)


KING = CardGroup((_sight("KH", 100, 100, index=0.99),), None)


def test_faint_index_next_to_a_read_card_is_a_card():
    found = _sight("10C", 300, 100)
    assert list(faint_sightings([found], [KING], FIELD)) == [found]


def test_faint_index_needs_a_read_card():
    assert list(faint_sightings([_sight("10C", 300, 100)], [], FIELD)) == []


def test_faint_index_needs_the_deck_size():
    assert (
        list(faint_sightings([_sight("10C", 300, 100, unit=30), _sight("10C", 300, 300, unit=8)], [KING], FIELD)) == []
    )


def test_faint_index_needs_a_clear_rank_or_suit():
    assert list(faint_sightings([_sight("10C", 300, 100, sure=0.6)], [KING], FIELD)) == []


def test_faint_index_needs_a_card_face():
    bare = IndexField(np.full((48, 64), 0.2, np.float32), FIELD.index, FIELD.px)
    assert list(faint_sightings([_sight("10C", 300, 100)], [KING], bare)) == []


def test_faint_index_inside_an_outline_is_ignored():
    corners = np.array([(80, 70), (180, 70), (180, 210), (80, 210)], np.float32)
    framed = CardGroup(KING.parts, CardOutline(corners, 1.0))
    assert list(faint_sightings([_sight("10C", 150, 150)], [framed], FIELD)) == []


def test_faint_second_index_belongs_to_the_read_card():
    assert list(faint_sightings([_turned(_sight("KH", 190, 220))], [KING], FIELD)) == []


def test_faint_index_found_twice_counts_once():
    assert len(list(faint_sightings([_sight("10C", 300, 100), _sight("10C", 304, 104)], [KING], FIELD))) == 1
