"""Labelled pictures as the trainings see them."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.kind_and_face.confidence import FaceEvidence
from vision.kind_and_face.face_guess import FaceGuess
from vision.kit import Kit, load_kits
from vision.shape_of_kind import SHAPES
from vision.training.example_files import arguments, cut_out, files, load, save
from vision.training.measures import judged as judging
from vision.training.measures.judged import Judged, Missed, judged
from vision.training.pictures import (
    COCKED,
    FILLED,
    OUTSIDE,
    PARTIAL,
    READABLE,
    SCALES,
    TRAY_SCALE,
    Mark,
    Picture,
    lessons,
    photographs,
    renders,
    silhouette,
)

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


def rendered(up: list[float], group: str, tmp_path: Path, **told: Any) -> Path:
    scene = {"camera": {"up": up, "f": 900.0}, "px_per_mm": 6.0} | told
    write(tmp_path / "R1" / group, [{"file": "images/a.png", "scene": scene, "objects": [DIE]}])
    return tmp_path / "R1"


@pytest.mark.slow
def test_training_scales_trays_and_desks(tmp_path: Path) -> None:
    (tray,) = renders(rendered([0, 0, -1.0], "crowd", tmp_path / "a"))
    (desk,) = renders(rendered([0, 0, -1.0], "desk", tmp_path / "b"))
    assert (tray.scale, desk.scale) == (TRAY_SCALE, 0.25)
    assert (tray.group, desk.group) == ("crowd", "desk")
    assert tray.marks[0].radius == pytest.approx(14.14, abs=0.01)
    assert tray.marks[0].is_sized


@pytest.mark.parametrize(("told", "middle"), [({}, (640, 360)), ({"size": [640, 480]}, (320, 240))])
def test_camera_axis_meets_the_middle_of_the_picture(tmp_path: Path, told: Any, middle: tuple[int, int]) -> None:
    (picture,) = renders(rendered([0, 0, -1.0], "desk", tmp_path, **told))
    assert picture.view is not None
    assert picture.view.middle == middle


@pytest.mark.slow
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


@pytest.mark.slow
def test_silhouette_covers_the_middle() -> None:
    (x, y), radius, share = silhouette(close_up())
    assert (x, y) == pytest.approx((140, 190), abs=4)
    assert radius == pytest.approx(60, abs=4)
    assert share > FILLED


@pytest.mark.slow
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


@dataclass(frozen=True, slots=True)
class Row:
    """A small record."""

    image: np.ndarray
    value: str


ROWS = [Row(np.full((2, 2), k, np.uint8), str(k)) for k in range(3)]


def test_an_empty_lot_and_half_a_file_are_no_lots(tmp_path: Path) -> None:
    assert save([], tmp_path / "a.npz") == 0
    (tmp_path / "b.part.npz").touch()
    assert list(files(tmp_path)) == []
    with pytest.raises(FileNotFoundError, match="no examples"):
        load(tmp_path)


def test_examples_are_cut_out_anew(tmp_path: Path) -> None:
    stills = tmp_path / "R1" / "d6"
    stills.mkdir(parents=True)
    (stills / "a.jpg").touch()
    (stills / "labels.json").write_text(json.dumps([{"file": "a.jpg", "scene": {}, "objects": []}]))
    told = Namespace(renders=[tmp_path / "R1"], photos=None, out=tmp_path)
    cut_out(told, lambda picture: [Row(np.zeros(1), picture.path.name)])
    assert load(tmp_path)["value"].tolist() == ["a.jpg"]
    cut_out(told, lambda _picture: [Row(np.zeros(1), "again")])
    assert load(tmp_path)["value"].tolist() == ["again"]


D6 = load_kits(["d6"])
NOTHING_SEEN = np.zeros((200, 300, 3), np.uint8)
EVIDENCE = FaceEvidence(0.9, 0.9, 0.9, 0.9, 0.1, 0.0, 0.9, 20.0)


def mark(value: str = "4", state: int = READABLE, x: float = 100.0) -> Mark:
    return Mark(SHAPES.index("cube"), "d6", value, x, 100.0, 20.0, None, state)


def found(x: float = 101.0) -> DetectedObject:
    return DetectedObject(
        "cube", x, 100.0, 20.0, (x - 20, 80.0, 40.0, 40.0), 0.9, 0.9, (0, 0, 1.0, 0, 0, 0), (1.0, 0, 0, 0)
    )


@pytest.fixture
def guessing(monkeypatch: pytest.MonkeyPatch):
    """The reader takes everything for this face of this kit."""

    def set_guess(kit: Kit, value: str) -> None:
        monkeypatch.setattr(
            judging, "guess_faces", lambda _, found, *__: [FaceGuess(kit, value, (), EVIDENCE) for _ in found]
        )

    set_guess(D6[0], "4")
    return set_guess


def told(marks: tuple[Mark, ...], *places: float) -> list[Judged | Missed]:
    picture = Picture(Path("still.jpg"), "R1", marks, "d6")
    return list(judged(picture, NOTHING_SEEN, [found(x) for x in places], D6))


def is_right(row: Judged | Missed) -> bool:
    return isinstance(row, Judged) and row.is_right(row.alone)


def test_judge_rejects_findings_on_empty_spots(guessing) -> None:
    row, missed = told((mark(),), 300.0)
    assert isinstance(row, Judged)
    assert (is_right(row), row.truth, row.truth_kind) == (False, "nothing", "")
    assert isinstance(missed, Missed)


def test_the_same_die_found_twice_is_right_once(guessing) -> None:
    rows = told((mark(),), 101.0, 99.0)
    assert [is_right(row) for row in rows] == [True, False]


def test_judge_rejects_faces_of_another_set(guessing) -> None:
    token = Mark(SHAPES.index("disc"), "token", "skull", 100.0, 100.0, 20.0, None, READABLE)
    picture = Picture(Path("still.jpg"), "R1", (token, mark("4", x=200.0)), "mixed")
    kit = Kit("other", "token", "disc", ("skull", "4"))
    guessing(kit, "skull")
    rows = list(judging.strangers(picture, NOTHING_SEEN, [found(101.0), found(201.0)], [kit], True))
    assert [(is_right(row), row.truth_kind, row.weight < 1) for row in rows] == [
        (False, "another token", True),
        (False, "another d6", True),
    ]


def test_judge_accepts_print_common_to_all_sets(guessing) -> None:
    token = Mark(SHAPES.index("disc"), "token", "-3", 100.0, 100.0, 20.0, None, READABLE)
    kit = Kit("other", "token", "disc", ("-3",))
    guessing(kit, "-3")
    picture = Picture(Path("still.jpg"), "R1", (token,), "tokens")
    assert list(judging.strangers(picture, NOTHING_SEEN, [found()], [kit], True)) == []


def test_values_without_places_are_right_while_they_last(
    guessing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    objects = [{"kind": "d6", "value": 4, "box": None}, {"kind": "d6", "value": 6, "box": None}]
    monkeypatch.setattr(judging, "read", lambda _: NOTHING_SEEN)
    monkeypatch.setattr(judging, "seen", lambda _: (found(50.0), found(150.0)))
    first, second, missed = judging.judged_unplaced(tmp_path, [{"file": "a.jpg", "objects": objects}], D6)
    assert (is_right(first), is_right(second)) == (True, False)
    assert isinstance(missed, Missed) and missed.value == "6"


@pytest.mark.parametrize(
    ("die", "right", "truth"),
    [
        (mark(), True, "4"),
        (mark("5"), False, "5"),
        (mark(state=COCKED), False, "cocked"),
        (mark(state=PARTIAL), False, "partial"),
        (mark(state=OUTSIDE), True, "4"),
    ],
)
def test_judge_compares_a_guess_with_its_label(guessing, die: Mark, right: bool, truth: str) -> None:
    (row,) = told((die,), 101.0)
    assert isinstance(row, Judged)
    assert (is_right(row), row.truth) == (right, truth)


def test_a_die_is_outside_only_where_a_tray_is_seen(guessing, monkeypatch: pytest.MonkeyPatch) -> None:
    corners = np.zeros((4, 2), np.float32)
    monkeypatch.setattr(judging, "find_markers", lambda _: {0: corners, 1: corners})
    (row,) = told((mark(state=OUTSIDE),), 101.0)
    assert isinstance(row, Judged)
    assert (is_right(row), row.truth) == (False, "outside")


def test_example_files_command_line_makes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["cut", "R1", "R2", "--out", str(tmp_path / "lots")])
    told = arguments(ArgumentParser())
    assert (told.renders, told.photos) == ([Path("R1"), Path("R2")], None)
    assert (tmp_path / "lots").is_dir()
