"""Labelled pictures as the trainings see them."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.shape_of_kind import SHAPES
from vision.training.pictures import FILLED, SCALES, TRAY_SCALE, lessons, photographs, renders, silhouette

pytestmark = pytest.mark.slow

DIE = {
    "kind": "d6",
    "nearest_up": "3",
    "center": [50, 40],
    "top_poly": [[40, 30], [60, 30], [60, 50], [40, 50]],
    "box": [40, 30, 20, 20],
    "in_tray": True,
    "cocked": False,
    "partial": False,
    "normal": [0.0, 0.0, -1.0],
}


def write(folder: Path, entries: list[dict[str, Any]], image: np.ndarray | None = None) -> Path:
    (folder / "images").mkdir(parents=True)
    for entry in entries:
        cv2.imwrite(
            str(folder / "images" / Path(entry["file"]).name),
            np.zeros((90, 160, 3), np.uint8) if image is None else image,
        )
    (folder / "labels.json").write_text(json.dumps(entries))
    return folder


def rendered(up: list[float], group: str, tmp_path: Path) -> Path:
    scene = {"camera": {"up": up, "f": 900.0}, "px_per_mm": 6.0}
    write(tmp_path / "R1" / group, [{"file": "images/a.png", "scene": scene, "objects": [DIE]}])
    return tmp_path / "R1"


def test_training_scales_trays_and_desks(tmp_path: Path) -> None:
    (tray,) = renders(rendered([0, 0, -1.0], "crowd", tmp_path / "a"))
    (desk,) = renders(rendered([0, 0, -1.0], "desk", tmp_path / "b"))
    assert (tray.scale, desk.scale) == (TRAY_SCALE, 0.25)
    assert (tray.group, desk.group) == ("crowd", "desk")
    assert tray.marks[0].radius == pytest.approx(14.14, abs=0.01)
    assert tray.marks[0].is_sized


def test_enrolment_shot_has_its_labels(tmp_path: Path) -> None:
    scene = {"camera": {"up": [0, 0, -1.0], "f": 900.0}}
    folder = write(tmp_path / "R1" / "enrolment", [{"file": "d6_3_0.png", "scene": scene, "objects": [DIE]}])
    (folder / "images" / "d6_3_0.png").rename(folder / "d6_3_0.png")
    (picture,) = renders(tmp_path / "R1")
    assert picture.group == "enrolment"


def test_oblique_camera_keeps_only_face_tilt(tmp_path: Path) -> None:
    (picture,) = renders(rendered([0.5, 0, -0.866], "desk", tmp_path))
    assert picture.view is None
    assert picture.marks[0].tilt is not None


def test_photographed_box_gives_a_rough_size(tmp_path: Path) -> None:
    entry = {"file": "a.png", "group": "g", "objects": [{"kind": "d20", "value": 7, "box": [10, 20, 40, 40]}]}
    folder = tmp_path / "polyset_burks"
    folder.mkdir()
    (folder / "labels.json").write_text(json.dumps([entry]))
    (picture,) = photographs(folder)
    (mark,) = picture.marks
    assert (mark.x, mark.y, mark.radius, mark.value) == (30, 40, 12.0, "7")
    assert not mark.is_sized
    assert picture.scale == SCALES["polyset_burks"]


def close_up() -> np.ndarray:
    image = np.full((400, 300, 3), (200, 210, 215), np.uint8)
    image += np.random.default_rng(1).integers(0, 8, image.shape, np.uint8)
    cv2.circle(image, (140, 190), 60, (30, 40, 160), -1)
    return image


def test_silhouette_covers_the_middle() -> None:
    (x, y), radius, share = silhouette(close_up())
    assert (x, y) == pytest.approx((140, 190), abs=4)
    assert radius == pytest.approx(60, abs=4)
    assert share > FILLED


def test_an_empty_ground_has_no_silhouette_to_be_taught() -> None:
    assert silhouette(np.full((64, 64, 3), 90, np.uint8))[2] < FILLED


def test_faces_that_are_measured_in_close_ups_are_not_taught(tmp_path: Path) -> None:
    entries = [
        {"file": f"{value}.png", "group": "g", "objects": [{"kind": "d20", "value": value, "box": [0, 0, 9, 9]}]}
        for value in (1, 2)
    ]
    folder = write(tmp_path / "d20_lurig", entries, close_up())
    assert [one.marks[0].value for one in photographs(folder)] == ["1", "2"]
    (taught,) = lessons(folder)
    assert taught.marks[0].value == "2"
    assert SHAPES[taught.marks[0].shape] == "icosahedron"
