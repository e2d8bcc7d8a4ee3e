"""The store of pictures that imported sheets bring."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import ContentError
from companion.sessions import ImageStore, digest_of, type_of
from companion.sessions.store import images
from tests.games.mansions.valkyrie.pack import PNG

JPEG = b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x02\x00\x03" + bytes(8)


def test_a_picture_is_found_by_what_it_holds(tmp_path: Path) -> None:
    kept = ImageStore(tmp_path / "kept")
    kept.keep([("map.png", PNG), ("face.JPG", JPEG)])
    path = kept.path(digest_of(JPEG))
    assert path is not None and path.read_bytes() == JPEG and type_of(path) == "image/jpeg"


def test_the_same_picture_is_kept_once(tmp_path: Path) -> None:
    kept = ImageStore(tmp_path)
    kept.keep([("map.png", PNG), ("copy.png", PNG)])
    kept.keep([("map.png", PNG)])
    assert [path.name for path in tmp_path.iterdir()] == [f"{digest_of(PNG)}.png"]


@pytest.mark.parametrize(
    "digest", ["", "..", "../secret", "A" * 64, "0" * 63, "0" * 64 + "\n", digest_of(PNG) + ".png"]
)
def test_invalid_digest_finds_no_picture(tmp_path: Path, digest: str) -> None:
    kept = ImageStore(tmp_path)
    kept.keep([("map.png", PNG)])
    assert kept.path(digest) is None


def test_invalid_picture_stores_none(tmp_path: Path) -> None:
    kept = ImageStore(tmp_path / "kept")
    with pytest.raises(ContentError, match=r"page.png is no picture"):
        kept.keep([("map.png", PNG), ("page.png", b"<html>")])
    assert kept.path(digest_of(PNG)) is None


def test_the_store_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "MOST_ALL", 2 * len(PNG) + 1)
    kept = ImageStore(tmp_path)
    kept.keep([("a.png", PNG), ("b.png", PNG + b"b")])
    with pytest.raises(ContentError, match="of what you do not need"):
        kept.keep([("c.png", PNG + b"c")])
