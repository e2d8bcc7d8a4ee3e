"""The tray in the picture."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.image.decoder import Image
from vision.tray.tilt import CameraView, TiltedFace, estimate_view, level_tilt
from vision.tray.tray_plane import PlaneError, TrayPlane, find_markers, find_tray, floor_of, load_tray, save_tray

CORNERS = ((100.0, 50.0), (500.0, 50.0), (500.0, 300.0), (100.0, 300.0))
TRAY = TrayPlane(CORNERS, 1.5)


def marked(ids: tuple[int, ...] = (0, 1, 2, 3), turn: float = 0.0) -> Image:
    """A grey picture with 33 px markers in the corners of a tray; 2 px are a mm."""
    image = np.full((480, 640, 3), 120, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(((60, 60), (540, 60), (540, 380), (60, 380))):
        if number in ids:
            image[y - 8 : y + 41, x - 8 : x + 41] = 255
            image[y : y + 33, x : x + 33] = cv2.aruco.generateImageMarker(book, number, 33)[..., None]
    return cv2.warpAffine(
        image, cv2.getRotationMatrix2D((320, 240), turn, 1), (640, 480), borderValue=(120, 120, 120)
    ).astype(np.uint8)


def test_four_markers_make_a_tray() -> None:
    tray = find_tray(marked())
    assert tray is not None
    np.testing.assert_allclose(tray.corners, [(50, 50), (582, 50), (582, 422), (50, 422)], atol=4)
    assert tray.px_per_mm == pytest.approx(2.0, abs=0.1)


def test_a_turned_camera_still_names_the_corners_in_their_order() -> None:
    tray = find_tray(marked(turn=8))
    assert tray is not None
    assert tray.corners[0][0] < tray.corners[1][0]


@pytest.mark.parametrize("times", [1, 2, 3])
def test_corners_are_exact_to_half_a_pixel(times: int) -> None:
    large = cv2.resize(marked(), None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC).astype(np.uint8)
    corners = find_markers(large)[0]
    np.testing.assert_allclose(corners[0], (60 * times - 0.5, 60 * times - 0.5), atol=0.5 * times)


def test_tray_floor_is_the_tray_or_the_whole_picture() -> None:
    assert TRAY.holds((300, 200))
    assert not TRAY.holds((90, 200))
    image = np.zeros((480, 640, 3), np.uint8)
    assert floor_of(image, TRAY) == CORNERS
    assert floor_of(image, None) == ((0, 0), (640, 0), (640, 480), (0, 480))


def test_stored_corners_come_back(tmp_path: Path) -> None:
    save_tray(TRAY, tmp_path / "tray.json")
    assert load_tray(tmp_path / "tray.json") == TRAY


@pytest.mark.parametrize(
    "text", ["", "[]", '{"corners": [[1, 2]]}', '{"corners": [[1, 2], [3], [4, 5], [6, 7]]}', '{"corners": 7}']
)
def test_a_damaged_file_says_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "tray.json").write_text(text)
    with pytest.raises(PlaneError, match=r"tray\.json.*Tap the corners again"):
        load_tray(tmp_path / "tray.json")


SIZE = (1280, 720)
ASLANT = CameraView((0.15, -0.1, -math.sqrt(1 - 0.15**2 - 0.1**2)), 1984.0, (640.0, 360.0))
STRAIGHT_DOWN = CameraView((0.0, 0.0, -1.0), 1984.0, (640.0, 360.0))
PLACES = ((200.0, 150.0), (1000.0, 180.0), (640.0, 400.0), (300.0, 600.0), (1100.0, 620.0))


def marker(view: CameraView, x: float, y: float, side: float = 24.0, height: float = 650.0) -> np.ndarray:
    """(4, 2) px corners of a square on the table, `x`, `y` mm along two directions of the table."""
    up = np.array(view.up)
    along = np.cross((0.0, 1.0, 0.0), up)
    along /= np.linalg.norm(along)
    across = np.cross(up, along)
    corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    points = np.array([(0, 0, height) + a * along + b * across for a, b in corners])
    return (points[:, :2] / points[:, 2:] * view.focal + view.middle).astype(np.float32)


MARKERS = {k: marker(ASLANT, x, y) for k, (x, y) in enumerate(((-150, -100), (120, -100), (120, 80), (-150, 80)))}


def error(view: CameraView) -> float:
    """Return the error of the level tilt, the worst of five places."""
    return max(math.dist(level_tilt(view, x, y), level_tilt(ASLANT, x, y)) for x, y in PLACES)


FACES = tuple(TiltedFace(x, y, level_tilt(ASLANT, x, y)) for x, y in PLACES)


@pytest.mark.parametrize(
    ("markers", "faces", "least"),
    [
        (MARKERS, (), 0.01),
        (MARKERS, FACES, 0.01),
        ({}, FACES, 0.03),
        ({}, (TiltedFace(500.0, 300.0, (-0.5, 0.4)), *FACES), 0.05),
    ],
    ids=["markers", "markers and dice", "level dice", "one of them leans"],
)
def test_tilt_comes_from_markers_or_level_dice(
    markers: dict[int, np.ndarray], faces: tuple[TiltedFace, ...], least: float
) -> None:
    assert error(estimate_view(markers, faces, *SIZE)) < least < error(STRAIGHT_DOWN)
    assert error(estimate_view(markers, faces, *SIZE, estimate_view(markers, (), *SIZE))) < least
