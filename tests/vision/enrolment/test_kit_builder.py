import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.enrolment.kit_builder import build_kit
from vision.kit import KitError, load_kit, own_kits


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's kits in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return own_kits()


def labels(folder: Path, rows: list[tuple[str, str, str | None]], *, images: bool = False) -> Path:
    """A labels file with a drawn token for each (file, kind, value)."""
    place = folder / "images" if images else folder
    place.mkdir(parents=True, exist_ok=True)
    entries = []
    for number, (file, kind, value) in enumerate(rows):
        picture = np.full((224, 224, 3), (40, 90, 40), np.uint8)
        cv2.circle(picture, (112, 112), 37, (150, 190, 210), -1)
        cv2.putText(picture, str(number), (98, 126), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 40), 4)
        cv2.imwrite(str(place / file), picture)
        entries.append({"file": file, "objects": [{"kind": kind, "value": value, "box": [75, 75, 74, 74]}]})
    (folder / "labels.json").write_text(json.dumps(entries))
    return folder / "labels.json"


@pytest.mark.parametrize("images", [False, True], ids=["beside the labels", "in images"])
def test_one_shot_a_face_makes_a_kit(tmp_path: Path, images: bool) -> None:
    kit = build_kit(
        "mine", labels(tmp_path, [("a.jpg", "token", "+1"), ("b.jpg", "token", "-1")], images=images), "token"
    )
    assert (kit.name, kit.kind, kit.shape, kit.values) == ("mine", "token", "disc", ("+1", "-1"))
    assert [shot.value for shot in load_kit("mine").shots] == ["+1", "-1"]


def test_builder_skips_other_kinds_and_cocked_dice(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1"), ("b.jpg", "d6", "3"), ("c.jpg", "token", None)])
    assert build_kit("mine", told, "token").values == ("+1",)


def test_enrolling_again_replaces_the_kit(tmp_path: Path) -> None:
    build_kit("mine", labels(tmp_path, [("a.jpg", "token", "+1")]), "token")
    build_kit("mine", labels(tmp_path, [("a.jpg", "token", "skull"), ("b.jpg", "token", "0")]), "token")
    assert load_kit("mine").values == ("skull", "0")
    assert [path.name for path in own_kits().iterdir()] == ["mine"]


def test_a_kind_without_pictures_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1")])
    with pytest.raises(KitError, match="no picture of a single 'mom_d8'"):
        build_kit("mine", told, "mom_d8")
    assert not own_kits().exists()


def test_builder_failure_keeps_the_old_kit(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1"), ("b.jpg", "token", "0")])
    build_kit("mine", told, "token")
    (tmp_path / "b.jpg").write_bytes(b"nothing")
    with pytest.raises(KitError, match=r"b\.jpg is missing or is no picture"):
        build_kit("mine", told, "token")
    assert load_kit("mine").values == ("+1", "0")
    assert [path.name for path in own_kits().iterdir()] == ["mine"]


def test_a_file_that_holds_no_labels_is_refused(tmp_path: Path) -> None:
    (tmp_path / "labels.json").write_text('{"file": 1}')
    with pytest.raises(KitError, match="is no labels file"):
        build_kit("mine", tmp_path / "labels.json", "token")
    with pytest.raises(KitError, match="is no labels file"):
        build_kit("mine", tmp_path / "absent.json", "token")


@pytest.mark.parametrize(
    "box", ["[1, 2, 3]", "[0, 0, 0, 0]", "[0, 0, Infinity, 40]", "[NaN, 0, 40, 40]", '"abcd"', '{"x": 1}']
)
def test_a_box_that_is_none_is_refused(tmp_path: Path, box: str) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1")])
    told.write_text(told.read_text().replace("[75, 75, 74, 74]", box))
    with pytest.raises(KitError, match="is no labels file"):
        build_kit("mine", told, "token")
    assert not own_kits().exists()


def test_builder_refuses_boxes_outside_the_picture(tmp_path: Path) -> None:
    told = labels(tmp_path, [("a.jpg", "token", "+1")])
    told.write_text(told.read_text().replace("[75, 75, 74, 74]", "[1e9, 75, 74, 74]"))
    with pytest.raises(KitError, match=r"a\.jpg has 224 x 224 pixels, and the box 1e\+09, 75, 74, 74 of"):
        build_kit("mine", told, "token")
    assert not own_kits().exists()


@pytest.mark.parametrize("name", ["", "../mine", ".mine", "a/b"])
def test_a_name_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(KitError, match="cannot be the name"):
        build_kit(name, labels(tmp_path, [("a.jpg", "token", "+1")]), "token")
