import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.schema import UNKNOWN
from tests.examples import some
from vision.cards.card_reader import read_cards
from vision.cards.card_verdict import calibrated, is_plausible, usual_unit
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_groups import CardGroup
from vision.cards.index_net import RANKS, SUITS
from vision.cards.index_sighting import IndexSighting
from vision.kit import load_kit

pytestmark = pytest.mark.slow

PICTURES = Path(__file__).parents[2] / "pictures"


def _picture(name: str) -> np.ndarray:
    image = cv2.imread(str(PICTURES / name))
    assert image is not None
    return image


@pytest.mark.parametrize("name", ["cards_AD_AH_4D.jpg", "cards_KH_AC.jpg"])
def test_card_reader_matches_labelled_trays(name):
    truth = name.removeprefix("cards_").removesuffix(".jpg").split("_")
    assert sorted(seen.value or "?" for seen in read_cards(_picture(name))) == sorted(truth)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_cards_are_read_whichever_way_the_camera_hangs(turns):
    image = np.ascontiguousarray(np.rot90(_picture("cards_KH_AC.jpg"), turns))
    assert sorted(seen.value or "?" for seen in read_cards(image)) == ["AC", "KH"]


def test_card_leaning_on_the_rim_is_unknown():
    (seen,) = read_cards(_picture("cards_5H_across_the_rim.jpg"))
    assert (seen.kind, seen.value, seen.partial) == (UNKNOWN, None, True)
    tray = ((900.0, 300.0), (1000.0, 300.0), (1000.0, 400.0), (900.0, 400.0))
    assert read_cards(_picture("cards_5H_across_the_rim.jpg"), tray=tray) == ()


def test_card_over_the_edge_is_partial():
    image = _picture("cards_KH_AC.jpg")
    box = next(seen.box for seen in read_cards(image) if seen.value == "KH")
    assert box is not None
    x, _, w, h = box
    edge = x + 0.055 * max(w, h)
    tray = ((edge, -500.0), (3000.0, -500.0), (3000.0, 3000.0), (edge, 3000.0))
    seen = next(one for one in read_cards(image, tray=tray) if one.alternatives and one.alternatives[0][0] == "KH")
    assert (seen.value, seen.partial) == (None, True)


def test_only_cards_that_can_be_meant_are_read():
    seen = read_cards(_picture("cards_KH_AC.jpg"), allowed=frozenset({"AC", "2S"}))
    assert {one.value for one in seen} <= {"AC", "2S", None}
    assert all(card in {"AC", "2S"} for one in seen for card, _ in one.alternatives)


def test_uncertain_suit_offers_both_cards():
    strict = {**load_kit("cards").thresholds, "suit_sure": 1.1}
    for seen in read_cards(_picture("cards_KH_AC.jpg"), thresholds=strict):
        assert seen.value is None
        assert len(seen.alternatives) >= 2
        assert len({card[:-1] for card, _ in seen.alternatives}) == 1


def test_card_boxes_use_full_resolution_pixels():
    small = _picture("cards_KH_AC.jpg")
    large = cv2.resize(small, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC)
    boxes = [sorted(one.box for one in read_cards(image) if one.box) for image in (small, large)]
    assert len(boxes[1]) == 2
    for own, enlarged in zip(*boxes, strict=True):
        assert np.allclose(np.array(own) * 2.5, enlarged, atol=15)


@pytest.mark.parametrize("size", [(720, 1280), (31, 47), (1, 1)])
def test_an_empty_picture_of_any_size_has_no_cards(size):
    assert read_cards(np.full((*size, 3), 90, np.uint8)) == ()


@pytest.mark.slow
def test_rendered_trays_are_read_and_never_silently_wrong(shared):
    labels = shared / "vision" / "rendered" / "cards" / "labels.json"
    right = wrong = cards = 0
    for entry in some(json.loads(labels.read_text(encoding="utf-8")), 2):
        image = cv2.imread(str(labels.parent / entry["file"]))
        assert image is not None
        truth = [thing["value"] for thing in entry["objects"] if thing["kind"] == "card" and thing["value"]]
        claimed = [seen.value for seen in read_cards(image) if seen.value]
        cards += len(truth)
        right += sum(value in truth for value in claimed)
        wrong += sum(value not in truth for value in claimed)
    assert wrong == 0
    assert right >= 0.85 * cards


def test_confidence_grows_with_the_chance_and_never_says_certain():
    told = [calibrated(chance, load_kit("cards").thresholds) for chance in (0.0, 0.2, 0.5, 0.9, 1.0)]
    assert told == sorted(told)
    assert told[0] < 0.1
    assert told[-1] == 0.997


def _lone(x: float, y: float, unit: float, sureness: float) -> CardGroup:
    rank, suit = np.zeros(len(RANKS)), np.zeros(len(SUITS))
    rank[0] = suit[0] = 1
    return CardGroup((IndexSighting(IndexCandidate((x, y - unit / 2), (x, y + unit / 2)), sureness, rank, suit),), None)


def _whole(x: float, y: float, unit: float) -> CardGroup:
    """A card of 6 x 9 units between its indexes, upright, the first at (x, y)."""
    first, second = _lone(x, y, unit, 0.99).parts[0], _lone(x + 6 * unit, y + 9 * unit, -unit, 0.99).parts[0]
    return CardGroup((first, second), None)


@pytest.mark.parametrize(
    ("unit", "sureness", "other", "plausible"),
    [
        (16, 0.5, None, True),
        (16, 0.1, None, False),
        (20, 0.5, _whole(100, 100, 16), True),
        (27, 0.5, _whole(100, 100, 16), False),
        (20, 0.5, _lone(100, 100, 16, 0.95), True),
        (6, 0.5, _lone(100, 100, 16, 0.95), False),
        (16, 0.5, _lone(100, 100, 6, 0.7), True),
        (16, 0.5, _whole(450, 430, 16), False),
        (16, 0.95, _whole(450, 430, 16), True),
    ],
    ids=["alone", "faint", "near in size", "larger", "by a sure one", "smaller", "by an unsure one", "a pip", "sure"],
)
def test_lone_index_needs_sureness_size_and_room(unit, sureness, other, plausible):
    card = _lone(500, 500, unit, sureness)
    cards = (card, other) if other else (card,)
    assert is_plausible(card, cards, usual_unit(cards), load_kit("cards").thresholds) is plausible
