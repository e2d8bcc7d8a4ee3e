import subprocess
import sys

import cv2
import numpy as np
import pytest

from vision.cards.card_outline import RECTIFIED, CardOutline, find_outlines, four_corners, is_card_like, rectify

GREEN = (40, 90, 30)


def _laid(
    angle: float, size: tuple[float, float] = (126, 176), at: tuple[float, float] = (320, 240)
) -> tuple[np.ndarray, np.ndarray]:
    """A white rectangle on green felt, and its corners."""
    image = np.full((480, 640, 3), GREEN, np.uint8)
    corners = cv2.boxPoints((at, size, angle))
    cv2.fillConvexPoly(image, np.round(corners).astype(np.int32), (235, 240, 240), cv2.LINE_AA)
    return image, corners


@pytest.mark.parametrize("angle", [0, 20, 45, 80, 135])
def test_outline_corners_match_at_any_rotation(angle):
    image, corners = _laid(angle)
    (outline,) = find_outlines(image)
    for corner in corners:
        assert np.hypot(*(outline.corners - corner).T).min() < 4


def test_outline_starts_with_a_short_side_clockwise():
    (outline,) = find_outlines(_laid(30)[0])
    side = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    assert side[0] < side[1]
    assert cv2.contourArea(outline.corners, True) > 0


def test_two_cards_apart_are_two_outlines():
    image, _ = _laid(10, at=(150, 240))
    other, _ = _laid(70, at=(460, 240))
    assert len(find_outlines(np.maximum(image, other))) == 2


@pytest.mark.parametrize("size", [(150, 150), (60, 200), (12, 17)], ids=["coaster", "strip", "crumb"])
def test_outline_needs_card_proportions(size):
    assert find_outlines(_laid(15, size)[0]) == ()


def test_bare_felt_has_no_outline():
    assert find_outlines(np.full((480, 640, 3), GREEN, np.uint8)) == ()


def test_a_rectified_card_fills_its_picture():
    image, _ = _laid(33)
    (outline,) = find_outlines(image)
    card = rectify(image, outline)
    assert card.shape == (*RECTIFIED, 3)
    assert (card[8:-8, 8:-8, 1] > 220).mean() > 0.99


def test_a_triangle_has_no_four_corners():
    assert four_corners(np.array([(0, 0), (100, 0), (50, 90)], np.float32)) is None


def test_outline_needs_print_inside():
    outline = CardOutline(np.array([(0, 0), (252, 0), (252, 352), (0, 352)], np.float32), 1.0)
    sheet = np.full((*RECTIFIED, 3), 230, np.uint8)
    assert not is_card_like(sheet, outline)
    cv2.circle(sheet, (126, 176), 40, (20, 20, 20), -1)
    assert is_card_like(sheet, outline)


FINE_PRINT = """
import cv2, numpy as np
from vision.cards.card_outline import find_outlines

cv2.setNumThreads(1)
tile = np.full((13, 9, 3), 245, np.uint8)
tile[2:10, 2:6] = 10
picture = np.ascontiguousarray(np.tile(tile, (111, 214, 1))[:1440, :1920])
for _ in range(8):
    find_outlines(picture)
"""
"""A picture of which half is edges: OpenCV may be built with a Canny that dies of it."""


@pytest.mark.slow
def test_outline_search_survives_fine_print() -> None:
    assert subprocess.run([sys.executable, "-c", FINE_PRINT], check=False).returncode == 0
