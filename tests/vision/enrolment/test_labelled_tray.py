"""Guesses on rendered trayfuls of sets that no net has seen."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import taught
from vision.detect.detector import DetectedObject
from vision.enrolment import labelled_tray as module
from vision.enrolment.labelled_tray import FaceSuggestion, TrayObject, label_tray, shots_of, suggest_faces
from vision.enrolment.page_images import KEPT_FILES, WIDEST, PageFiles
from vision.kit import Kit, load_kit
from vision.shape_of_kind import SHAPES
from vision.tray.tray_plane import find_markers

NONE = Kit("mine", "token", "disc", taught.FACES["token"])


def look(file: str) -> tuple[TrayObject, ...]:
    return label_tray(taught.picture(file), "disc", None)


def kit_of(file: str) -> Kit:
    lie = look(file)
    return Kit("mine", "token", "disc", taught.FACES["token"], shots_of(lie, taught.names(file, lie), "taught"))


@pytest.mark.slow
def test_second_tray_guesses_are_nearly_all_right() -> None:
    last = Counter(taught.FACES["token"])
    lie = suggest_faces(look("tokens_1.jpg"), kit_of("tokens_0.jpg"), (), last)
    truth = taught.names("tokens_1.jpg", lie)
    right = [one.guesses[0].value == name for one, name in zip(lie, truth, strict=True)]
    assert sum(right) >= 15
    assert all(good for one, good in zip(lie, right, strict=True) if one.sure)


@pytest.mark.slow
def test_before_the_first_shot_nothing_is_sure() -> None:
    lie = suggest_faces(look("tokens_0.jpg"), NONE, (load_kit("demo_token"),))
    assert not any(one.sure for one in lie)
    assert all({told.value for told in one.guesses} <= set(taught.FACES["token"]) for one in lie)


@pytest.mark.slow
def test_a_token_is_never_surely_a_face_of_a_die() -> None:
    kit, (one, *_) = kit_of("tokens_0.jpg"), look("tokens_1.jpg")
    as_die = replace(one, detected=replace(one.detected, shape="octahedron"))
    assert suggest_faces([one], kit, ())[0].sure and not suggest_faces([as_die], kit, ())[0].sure
    assert suggest_faces([as_die], replace(kit, shape="other"), ())[0].sure


@pytest.mark.slow
def test_new_object_takes_no_old_place() -> None:
    kit = kit_of("tokens_0.jpg")
    lie = suggest_faces(look("tokens_1.jpg"), kit, (), Counter({"skull": 1}))
    assert sum(one.guesses[0].value == "skull" for one in lie if one.guesses) == 1


def test_tray_crop_shows_one_object() -> None:
    whole = taught.picture("dice_0.jpg")
    for one in taught.TRUTH["dice_0.jpg"][:3]:
        x, y, w, h = one["box"]
        left, top = max(0, round(x + w / 2) - 112), max(0, round(y + h / 2) - 112)
        (alone,) = [
            lie
            for lie in label_tray(whole[top : top + 224, left : left + 224].copy(), "octahedron", None)
            if abs(lie.detected.x + left - x - w / 2) < w / 2 and abs(lie.detected.y + top - y - h / 2) < h / 2
        ]
        assert alone.detected.score > 0.5


@pytest.mark.slow
def test_objects_outside_the_tray_are_not_offered() -> None:
    left_half = ((0.0, 0.0), (640.0, 0.0), (640.0, 720.0), (0.0, 720.0))
    lie = label_tray(taught.picture("tokens_0.jpg"), "disc", left_half)
    assert 0 < len(lie) < 16 and all(one.detected.x <= 640 for one in lie)


def test_marker_is_not_offered_as_an_object(monkeypatch: pytest.MonkeyPatch) -> None:
    image = taught.picture("tokens_0.jpg")
    x, y = find_markers(image)[0].mean(axis=0)
    lies = (float(x) - 28, float(y) - 40, 80.0, 80.0)
    there = DetectedObject(
        "disc", float(x) + 12, float(y), 40.0, lies, 0.9, 1.0, (1.0,) * len(SHAPES), (1.0, 0.0, 0.0, 0.0)
    )
    monkeypatch.setattr(module, "find_objects", lambda _image: (there,))
    assert label_tray(image, "disc", None) == ()


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
