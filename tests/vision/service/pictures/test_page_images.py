"""The pictures that the page shows."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np

from companion.schema import SeenObject
from tests.vision.drawn import Scene, draw
from vision.service.pictures.doubt_archive import MOST_BYTES, DoubtArchive
from vision.service.pictures.page_images import KEPT, PREVIEW, PageImages, annotate, page_images
from vision.service.settings import parse_settings
from vision.tray.tray_plane import TrayPlane, bounds

TRAY = TrayPlane(((100.0, 50.0), (500.0, 50.0), (500.0, 300.0), (100.0, 300.0)))
DIE = SeenObject("mom_d8", "blank", 0.9, box=(200, 100, 30, 30))


def test_a_crop_is_stored_under_its_name(tmp_path: Path) -> None:
    assert PageImages(tmp_path / "new").keep("abc", draw(Scene()), (DIE,), TRAY) == "abc.jpg"
    stored = cv2.imread(str(tmp_path / "new" / "abc.jpg"))
    assert stored.shape == (360, 640, 3), "the boxes are in the pixels of the whole picture"
    assert stored[:20].max() < 30, "what lies outside the tray is nobody's business"


def test_a_box_is_drawn_and_the_picture_is_left_alone() -> None:
    image = draw(Scene())
    before = image.copy()
    assert not np.array_equal(annotate(image, (DIE,), None), before)
    np.testing.assert_array_equal(image, before)


def test_without_a_tray_everything_is_shown() -> None:
    assert bounds(draw(Scene()), None) == (0, 0, 640, 360)


def test_page_image_clips_a_cut_off_tray() -> None:
    assert bounds(draw(Scene()), TrayPlane(((-20, -20), (700, -20), (700, 400), (-20, 400)))) == (0, 0, 640, 360)


def test_the_preview_is_at_most_twice_a_second(tmp_path: Path) -> None:
    now = [0.0]
    album = PageImages(tmp_path, lambda: now[0])
    sizes = []
    for at, light in ((0.0, 1.0), (0.3, 0.2), (0.6, 0.2)):
        now[0] = at
        album.preview(draw(Scene(light=light)), None)
        sizes.append((tmp_path / PREVIEW).read_bytes())
    assert sizes[0] == sizes[1] != sizes[2]


def test_a_disk_that_fails_costs_the_picture_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    album = PageImages(tmp_path / "file")
    assert album.keep("abc", draw(Scene()), (), None) == ""
    assert album.faults == 1


def test_old_crops_go(tmp_path: Path) -> None:
    album = PageImages(tmp_path)
    (tmp_path / PREVIEW).write_bytes(b"")
    for index in range(KEPT + 3):
        (tmp_path / f"{index}.jpg").write_bytes(b"")
    album.keep("new", draw(Scene()), (), None)
    assert len(list(tmp_path.glob("*.jpg"))) == KEPT + 1
    assert (tmp_path / "new.jpg").exists()


def test_large_crops_go_earlier(tmp_path: Path) -> None:
    """Of photographs five hundred were gigabytes."""
    for index in range(4):
        (tmp_path / f"{index}.jpg").touch()
        os.truncate(tmp_path / f"{index}.jpg", MOST_BYTES // 3)
        os.utime(tmp_path / f"{index}.jpg", (index, index))
    PageImages(tmp_path).keep("new", draw(Scene()), (), None)
    assert {path.name for path in tmp_path.glob("*.jpg")} == {"2.jpg", "3.jpg", "new.jpg"}


def test_preview_uses_the_memory_folder(tmp_path: Path) -> None:
    """It is written twice a second while anything moves, and an SD card wears out."""
    told = {"table": "t1", "account": {}, "uploads": "", "folder": str(tmp_path / "own")}
    places = {"pictures": str(tmp_path / "crops"), "preview": str(tmp_path / "memory" / "ours")}
    album = page_images(parse_settings(json.dumps(told | places)))
    assert album.preview(draw(Scene()), None)
    assert [path.relative_to(tmp_path) for path in tmp_path.rglob("*.jpg")] == [Path("memory/ours") / PREVIEW]
    album.forget_preview()
    assert not list(tmp_path.rglob("*.jpg"))


def test_page_images_archive_doubtful_readings(tmp_path: Path) -> None:
    album = PageImages(tmp_path / "pictures", doubts=DoubtArchive(tmp_path / "doubts"))
    album.keep("sure", draw(Scene()), (DIE,), TRAY)
    album.keep("doubted", draw(Scene()), (DIE, SeenObject("mom_d8", None, 0.4, box=(10, 10, 30, 30))), TRAY)
    assert [path.name for path in (tmp_path / "doubts").glob("*.jpg")] == ["doubted.jpg"]


def test_a_doubt_that_cannot_be_kept_costs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    album = PageImages(tmp_path / "pictures", doubts=DoubtArchive(tmp_path / "file"))
    assert album.keep("abc", draw(Scene()), (SeenObject("mom_d8"),), None) == "abc.jpg"
    assert album.faults == 1
