"""The cache of tables: loaded once for all, reloaded after an era, dropped when unused."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from companion.errors import NotOwnerError, StoreError
from companion.hall.tables.table_cache import TableCache

MOST = 3


@dataclass(eq=False)
class Fake:
    """A table of one era that records calls."""

    name: str
    hall: Hall
    settings: Any = None
    broadcaster: Any = field(default_factory=lambda: SimpleNamespace(streams=0))
    looks: list[str] = field(default_factory=list)
    is_closed: bool = False

    def __post_init__(self) -> None:
        self.settings, self.era = SimpleNamespace(place=self.name), self.hall.eras.get(self.name, 0)

    def catch_up(self) -> None:
        self.looks.append("the database")
        if self.era != self.hall.eras.get(self.name, 0):
            raise NotOwnerError("wiped")

    def catch_up_with_news(self) -> None:
        self.looks.append("the news")

    def close(self) -> None:
        self.is_closed = True


class Hall:
    """Loads fake tables."""

    def __init__(self) -> None:
        self.eras: dict[str, int] = {}
        self.read: list[Fake] = []
        self.pause = 0.0
        self.cache = TableCache(self.load, MOST)  # type: ignore[arg-type]

    def load(self, name: str) -> Fake:
        time.sleep(self.pause)
        if name == "dark":
            raise StoreError("The database does not answer.")
        self.read.append(Fake(name, self))
        return self.read[-1]

    def use(self, name: str, **how: bool) -> Any:
        with self.cache.serving(name, **how) as table:
            return table

    @property
    def at_hand(self) -> set[str]:
        return {table.settings.place for table in self.cache.tables}


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.mark.slow
def test_cache_loads_a_table_once_for_concurrent_users(hall: Hall) -> None:
    hall.pause = 0.05
    with ThreadPoolExecutor(8) as pool:
        found = {*pool.map(lambda _: hall.use("a"), range(8))}
    assert len(found) == hall.cache.loaded == len(hall.read) == 1


def test_cache_catches_up_by_query_or_by_news(hall: Hall) -> None:
    table = hall.use("a")
    assert table.looks == [], "it was read just now"
    hall.use("a")
    hall.use("a", by_news=True)
    assert table.looks == ["the database", "the news"]


def test_cache_reloads_a_table_of_another_era(hall: Hall) -> None:
    before = hall.use("a")
    hall.eras["a"] = 1
    after = hall.use("a")
    assert before.is_closed and after is not before and hall.cache.find("a") is after
    hall.cache.drop(before)
    assert hall.cache.find("a") is after, "who drops the older one late drops nothing else"


def test_cache_retries_a_table_that_cannot_be_loaded(hall: Hall) -> None:
    for _ in range(2):
        with pytest.raises(StoreError):
            hall.use("dark")
    assert hall.at_hand == set() and hall.cache.find("dark") is None


def test_those_used_longest_ago_are_let_go(hall: Hall) -> None:
    first = hall.use("a")
    for name in ("b", "c", "a", "d", "e"):
        hall.use(name)
    assert hall.at_hand == {"a", "d", "e"} and not first.is_closed
    assert [table.name for table in hall.read if table.is_closed] == ["b", "c"]


def test_cache_keeps_tables_with_pages_or_users(hall: Hall) -> None:
    hall.use("watched").broadcaster.streams = 1
    with hall.cache.serving("used") as used:
        for name in "abcdef":
            hall.use(name)
        assert hall.at_hand == {"watched", "used", "f"} and not used.is_closed
    for name in "gh":
        hall.use(name)
    assert hall.at_hand == {"watched", "g", "h"}


class Asking:
    """A lock that requests a table right after it was found to be unused."""

    def __init__(self, lock: threading.Lock, ask: Callable[[], None]) -> None:
        self.lock, self.ask, self.is_found = lock, ask, False

    @property
    def streams(self) -> int:
        self.is_found = True
        return 0

    def __enter__(self) -> None:
        self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()
        if self.is_found:
            self.is_found = False
            self.ask()


def test_cache_never_hands_out_a_table_being_dropped(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as using:
        given: list[Any] = []
        asking = Asking(hall.cache._lock, lambda: given.append(using.enter_context(hall.cache.serving("a"))))
        hall.use("a").broadcaster = asking
        monkeypatch.setattr(hall.cache, "_lock", asking)
        for name in "bcd":
            hall.use(name)
        assert len(given) == 1 and not given[0].is_closed


def test_cache_close_ends_all_tables(hall: Hall) -> None:
    for name in "ab":
        hall.use(name)
    assert len(hall.cache) == 2
    hall.cache.close()
    assert not hall.cache.tables and all(table.is_closed for table in hall.read)
