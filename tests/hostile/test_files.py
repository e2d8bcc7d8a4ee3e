"""A small part of `./table prove hostile_files`: spoilt files of every kind are taken or refused with a sentence, in little time."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.entrances import ENTRANCES, KIT, Entrance, huge_png
from tests.hostile.files import Found, fuzz, judge, odd_files, peak
from vision.image.decoder import PictureError, decode
from vision.kit import KitError, read_kit

pytestmark = pytest.mark.slow

FEW = 6
SLOW = 8.0  # s on a busy test machine. A proof is stricter


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep kits and unpacked files in a temporary folder. Skipped pictures of a folder are logged."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    monkeypatch.setattr("tests.hostile.files.MOST", SLOW)
    (tmp_path / "tmp").mkdir()
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda one: one.name)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_spoilt_file_is_taken_or_refused_with_a_sentence(tmp_path: Path, entrance: Entrance) -> None:
    found = fuzz(entrance, tmp_path, FEW, seed=1)
    assert found.wrongs == []


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda one: one.name)
def test_a_good_file_is_taken(tmp_path: Path, entrance: Entrance) -> None:
    found, path = Found(), tmp_path / entrance.file
    path.parent.mkdir(exist_ok=True)
    for good in entrance.good():
        path.write_bytes(good)
        judge(entrance, path, found)
    assert (found.wrongs, found.taken) == ([], len(entrance.good()))


@pytest.mark.parametrize("entrance", [one for one in ENTRANCES if not one.uploaded], ids=lambda one: one.name)
def test_readers_survive_odd_files(tmp_path: Path, entrance: Entrance) -> None:
    found, before = Found(), peak()
    for _ in odd_files(tmp_path / entrance.file):
        judge(entrance, tmp_path / entrance.file, found)
    assert found.wrongs == []
    assert peak() - before < 400_000_000


def test_decoder_refuses_a_picture_bomb() -> None:
    before = peak()
    with pytest.raises(PictureError, match=r"30000 x 30000 px"):
        decode(huge_png())
    assert peak() - before < 50_000_000


def test_a_shot_that_would_unpack_to_much_is_not_unpacked(tmp_path: Path) -> None:
    (tmp_path / "kit.toml").write_bytes(KIT)
    (tmp_path / "shots").mkdir()
    (tmp_path / "shots" / "a.jpg").write_bytes(huge_png(1100, 1000))
    with pytest.raises(KitError, match="is too large"):
        read_kit(tmp_path)
    (tmp_path / "shots" / "a.jpg").write_bytes(huge_png(96, 96))
    assert read_kit(tmp_path).shots[0].image.shape == (96, 96, 3)
