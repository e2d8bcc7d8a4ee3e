"""Sheets that people typed in, in a real database."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy.exc import StatementError

from companion.errors import ContentError
from companion.sessions import SheetLibrary, SqlEventLog, with_sheets
from tests.fakes import FORMED
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


def test_one_sheet_is_read_by_its_name(library: SheetLibrary) -> None:
    library.save("toy", "hero", "ann", {"title": "Ann"})
    assert library.get("toy", "hero", "ann") == {"title": "Ann"}
    assert library.get("toy", "hero", "ben") is None
    assert list(library.names("toy", "hero")) == ["ann"]


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
