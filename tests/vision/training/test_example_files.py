"""Examples on the disk."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from vision.training.example_files import arguments, cut_out, files, load, save


@dataclass(frozen=True, slots=True)
class Row:
    """A small record."""

    image: np.ndarray
    value: str


ROWS = [Row(np.full((2, 2), k, np.uint8), str(k)) for k in range(3)]


def test_example_files_round_trip_in_batches(tmp_path: Path) -> None:
    assert save(ROWS, tmp_path / "a.npz") == 3
    assert save(ROWS[:1], tmp_path / "b.npz") == 1
    columns = load(tmp_path)
    assert columns["value"].tolist() == ["0", "1", "2", "0"]
    assert columns["image"].shape == (4, 2, 2)
    assert columns["lot"].tolist() == ["a", "a", "a", "b"]


def test_an_empty_lot_and_half_a_file_are_no_lots(tmp_path: Path) -> None:
    assert save([], tmp_path / "a.npz") == 0
    (tmp_path / "b.part.npz").touch()
    assert list(files(tmp_path)) == []
    with pytest.raises(FileNotFoundError, match="no examples"):
        load(tmp_path)


def test_a_rendered_style_is_cut_out_once(tmp_path: Path) -> None:
    stills = tmp_path / "R1" / "d6"
    stills.mkdir(parents=True)
    (stills / "a.jpg").touch()
    (stills / "labels.json").write_text(json.dumps([{"file": "a.jpg", "scene": {}, "objects": []}]))
    told = Namespace(renders=[tmp_path / "R1"], photos=None, out=tmp_path)
    cut_out(told, lambda picture: [Row(np.zeros(1), picture.path.name)])
    cut_out(told, lambda _picture: [Row(np.zeros(1), "again")])
    assert load(tmp_path)["value"].tolist() == ["a.jpg"]


def test_the_command_line_names_the_pictures_and_makes_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["cut", "R1", "R2", "--out", str(tmp_path / "lots")])
    told = arguments(ArgumentParser())
    assert (told.renders, told.photos) == ([Path("R1"), Path("R2")], None)
    assert (tmp_path / "lots").is_dir()
