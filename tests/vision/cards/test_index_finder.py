import cv2
import numpy as np
import pytest

from vision.cards.index_crop import pyramid
from vision.cards.index_finder import MOST_BLOTS, InkBlots, candidate_pairs, find_blots, find_candidates, with_tens

pytestmark = pytest.mark.slow


def _paper(*discs: tuple[int, int, int]) -> np.ndarray:
    """White paper with dark discs (x, y, radius)."""
    plane = np.full((200, 200), 235, np.uint8)
    for x, y, radius in discs:
        cv2.circle(plane, (x, y), radius, 25, -1, cv2.LINE_AA)
    return plane


def test_finder_locates_ink_and_rings_but_no_faint_marks():
    found = find_blots(_paper((60, 70, 6), (60, 90, 5)))
    assert len(found) == 2
    assert np.allclose(sorted(found.at[:, 1]), (70, 90), atol=0.6)
    plane = _paper((60, 70, 8))
    cv2.circle(plane, (60, 70), 4, 235, -1)
    assert len(find_blots(plane)) == 1
    plane = np.full((100, 100), 235, np.uint8)
    cv2.circle(plane, (50, 50), 6, 225, -1)
    assert len(find_blots(plane)) == 0


def test_finder_ignores_holes_of_a_mesh():
    plane = np.full((200, 200), 30, np.uint8)
    plane[::14] = plane[1::14] = 220
    plane[:, ::14] = plane[:, 1::14] = 220
    assert len(find_blots(plane)) <= 1  # of 196; the rim of the picture takes part of one window away


def test_two_equal_blots_may_be_a_ten():
    both = with_tens(
        InkBlots(
            np.array([(10.0, 10.0), (18.0, 10.0)]),
            np.array([10.0, 10.0]),
            np.array([30.0, 50.0]),
            np.array([90.0, 80.0]),
        )
    )
    assert len(both) == 3
    assert np.allclose(both.at[2], (15.0, 10.0))


def test_a_blot_and_its_neighbour_are_tried_both_ways_round():
    single = find_blots(_paper((60, 70, 7), (60, 90, 6)))
    ways = {(round(p.rank_at[1]), round(p.suit_at[1])) for p in candidate_pairs(single, single)}
    assert ways == {(70, 90), (90, 70)}


def test_large_index_keeps_full_resolution_position():
    plane = np.full((800, 800), 235, np.uint8)
    cv2.circle(plane, (400, 300), 36, 25, -1)
    cv2.circle(plane, (400, 400), 32, 25, -1)
    found = find_candidates(pyramid(plane))
    assert any(
        np.hypot(p.rank_at[0] - 400, p.rank_at[1] - 300) < 3 and np.hypot(p.suit_at[0] - 400, p.suit_at[1] - 400) < 3
        for p in found
    )


def test_thin_stroke_counts_only_inside_a_ten():
    plane = np.full((200, 200), 235, np.uint8)
    plane[58:88, 60:63] = 25
    cv2.ellipse(plane, (70, 73), (4, 14), 0, 0, 360, 25, 2)
    single = find_blots(plane)
    assert len(single) == 2
    assert {round(x) for x in with_tens(single).at[:, 0]} == {70, 67}


def _index_of_a_rank_that_touches_its_suit() -> np.ndarray:
    plane = _paper((60, 70, 7), (60, 88, 7))
    plane[76:83, 57:64] = 165  # the foot of the rank, paler than both
    return cv2.GaussianBlur(plane, (3, 3), 0).astype(np.uint8)


def test_finder_separates_touching_rank_and_suit():
    single = find_blots(_index_of_a_rank_that_touches_its_suit())
    found = candidate_pairs(single, with_tens(single))
    assert any(abs(p.rank_at[1] - 70) < 2 and abs(p.suit_at[1] - 88) < 2 for p in found)


def test_finder_joins_pale_strokes_of_a_rank():
    plane = np.full((200, 200), 235, np.uint8)
    plane[:, :50] = plane[:, 76:] = 30  # the table, which makes the mean of the surroundings darker than the strokes
    for x, y in ((56, 60), (66, 60), (56, 78), (66, 78)):
        plane[y : y + 3, x : x + 6] = 90  # the serifs
    for x in (57, 67):
        plane[63:78, x : x + 2] = 185  # what joins them
    plane[68:70, 58:68] = 185
    assert any(abs(size - 21) < 2 for size in find_blots(plane).size)


def test_finder_keeps_card_print_near_clearer_print():
    plane = _paper((60, 70, 7), (60, 90, 6))
    for x, y, radius in ((120, 70, 7), (120, 90, 6)):
        cv2.circle(plane, (x, y), radius, 150, -1, cv2.LINE_AA)
    on_the_card = find_candidates([plane], most_pairs=2, keep=lambda points: points[:, 0] > 100)
    assert {round(pair.rank_at[0]) for pair in on_the_card} == {120}


def test_finder_limits_blots_to_the_largest():
    sheet = np.tile(np.pad(np.full((6, 6), 25, np.uint8), 3, constant_values=235), (60, 60))
    found = find_blots(sheet)
    assert len(found) == MOST_BLOTS
    assert all(found.at[k, 1] <= found.at[k + 1, 1] + 0.5 for k in range(MOST_BLOTS - 1)), "in the order they had"
    dots = np.tile(np.pad(np.full((5, 5), 25, np.uint8), 3, constant_values=235), (60, 60))
    cv2.rectangle(dots, (300, 300), (330, 330), 235, -1)
    cv2.circle(dots, (315, 315), 8, 25, -1)
    assert find_blots(dots).size.max() > 15


def test_finder_drops_table_grain_and_keeps_pairs():
    plane = _paper((60, 70, 7), (60, 90, 6), (140, 70, 7))
    found = find_blots(plane, keep=lambda points: points[:, 0] < 100)
    assert sorted(found.at[:, 1].round()) == [70, 90]
    assert len(find_blots(_paper((60, 70, 7), (60, 90, 6)), keep=lambda points: abs(points[:, 1] - 80) < 8)) == 2


def test_blots_far_from_each_other_are_no_pair():
    single = find_blots(_paper((30, 30, 6), (160, 160, 6)))
    assert candidate_pairs(single, single) == ()
    nothing = find_blots(np.full((60, 60), 240, np.uint8))
    assert candidate_pairs(nothing, with_tens(nothing)) == ()
