from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.damaged import with_lost_dice
from tests.vision.drawn import Die, Film, draw, read
from tests.vision.odd import bomb
from vision.commands.read import named_pictures, read_command
from vision.commands.watch import readings_of, watch_command
from vision.image.decoder import MOST_BYTES
from vision.image.frame import CameraError
from vision.kit import KitError
from vision.stream.sources import open_source


def picture(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((90, 160, 3), 60, np.uint8))
    return path


def test_read_names_pictures_by_relative_path_and_labels(tmp_path: Path) -> None:
    picture(tmp_path / "set" / "images" / "a.jpg")
    picture(tmp_path / "photos" / "images" / "b.jpg")
    (tmp_path / "set" / "labels.json").write_text(json.dumps([{"file": "images/a.jpg", "objects": []}]))
    (tmp_path / "photos" / "labels.json").write_text(json.dumps([{"file": "b.jpg", "objects": []}]))
    assert {named.name for named in named_pictures([tmp_path])} == {"images/a.jpg", "b.jpg"}
    picture(tmp_path / "x" / "y" / "a.png")
    assert [named.name for named in named_pictures([tmp_path / "x"])] == ["y/a.png"]
    assert [named.name for named in named_pictures([tmp_path / "x" / "y" / "a.png"])] == ["a.png"]


def test_links_are_followed_and_never_in_circles(tmp_path: Path) -> None:
    picture(tmp_path / "real" / "a.jpg")
    (tmp_path / "seen").mkdir()
    (tmp_path / "seen" / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "back").symlink_to(tmp_path / "seen")
    assert [named.name for named in named_pictures([tmp_path / "seen"])] == ["link/a.jpg"]


def test_an_empty_table_is_read_as_empty(tmp_path: Path) -> None:
    assert read_command([picture(tmp_path / "a.jpg")], ["d6"], tmp_path / "out.json") == 1
    (row,) = json.loads((tmp_path / "out.json").read_text())
    assert row["file"] == "a.jpg"
    assert row["objects"] == []
    assert row["ms"] > 0


def test_an_unknown_kit_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no kit 'nonsense'"):
        read_command([picture(tmp_path / "a.jpg")], ["nonsense"], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


@pytest.mark.slow
def test_read_bad_pictures_cost_only_themselves(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "b.png"), np.zeros((60, 80, 3), np.uint8))
    with pytest.raises(CameraError, match=r"a\.jpg is no picture.* the other 1 are in"):
        read_command([tmp_path], ["d6"], tmp_path / "out.json")
    assert [row["file"] for row in json.loads((tmp_path / "out.json").read_text())] == ["b.png"]
    with (tmp_path / "a.jpg").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(CameraError, match=r"a\.jpg cannot be opened \(more than 80 MB"):
        read_command([tmp_path / "a.jpg"], ["d6"], tmp_path / "out.json")


def test_read_draws_results_into_a_folder(tmp_path: Path) -> None:
    picture(tmp_path / "in" / "x" / "a.png")
    read_command([tmp_path / "in"], ["d6"], tmp_path / "out.json", tmp_path / "shown")
    assert cv2.imread(str(tmp_path / "shown" / "x" / "a.jpg")).shape == (90, 160, 3)


@pytest.mark.slow
def test_a_bomb_among_pictures_is_named(tmp_path: Path) -> None:
    (tmp_path / "bomb.png").write_bytes(bomb())
    picture(tmp_path / "plain.jpg")
    with pytest.raises(CameraError, match=r"bomb\.png is too large: 20000 x 20000 px.* the other 1 are in"):
        read_command([tmp_path], ["d6"], tmp_path / "out.json")


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


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.jpg", b"no picture", r"a\.jpg is no picture"),
        ("a.jpg", with_lost_dice(), r"a\.jpg is a damaged JPEG picture"),
        ("absent", None, "nothing at"),
        ("", None, "holds no picture"),
    ],
    ids=["no picture", "damaged", "missing", "an empty folder"],
)
def test_read_refuses_with_the_name(tmp_path: Path, name: str, data: bytes | None, sentence: str) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(CameraError, match=sentence):
        read_command([tmp_path / name], ["d6"], tmp_path / "out.json")


@pytest.mark.slow
def test_watch_refuses_an_unknown_kit_or_camera(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="no kit 'nothing'"):
        watch_command(str(stored(tmp_path)), 10, ["nothing"], tmp_path / "out.json")
    with pytest.raises(CameraError, match="is no camera"):
        watch_command(str(tmp_path / "nothing"), 10, ["d6"], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()
