import cv2
import numpy as np

from vision.cards.crop import pyramid
from vision.cards.index import Blots, Pair, blots, in_levels, pairs, with_tens


def _paper(*discs: tuple[int, int, int]) -> np.ndarray:
    """White paper with dark discs (x, y, radius)."""
    plane = np.full((200, 200), 235, np.uint8)
    for x, y, radius in discs:
        cv2.circle(plane, (x, y), radius, 25, -1, cv2.LINE_AA)
    return plane


def test_ink_on_paper_is_found_where_it_lies():
    found = blots(_paper((60, 70, 6), (60, 90, 5)))
    assert len(found) == 2
    assert np.allclose(sorted(found.at[:, 1]), (70, 90), atol=0.6)


def test_a_ring_is_ink_though_its_middle_is_paper():
    plane = _paper((60, 70, 8))
    cv2.circle(plane, (60, 70), 4, 235, -1)
    assert len(blots(plane)) == 1


def test_the_holes_of_a_mesh_are_no_ink_for_a_mesh_is_not_paper():
    plane = np.full((200, 200), 30, np.uint8)
    plane[::14] = plane[1::14] = 220
    plane[:, ::14] = plane[:, 1::14] = 220
    assert len(blots(plane)) <= 1  # of 196; the rim of the picture takes part of one window away


def test_faint_marks_are_not_ink():
    plane = np.full((100, 100), 235, np.uint8)
    cv2.circle(plane, (50, 50), 6, 225, -1)
    assert len(blots(plane)) == 0


def test_two_blots_of_like_size_beside_each_other_may_be_a_ten():
    both = with_tens(
        Blots(
            np.array([(10.0, 10.0), (18.0, 10.0)]),
            np.array([10.0, 10.0]),
            np.array([30.0, 50.0]),
            np.array([90.0, 80.0]),
        )
    )
    assert len(both) == 3
    assert np.allclose(both.at[2], (15.0, 10.0))


def test_no_ink_makes_no_pairs():
    nothing = blots(np.full((60, 60), 240, np.uint8))
    assert pairs(nothing, with_tens(nothing)) == ()


def test_a_blot_and_its_neighbour_are_tried_both_ways_round():
    single = blots(_paper((60, 70, 7), (60, 90, 6)))
    ways = {(round(p.rank_at[1]), round(p.suit_at[1])) for p in pairs(single, single)}
    assert ways == {(70, 90), (90, 70)}


def test_blots_far_from_each_other_are_no_index():
    single = blots(_paper((30, 30, 6), (160, 160, 6)))
    assert pairs(single, single) == ()


def test_a_large_index_is_found_in_a_smaller_level_at_its_place_in_the_full_picture():
    plane = np.full((800, 800), 235, np.uint8)
    cv2.circle(plane, (400, 300), 36, 25, -1)
    cv2.circle(plane, (400, 400), 32, 25, -1)
    found = in_levels(pyramid(plane))
    assert any(
        np.hypot(p.rank_at[0] - 400, p.rank_at[1] - 300) < 3 and np.hypot(p.suit_at[0] - 400, p.suit_at[1] - 400) < 3
        for p in found
    )


def test_the_unit_of_a_pair_is_the_way_from_rank_to_suit():
    assert Pair((0.0, 0.0), (3.0, 4.0)).unit == 5.0


def test_the_clearest_ink_is_tried_first():
    plane = _paper((60, 70, 7), (60, 90, 6))
    for x, y, radius in ((120, 70, 7), (120, 90, 6)):
        cv2.circle(plane, (x, y), radius, 150, -1, cv2.LINE_AA)
    single = blots(plane)
    first, *_ = pairs(single, single)
    assert round(first.rank_at[0]) == 60


def test_a_thin_stroke_is_no_rank_but_may_be_the_one_of_a_ten():
    plane = np.full((200, 200), 235, np.uint8)
    plane[58:88, 60:63] = 25
    cv2.ellipse(plane, (70, 73), (4, 14), 0, 0, 360, 25, 2)
    single = blots(plane)
    assert len(single) == 2
    assert {round(x) for x in with_tens(single).at[:, 0]} == {70, 67}
