"""Which photographs the nets are taught with."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.kit import load_kits
from vision.training import pictures
from vision.training.measures import judged as judging
from vision.training.pictures import MISLABELLED, held_out, is_taught, lessons, photographs, taught_coins
from vision.training.unboxed import FoundDie, show_exactly


def found(value: str) -> FoundDie:
    return FoundDie(80.0, 45.0, 21.0, (0, 0, 9, 9), value, (0.0, 0.0))


def test_one_rule_holds_out_groups_of_all_sets() -> None:
    groups = [f"g{number}" for number in range(40)]
    for name in ("d6_byler", "d6_penlington", "d6_phone"):
        taught = [group for group in groups if is_taught(name, {"file": "a.jpg", "group": group})]
        assert taught == [group for group in groups if not held_out(group)]
        assert 10 < len(taught) < 30


def test_half_of_each_kind_of_a_mixed_set_is_held_out() -> None:
    files = [f"D8_A_{number}_.jpg" for number in range(40)]
    taught = [file for file in files if is_taught("polyset_burks", {"file": file, "group": "g1"})]
    assert taught == [file for file in files if not held_out(file)]


@pytest.mark.slow
def test_held_out_photographs_are_no_lessons(tmp_path: Path) -> None:
    folder = tmp_path / "d6_byler"
    folder.mkdir()
    entries = [{"file": f"{n}.jpg", "group": f"g{n}", "objects": []} for n in range(20)]
    (folder / "labels.json").write_text(json.dumps(entries))
    assert {one.group for one in photographs(folder)} == {f"g{n}" for n in range(20)}
    assert {one.group for one in lessons(folder)} == {f"g{n}" for n in range(20) if not held_out(f"g{n}")}


def test_a_wrong_label_teaches_nothing() -> None:
    group = next(f"g{n}" for n in range(40) if not held_out(f"g{n}"))
    assert is_taught("d6_penlington", {"file": "right.jpg", "group": group})
    assert not any(is_taught("d6_penlington", {"file": file, "group": group}) for file in MISLABELLED)


def test_coins_teach_and_are_judged_by_halves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "coins_kaa"
    (folder / "images").mkdir(parents=True)
    entries = [{"file": f"{n}.png", "group": f"g{n}", "objects": []} for n in range(20)]
    (folder / "labels.json").write_text(json.dumps(entries))
    for n in range(20):
        cv2.imwrite(str(folder / "images" / f"{n}.png"), np.full((4, 4, 3), n, np.uint8))
    taught = {int(coin[0, 0, 0]) for coin in taught_coins(folder)}
    assert taught == {n for n in range(20) if not held_out(f"g{n}")}
    read: list[int] = []
    monkeypatch.setattr(judging, "seen", lambda image: read.append(int(image[0, 0, 0])) or ())
    assert list(judging.judged_coins(folder, load_kits(["d6"]))) == []
    assert set(read) == set(range(20)) - taught


def test_values_must_be_found_as_often_as_labelled() -> None:
    assert show_exactly([found("1"), found("6")], ["6", "1"])
    assert not show_exactly([found("1"), found("1")], ["1"])
    assert not show_exactly([found("1")], ["1", "1"])


@pytest.mark.slow
@pytest.mark.parametrize(("label", "count"), [(4, 1), (5, 0)])
def test_a_photograph_without_boxes_is_marked_where_its_dice_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: int, count: int
) -> None:
    folder = tmp_path / "d6_phone"
    (folder / "images").mkdir(parents=True)
    cv2.imwrite(str(folder / "images" / "a.png"), np.zeros((90, 160, 3), np.uint8))
    objects = [{"kind": "d6", "value": label, "box": None}]
    (folder / "labels.json").write_text(json.dumps([{"file": "a.png", "group": "g1", "objects": objects}]))
    monkeypatch.setattr(pictures, "find_dice", lambda _: (found("4"),))
    shown = list(photographs(folder))
    assert len(shown) == count
    assert [(m.value, m.x, m.radius) for one in shown for m in one.marks] == [("4", 80.0, 21.0)] * count
