from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cards.index_field import IndexField, find_index_field

PICTURES = Path(__file__).parents[2] / "pictures"


def _field() -> IndexField:
    face = np.zeros((10, 20), np.float32)
    face[3:7, 8:13] = 0.9
    return IndexField(face, np.zeros_like(face), (5.0, 5.0))


def test_a_face_is_asked_for_in_px_of_the_picture():
    shown = _field().shows(np.array([(50.0, 25.0), (5.0, 5.0), (500.0, -3.0)]))
    assert np.allclose(shown, (0.9, 0, 0))


def test_window_holds_the_patch_and_a_margin():
    assert _field().windows(0.5, 0.8) == ((15, 0, 90, 50),)


def test_uncertain_patch_has_no_window():
    assert _field().windows(0.5, 0.95) == ()


def test_a_speck_has_no_window():
    face = np.zeros((10, 20), np.float32)
    face[2:5, 2:5] = 0.9
    assert IndexField(face, np.zeros_like(face), (5.0, 5.0)).windows(0.5, 0.8) == ()


def test_windows_that_overlap_are_one():
    face = np.zeros((40, 60), np.float32)
    face[5:10, 5:10] = face[5:10, 14:19] = face[30:36, 50:56] = 0.9
    assert len(IndexField(face, np.zeros_like(face), (5.0, 5.0)).windows(0.5, 0.8)) == 2


def test_polygon_share_measures_visible_face():
    around = np.array([(40, 20), (80, 20), (80, 30), (40, 30)], np.float32)
    assert 0.4 < _field().face_share(around) < 0.7
    assert _field().face_share(around - (35, 15)) < 0.1


def test_a_polygon_beyond_the_picture_shows_nothing():
    assert _field().face_share(np.array([(900, 900), (910, 900), (910, 910)], np.float32)) == 0


@pytest.mark.parametrize("width", [640, 1280, 1920])
def test_cards_of_a_tray_show_their_face_whatever_the_camera(width):
    image = cv2.imread(str(PICTURES / "cards_KH_AC.jpg"))
    assert image is not None
    field = find_index_field(cv2.resize(image, (width, width * image.shape[0] // image.shape[1])).astype(np.uint8))
    assert 0.02 < float((field.face > 0.5).mean()) < 0.4


@pytest.mark.parametrize("size", [(720, 1280), (31, 47), (1, 1)])
def test_an_empty_table_shows_no_face(size):
    assert find_index_field(np.full((*size, 3), 90, np.uint8)).windows(0.15, 0.4) == ()


def test_point_outside_uses_the_nearest_cell():
    assert np.allclose(_field().face_at(np.array([(50.0, 25.0), (-9.0, 900.0)])), (0.9, 0))


def test_a_polygon_can_be_told_to_show_a_face():
    told = _field().with_faces([np.array([(0, 0), (20, 0), (20, 20), (0, 20)], np.float32)], 0.5)
    assert np.allclose(told.face_at(np.array([(8.0, 8.0), (50.0, 25.0), (90.0, 8.0)])), (0.5, 0.9, 0))
