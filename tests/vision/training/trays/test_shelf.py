import json
from pathlib import Path

import cv2
import numpy as np

from vision.training.trays.sheet import sheet
from vision.training.trays.shelf import Shelf
from vision.training.trays.stills import Picture

OBJECT = {"box": [10, 20, 30, 40], "cocked": False, "value": "3"}
PICTURE = Picture(np.full((72, 128, 3), 90, np.uint8), 80, {"scene": {}, "objects": [OBJECT]})


def test_shelf_keeps_saved_files(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "d6")
    shelf.add("images/one.jpg", PICTURE)
    shelf.save()
    again = Shelf(tmp_path / "d6")
    assert again.has("images/one.jpg")
    assert not again.has("images/two.jpg")
    assert json.loads((tmp_path / "d6/labels.json").read_text())[0]["file"] == "images/one.jpg"


def test_a_picture_that_is_gone_is_made_again(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.add("one.jpg", PICTURE)
    (tmp_path / "one.jpg").unlink()
    assert not shelf.has("one.jpg")


def test_earlier_pictures_stay_when_others_are_added(tmp_path: Path) -> None:
    for name in ("one.jpg", "two.jpg"):
        shelf = Shelf(tmp_path)
        shelf.add(name, PICTURE)
        shelf.save()
    assert [e["file"] for e in json.loads((tmp_path / "labels.json").read_text())] == ["one.jpg", "two.jpg"]
    assert not list(tmp_path.glob("*.tmp"))


def test_a_sheet_shows_all_pictures_with_their_boxes(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for name in ("one.jpg", "two.jpg", "three.jpg"):
        shelf.add(name, PICTURE)
    shelf.save()
    image = sheet(tmp_path / "labels.json", 3)
    assert image.shape == (126, 3 * 224, 3)
    assert (np.abs(image.astype(int) - (0, 200, 255)).max(-1) < 40).any()
    assert cv2.imread(str(tmp_path / "one.jpg")).shape == (72, 128, 3)
