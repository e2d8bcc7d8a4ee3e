import numpy as np
import pytest

from vision.cards.card_size import CardSize
from vision.cards.card_table import CardTable, find_table
from vision.cards.index_field import IndexField
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_sighting import IndexSighting

TRAY = np.array([[(100, 50)], [(540, 50)], [(540, 430)], [(100, 430)]], np.float32)
FELT = np.full((480, 640, 3), (40, 90, 30), np.uint8)


def _table(left: int, right: int) -> CardTable:
    """A tray in which a face is seen between two px."""
    face = np.zeros((48, 64), np.float32)
    face[5:43, left // 10 : right // 10] = 0.95
    field = IndexField(face, np.zeros_like(face), (10.0, 10.0))
    return CardTable(TRAY, True, field, field, CardSize())


def _lone(x: float, unit: float = 20) -> CardGroup:
    """A card of which only an upright index at (x, 200) is seen."""
    pair = IndexCandidate((x, 200 - unit / 2), (x, 200 + unit / 2))
    return CardGroup((IndexSighting(pair, 0.99, np.full(13, 1 / 13), np.full(4, 0.25)),), None)


@pytest.mark.parametrize(("count", "is_tray"), [(1, False), (2, True)])
def test_one_marker_makes_no_tray(count, is_tray):
    corner = np.array([(0, 0), (20, 0), (20, 20), (0, 20)], np.float32)
    assert find_table(FELT, None, {place: corner + 300 * place for place in range(count)}).is_tray is is_tray


@pytest.mark.parametrize(
    ("x", "face", "over"),
    [(300, (280, 400), False), (510, (500, 640), True), (510, (430, 530), False), (120, (0, 140), True)],
    ids=["inside", "over the right edge", "with an upper right index", "over the left edge"],
)
def test_a_lone_index_implies_whether_its_card_is_over(x, face, over):
    card = _lone(x)
    assert (_table(*face).place(FELT, card, (card,), 1.0).over > 0.06) is over


def test_a_lone_index_implies_a_card_as_large_as_others():
    card, pair = _lone(440), _lone(200).parts[0].pair
    opposite = IndexCandidate((350, 410), (350, 390))
    whole = CardGroup(tuple(IndexSighting(at, 0.99, np.ones(13), np.ones(4)) for at in (pair, opposite)), None)
    table = _table(430, 640)
    assert table.place(FELT, card, (card,), 1.0).over == 0
    assert table.place(FELT, card, (card, whole), 1.0).over > 0.2
