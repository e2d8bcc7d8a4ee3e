"""`./table watch`."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from tests.vision.drawn import Die, Film, draw, read
from vision.commands.watch import readings_of, watch_command
from vision.image.frame import CameraError
from vision.kit import KitError
from vision.stream.sources import open_source

FILM = Film().still().throw((Die(150, 100, "success"),)).still()


def stored(folder: Path) -> Path:
    for index, scene in enumerate(FILM.scenes):
        cv2.imwrite(str(folder / f"frame_{index:03d}.png"), draw(scene, index))
    return folder


@pytest.mark.slow
def test_watch_prints_readings_with_their_frame(tmp_path: Path) -> None:
    (row,) = readings_of(open_source(str(stored(tmp_path)), 10), read)
    assert row["frame"] == len(FILM.scenes) - 6 + 3
    assert [(seen["kind"], seen["value"]) for seen in row["objects"]] == [("mom_d8", "success")]
    assert json.loads(json.dumps(row))["objects"][0].keys() == {
        "kind",
        "value",
        "box",
        "conf",
        "alternatives",
        "partial",
        "cocked",
    }


def test_watch_refuses_an_unknown_kit(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no kit 'nothing'"):
        watch_command(str(stored(tmp_path)), 10, ["nothing"], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


def test_watch_refuses_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="is no camera"):
        watch_command(str(tmp_path / "nothing"), 10, ["d6"], tmp_path / "out.json")
