"""The files that the page of kits shows."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.enrolment.labelled_tray import FaceSuggestion, TrayObject
from vision.enrolment.page_images import KEPT_FILES, WIDEST, PageFiles, shown_scale

FOUND = DetectedObject(
    "disc", 1000.0, 500.0, 40.0, (960.0, 460.0, 80.0, 80.0), 1.0, 1.0, (0, 0, 0, 0, 1, 0), (1, 0, 0, 0)
)
LYING = TrayObject(FOUND, np.zeros((96, 96, 3), np.uint8), np.zeros((2, 64), np.float32), np.zeros(38, np.float32))


def test_a_shot_has_one_file_however_often_it_is_shown(tmp_path: Path) -> None:
    shown = PageFiles(tmp_path)
    assert shown.shot(LYING.shot) == shown.shot(LYING.shot.copy())
    assert len(list((tmp_path / "teach").iterdir())) == 1


def test_boxes_are_in_px_of_the_picture_on_the_page(tmp_path: Path) -> None:
    image = np.zeros((1600, 2 * WIDEST, 3), np.uint8)
    lying = TrayObject(FOUND, LYING.shot, LYING.points, LYING.print, (FaceSuggestion("skull", 0.9),), True)
    seen = PageFiles(tmp_path).trayful("abc", image, (lying,))
    assert (seen.size, seen.objects[0].box) == ((WIDEST, 800), (480.0, 230.0, 40.0, 40.0))
    written = cv2.imread(str(tmp_path / seen.picture))
    assert written is not None
    assert written.shape == (800, WIDEST, 3)


def test_a_small_picture_is_shown_as_it_is() -> None:
    assert shown_scale(np.zeros((720, 1280, 3), np.uint8)) == 1.0


@pytest.mark.slow
def test_the_oldest_files_go(tmp_path: Path) -> None:
    shown = PageFiles(tmp_path)
    for number in range(KEPT_FILES):
        path = tmp_path / shown.write(f"{number}.jpg", b"x")
        os.utime(path, (number, number))
    shown.write("new.jpg", b"x")
    left = {path.name for path in (tmp_path / "teach").iterdir()}
    assert len(left) == KEPT_FILES
    assert "new.jpg" in left
    assert "0.jpg" not in left
