import subprocess
import sys

import cv2
import numpy as np
import pytest

from vision.cards.card_outline import (
    find_outlines,
    foreign_share,
)
from vision.cards.index_field import IndexField

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


def test_outlines_are_separate_and_ordered():
    (outline,) = find_outlines(_laid(30)[0])
    side = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    assert side[0] < side[1]
    assert cv2.contourArea(outline.corners, True) > 0
    image, _ = _laid(10, at=(150, 240))
    other, _ = _laid(70, at=(460, 240))
    assert len(find_outlines(np.maximum(image, other))) == 2


@pytest.mark.parametrize("size", [(150, 150), (60, 200), (12, 17)], ids=["coaster", "strip", "crumb"])
def test_outline_needs_card_proportions(size):
    assert find_outlines(_laid(15, size)[0]) == ()


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


FELT, TABLE = (40, 90, 30), (150, 160, 190)


def _card(x: float, y: float) -> np.ndarray:
    return np.array([(x, y), (x + 126, y), (x + 126, y + 176), (x, y + 176)], np.float32)


def _tray() -> np.ndarray:
    """Felt, and table from x = 500 on."""
    image = np.full((480, 640, 3), FELT, np.uint8)
    image[:, 500:] = TABLE
    return image


def _field(*shown: np.ndarray) -> IndexField:
    face = np.zeros((48, 64), np.float32)
    for card in shown:
        cv2.fillConvexPoly(face, (card / 10).astype(np.int32), 0.95)
    return IndexField(face, np.zeros_like(face), (10.0, 10.0))


def _card_on(image: np.ndarray, card: np.ndarray) -> np.ndarray:
    cv2.fillConvexPoly(image, card.astype(np.int32), (235, 240, 240))
    return image


@pytest.mark.slow
@pytest.mark.parametrize("at", [(-100, 100), (600, 420)])
def test_background_ends_at_the_picture_edge(at):
    card = _card(*at)
    image = np.full((480, 640, 3), FELT, np.uint8)
    assert foreign_share(_card_on(image, card), card, (), _field()) == 0


@pytest.mark.parametrize("others", [(), (_card(228, 100),)], ids=["alone", "beside another"])
def test_card_on_the_felt_has_one_ground(others):
    card, image = _card(100, 100), _tray()
    for each in (card, *others):
        _card_on(image, each)
    assert foreign_share(image, card, others, _field()) == 0
