import cv2
import numpy as np

from vision.cards.index_crop import CUT, index_cut, ink_plane, normalized_cuts, pyramid


def _arrow(angle: float, unit: float) -> tuple[np.ndarray, tuple[float, float], tuple[float, float]]:
    """A disc (the rank) and a square (the suit) `unit` px from it, turned by `angle`."""
    plane = np.full((240, 240), 230, np.uint8)
    down = np.array((-np.sin(angle), np.cos(angle)))
    a, b = np.array((120.0, 120.0)) - down * unit / 2, np.array((120.0, 120.0)) + down * unit / 2
    cv2.circle(plane, tuple(np.round(a).astype(int).tolist()), int(unit * 0.3), 20, -1, cv2.LINE_AA)
    corners = cv2.boxPoints((tuple(b.tolist()), (unit * 0.5, unit * 0.5), np.degrees(angle)))
    cv2.fillConvexPoly(plane, np.round(corners).astype(np.int32), 20, cv2.LINE_AA)
    return plane, tuple(a.tolist()), tuple(b.tolist())


def test_crop_is_rotation_invariant():
    cuts = [index_cut(pyramid(plane), a, b) for plane, a, b in (_arrow(angle, 40) for angle in (0.0, 0.7, 2.0, 4.5))]
    for cut in cuts[1:]:
        assert np.abs(cut.astype(float) - cuts[0]).mean() < 12


def test_the_cut_is_the_same_however_large_the_card_is():
    small, large = (index_cut(pyramid(plane), a, b) for plane, a, b in (_arrow(0.3, 24), _arrow(0.3, 96)))
    assert np.abs(small.astype(float) - large).mean() < 12


def test_the_rank_stands_above_the_suit_in_the_cut():
    plane, a, b = _arrow(1.1, 40)
    cut = index_cut(pyramid(plane), a, b)
    rows, columns = CUT
    assert cut.shape == CUT
    assert cut[rows // 2 - 12, columns // 2] < 60
    assert cut[rows // 2 + 12, columns // 2] < 60
    assert cut[2, 2] > 200


def test_crop_at_the_border_replicates_the_border():
    plane = np.full((60, 60), 200, np.uint8)
    assert index_cut(pyramid(plane), (0.0, 0.0), (0.0, 30.0)).min() == 200


def test_ink_plane_shows_red_as_dark_as_black():
    image = np.zeros((2, 2, 3), np.uint8)
    image[0] = (20, 20, 200)
    assert ink_plane(image)[0, 0] == 20


def test_levelled_cuts_have_no_light_left_in_them():
    cuts = np.stack([np.arange(40 * 56, dtype=np.float32).reshape(56, 40) % 90 + shift for shift in (10, 120)]).astype(
        np.uint8
    )
    values = normalized_cuts(cuts)
    assert values.shape == (2, 1, 56, 40)
    assert np.allclose(values[0], values[1], atol=1e-3)


def test_an_even_cut_levels_to_nought_and_not_to_noise():
    assert np.abs(normalized_cuts(np.full((1, 56, 40), 77, np.uint8))).max() == 0


def test_the_pyramid_stops_before_it_is_too_small_to_read():
    assert [plane.shape for plane in pyramid(np.zeros((200, 400), np.uint8))] == [(200, 400), (100, 200), (50, 100)]
