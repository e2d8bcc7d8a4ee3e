import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, camera
from vision.training.trays.pieces.flats import token
from vision.training.trays.scenes.labels import contrast, label_of, labels_of
from vision.training.trays.scenes.sheet import sheet
from vision.training.trays.scenes.shelf import Shelf
from vision.training.trays.scenes.stills import Picture


def laid_token(x: float = 0.0, y: float = 0.0):
    piece = token("skull", STYLE)
    piece.at[:2] = x, y
    return piece


def area_px(hung, piece) -> int:
    return int(cv2.contourArea(cv2.convexHull(hung.project(piece.points()).astype(np.float32))))


def test_a_label_tells_kind_value_and_place() -> None:
    hung, piece = camera(10), laid_token(30, 20)
    told = label_of(piece, hung, area_px(hung, piece))
    assert (told["kind"], told["value"], told["nearest_up"]) == ("token", "skull", "skull")
    assert (told["cocked"], told["partial"], told["in_tray"], told["visible"]) == (False, False, True, 1.0)
    assert told["center"] == pytest.approx(hung.project([[30, 20, 2]])[0], abs=0.3)
    x, y, w, h = told["box"]
    assert x < told["center"][0] < x + w
    assert w == pytest.approx(25 * 3, rel=0.05)
    assert all(x - 0.1 <= px <= x + w + 0.1 and y - 0.1 <= py <= y + h + 0.1 for px, py in told["top_poly"])


def test_label_of_hidden_pieces_is_partial_or_none() -> None:
    hung, piece = camera(), laid_token()
    whole = area_px(hung, piece)
    assert [label_of(piece, hung, int(whole * share))["partial"] for share in (0.75, 0.85)] == [True, False]
    assert label_of(laid_token(400, 0), camera(), 500) is None
    assert label_of(laid_token(), camera(), 29) is None


def test_every_piece_is_counted_by_its_number() -> None:
    owners = np.full((360, 640), -1)
    owners[:20, :20] = 1
    one, other = labels_of([laid_token(-30), laid_token(30)], camera(), owners)
    assert one is None
    assert other["visible"] == pytest.approx(400 * 4 / area_px(camera(), laid_token(30)), abs=0.01)


OBJECT = {"box": [10, 20, 30, 40], "cocked": False, "value": "3"}
PICTURE = Picture(np.full((72, 128, 3), 90, np.uint8), 80, {"scene": {}, "objects": [OBJECT]})


def test_shelf_keeps_saved_files_and_misses_others(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "d6")
    shelf.add("images/one.jpg", PICTURE)
    shelf.save()
    again = Shelf(tmp_path / "d6")
    assert again.has("images/one.jpg")
    assert not again.has("images/two.jpg")
    assert json.loads((tmp_path / "d6/labels.json").read_text())[0]["file"] == "images/one.jpg"
    shelf = Shelf(tmp_path)
    shelf.add("one.jpg", PICTURE)
    (tmp_path / "one.jpg").unlink()
    assert not shelf.has("one.jpg")


def test_a_sheet_shows_all_pictures_with_their_boxes(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for name in ("one.jpg", "two.jpg", "three.jpg"):
        shelf.add(name, PICTURE)
    shelf.save()
    image = sheet(tmp_path / "labels.json", 3)
    assert image.shape == (126, 3 * 224, 3)
    assert (np.abs(image.astype(int) - (0, 200, 255)).max(-1) < 40).any()
    assert cv2.imread(str(tmp_path / "one.jpg")).shape == (72, 128, 3)


def test_contrast_is_the_range_inside_the_top_face() -> None:
    image = np.full((50, 50, 3), 100, np.uint8)
    image[20:30, 20:30, 1] = 180
    assert contrast(image, [[10, 10], [40, 10], [40, 40], [10, 40]]) == 80
    assert contrast(image, [[0, 0], [1, 0], [1, 1]]) == 0
