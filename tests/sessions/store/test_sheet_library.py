"""Sheets that people typed in, in a real database."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import StatementError

from companion.errors import ContentError
from companion.sessions import ImageStore, SheetLibrary, SqlEventLog, digest_of, type_of, with_sheets
from companion.sessions.store import images
from tests.fakes import FORMED
from tests.games.mansions.valkyrie.pack import PNG
from tests.sessions.conftest import Opened


@pytest.fixture
def log(database: Opened) -> SqlEventLog:
    times = iter(range(100))
    return database(lambda: float(next(times)))


@pytest.fixture
def library(log: SqlEventLog) -> SheetLibrary:
    return SheetLibrary(log.database, log.clock)


def test_sheets_survive_a_restart(library: SheetLibrary, database: Opened) -> None:
    library.save("toy", "hero", "ann", {"title": "Ann", "skills": {"brains": 4}})
    assert SheetLibrary(database().database, database().clock).all("toy", "hero") == {
        "ann": {"title": "Ann", "skills": {"brains": 4}}
    }


def test_the_oldest_comes_first_and_the_one_kept_again_last(library: SheetLibrary) -> None:
    for name in ("zoe", "ann", "zoe"):
        library.save("toy", "hero", name, {"title": name.title()})
    assert list(library.all("toy", "hero")) == ["ann", "zoe"]


def test_sheet_mapping_is_cached_per_sheet(library: SheetLibrary) -> None:
    asked: list[str] = []

    def tell(data: Mapping[str, Any]) -> str:
        asked.append(data["title"])
        return str(data["title"])

    library.save("toy", "hero", "ann", {"title": "Ann"})
    assert library.map_sheets("toy", "hero", tell) == library.map_sheets("toy", "hero", tell) == {"ann": "Ann"}
    library.save("toy", "hero", "ann", {"title": "Anna"})
    library.save("toy", "hero", "ben", {"title": "Ben"})
    assert library.map_sheets("toy", "hero", tell) == {"ann": "Anna", "ben": "Ben"}
    library.delete("toy", "hero", "ann")
    assert library.map_sheets("toy", "hero", tell) == {"ben": "Ben"}
    assert asked == ["Ann", "Anna", "Ben"]


def test_several_are_kept_together_or_not_at_all(library: SheetLibrary) -> None:
    library.save("toy", "hero", "ann", {"title": "Ann"})
    with pytest.raises((StatementError, TypeError)):
        library.save_all("toy", "hero", {"ann": {"title": "Anna"}, "ben": {"title": object()}})
    assert library.all("toy", "hero") == {"ann": {"title": "Ann"}}


def test_two_pages_may_keep_at_once_and_nothing_is_lost(library: SheetLibrary) -> None:
    names = [f"hero-{n}" for n in range(12)]
    with ThreadPoolExecutor(4) as pages:
        list(pages.map(lambda name: library.save("toy", "hero", name, {"title": name}), names))
    assert sorted(library.all("toy", "hero")) == sorted(names)


def test_own_sheet_is_copied_into_choices(library: SheetLibrary) -> None:
    library.save("toy", "hero", "ann", {"title": "Ann"})
    chosen = with_sheets(FORMED, library, {"hero": {"1": "ann", "2": "bold"}, "mood": "calm", "else": [1]})
    assert chosen == {"hero": {"1": {"title": "Ann"}, "2": "bold"}, "mood": "calm", "else": [1]}


def test_unknown_sheet_error_lists_the_sheets(library: SheetLibrary) -> None:
    with pytest.raises(ContentError, match=r"hero\.2: there is no hero 'eve'; there are bold, meek\."):
        with_sheets(FORMED, library, {"hero": {"1": "bold", "2": "eve"}})


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
