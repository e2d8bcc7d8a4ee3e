"""The pictures that the page shows."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.schema import UNKNOWN, SeenObject
from tests.vision.drawn import Scene, draw
from vision.service.pictures.doubt_archive import DAY_S, MOST_BYTES, DoubtArchive, is_doubtful
from vision.service.pictures.page_images import KEPT, PREVIEW, PageImages, page_images
from vision.service.settings import parse_settings
from vision.tray.tray_plane import TrayPlane

TRAY = TrayPlane(((100.0, 50.0), (500.0, 50.0), (500.0, 300.0), (100.0, 300.0)))
DIE = SeenObject("mom_d8", "blank", 0.9, box=(200, 100, 30, 30))


def test_the_preview_is_at_most_twice_a_second(tmp_path: Path) -> None:
    now = [0.0]
    album = PageImages(tmp_path, lambda: now[0])
    sizes = []
    for at, light in ((0.0, 1.0), (0.3, 0.2), (0.6, 0.2)):
        now[0] = at
        album.preview(draw(Scene(light=light)), None)
        sizes.append((tmp_path / PREVIEW).read_bytes())
    assert sizes[0] == sizes[1] != sizes[2]


@pytest.mark.slow
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


SURE = SeenObject("mom_d8", "blank", 0.9, box=(200, 100, 30, 30))
UNSURE = replace(SURE, value=None, conf=0.4)
NOW = 1000 * DAY_S


def kept(doubts: DoubtArchive, *ages: float) -> list[str]:
    """Keeps one doubt after the other, each so many days old, then a sure reading; what is left."""
    for place, age in enumerate(ages):
        doubts.keep(f"d{place}", draw(Scene()), (UNSURE,), None)
        os.utime(doubts.folder / f"d{place}.jpg", (NOW - age * DAY_S - place, NOW - age * DAY_S - place))
    doubts.keep("sure", draw(Scene()), (SURE,), None)
    return sorted(path.stem for path in doubts.folder.glob("*.json"))


@pytest.mark.parametrize(
    ("seen", "doubtful"),
    [(SURE, False), (UNSURE, True), (replace(UNSURE, cocked=True), True), (SeenObject(UNKNOWN, None, 0.5), False)],
    ids=["sure", "unsure", "cocked", "a coin"],
)
def test_doubt_archive_recognises_doubts(seen: SeenObject, doubtful: bool) -> None:
    assert is_doubtful((SURE, seen)) == doubtful


def test_doubt_archive_stores_tray_and_reading(tmp_path: Path) -> None:
    image = draw(Scene())
    DoubtArchive(tmp_path, wall=lambda: NOW).keep("a", image, (SURE, UNSURE), TRAY)
    told = json.loads((tmp_path / "a.json").read_text())
    assert (told["file"], told["at"]) == ("a.jpg", NOW)
    assert [seen["value"] for seen in told["objects"]] == ["blank", None]
    assert told["objects"][0]["box"] == [200 - 84, 100 - 34, 30, 30], "in the pixels of the crop"
    assert cv2.imread(str(tmp_path / "a.jpg")).shape == (316 - 34, 516 - 84, 3)


def test_a_doubt_goes_after_its_days(tmp_path: Path) -> None:
    assert kept(DoubtArchive(tmp_path, 7, wall=lambda: NOW), 0, 6.9, 7.1, 30) == ["d0", "d1"]


def test_the_oldest_go_where_there_are_too_many_bytes(tmp_path: Path) -> None:
    probe = DoubtArchive(tmp_path / "probe", wall=lambda: NOW)
    kept(probe, 0)
    size = sum(path.stat().st_size for path in probe.folder.iterdir())
    assert kept(DoubtArchive(tmp_path, most_bytes=2 * size, wall=lambda: NOW), 3, 1, 2) == ["d1", "d2"]


@pytest.mark.parametrize("name", ["a.json", "a.jpg"])
def test_doubt_archive_keeps_picture_and_reading_together(tmp_path: Path, name: str) -> None:
    """The disk fails, or the process dies, at any file."""
    (tmp_path / name).mkdir()
    with pytest.raises(IsADirectoryError):
        DoubtArchive(tmp_path, wall=lambda: NOW).keep("a", draw(Scene()), (UNSURE,), None)
    assert [path for path in tmp_path.iterdir() if path.suffix == ".jpg" and path.is_file()] == []


@pytest.mark.parametrize("name", ["half.json", "half.json.part", "half.jpg.part"])
def test_half_a_doubt_goes_with_the_old_ones(tmp_path: Path, name: str) -> None:
    half = tmp_path / name
    half.write_bytes(b"{")
    os.utime(half, (NOW - 6 * DAY_S, NOW - 6 * DAY_S))
    assert "d0" in kept(DoubtArchive(tmp_path, 7, wall=lambda: NOW), 1)
    assert half.exists(), "another thread may be storing one"
    kept(DoubtArchive(tmp_path, 5, wall=lambda: NOW))
    assert not half.exists()


@pytest.mark.parametrize(("pictures", "name"), [("file", ""), ("pictures", "abc.jpg")], ids=["pictures", "doubts"])
def test_page_image_disk_failure_costs_that_picture_alone(tmp_path: Path, pictures: str, name: str) -> None:
    (tmp_path / "file").write_text("")
    album = PageImages(tmp_path / pictures, doubts=DoubtArchive(tmp_path / "file"))
    assert album.keep("abc", draw(Scene()), (SeenObject("mom_d8"),), None) == name
    assert album.faults >= 1
