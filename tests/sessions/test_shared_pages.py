"""State of pages in several processes: each with its own memory, on one database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from sqlalchemy import event, text

from companion.sessions import SqlEventLog
from companion.sessions.shared_pages import (
    MOST_PAGES,
    SIGN_EVERY,
    SILENCE,
    PagesState,
    SharedPages,
    SharedStates,
    refresh,
)

Store = Callable[..., SqlEventLog]
NAME = "lesson/"


class House:
    """One process, and a clock that all share."""

    now = 1000.0

    def __init__(self, log: SqlEventLog) -> None:
        self.log, self.states = log, SharedStates(log.database)
        self.pages = SharedPages(self.states, NAME, PagesState(), lambda: House.now)

    def refresh(self) -> bool:
        return refresh(self.states, self.pages)


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(House, "now", 1000.0)


@pytest.fixture
def houses(database: Store) -> tuple[House, House]:
    return House(database()), House(database())


@contextmanager
def statements(*houses: House) -> Iterator[list[str]]:
    """Collect the statements that their databases execute."""
    heard: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_: Any) -> None:
        if "set_config" not in statement and not statement.startswith("BEGIN"):
            heard.append(statement.split(maxsplit=1)[0])

    engines = [house.log.database.engine for house in houses]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", hear)
    yield heard
    for engine in engines:
        event.remove(engine, "before_cursor_execute", hear)


def test_keep_alives_are_stored_sparsely_and_all_count(houses: tuple[House, House]) -> None:
    one, other = houses
    stored = []
    with statements(one) as asked:
        for _ in range(5):
            one.pages.keep_alive("a")
            stored.append(len(asked) > 0)
            asked.clear()
            House.now += 4
    assert stored == [True, False, True, False, True] and SIGN_EVERY == 6
    one.pages.keep_alive("a")  # is not stored
    House.now += SILENCE - 1
    assert one.pages.is_on
    other.refresh()
    assert not other.pages.is_on
    assert not one.pages.keep_alive("b"), "it has not fallen silent where its sign came to"
    House.now += 1
    assert one.refresh() is False and set(one.pages.state.pages) == {"a", "b"}


def test_no_more_pages_are_stored_than_people_have(houses: tuple[House, House]) -> None:
    one, other = houses
    for number in (*range(MOST_PAGES), 0, MOST_PAGES, MOST_PAGES + 1):
        one.pages.keep_alive(f"p{number}")
        House.now += 0.3
    other.refresh()
    assert set(other.pages.state.pages) == {f"p{number}" for number in range(MOST_PAGES + 2)} - {"p1", "p2"}


@pytest.mark.parametrize("back", [30.0, 1_000_000.0])
def test_clock_set_back_does_not_keep_pages(houses: tuple[House, House], back: float) -> None:
    one, other = houses
    House.now += back
    one.pages.keep_alive("a")
    other.refresh()
    House.now -= back
    fresh = House(one.log)
    fresh.refresh()
    assert one.pages.is_on and other.pages.is_on and fresh.pages.is_on
    House.now += SILENCE
    for house in (one, other, fresh):
        house.refresh()
        assert not house.pages.is_on
    assert fresh.pages.keep_alive("b")


def test_failed_page_change_is_not_visible(houses: tuple[House, House]) -> None:
    one, other = houses
    with suppress(ZeroDivisionError), one.log.database.transaction():
        one.pages.keep_alive("a")
        raise ZeroDivisionError
    assert not one.pages.is_on and not other.refresh() and not other.pages.is_on
    assert one.pages.keep_alive("a")
    with suppress(ZeroDivisionError):
        one.pages.change(fail)
    assert one.pages.is_on


def fail(_state: PagesState) -> PagesState:
    raise ZeroDivisionError


def test_stale_read_does_not_replace_own_change(houses: tuple[House, House]) -> None:
    one, other = houses
    other.pages.keep_alive("b")
    before, stored = one.pages.state, one.states.read()[NAME]
    one.pages.keep_alive("a")
    assert not one.pages.adopt(stored, before) and set(one.pages.state.pages) == {"a", "b"}


@pytest.mark.parametrize("row", ['{"pages": 7}', "[]", '{"pages": {"a": 1012.0}, "more": "of a later version"}'])
def test_page_state_of_another_version_is_read_or_reset(
    houses: tuple[House, House], row: str, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = houses
    one.pages.keep_alive("b")
    with one.log.database.begin() as connection:
        kind = "TEXT" if connection.dialect.name == "sqlite" else "JSON"
        connection.execute(text(f"UPDATE session_states SET data = CAST(:row AS {kind})"), {"row": row})
    for _ in range(2):
        other.refresh()
    assert other.pages.is_on is ("later" in row)
    assert len(caplog.records) == (0 if "later" in row else 1), "it is said once"
    assert other.pages.keep_alive("c") is ("later" not in row)
    assert one.refresh() and "c" in one.pages.state.pages


EACH = 25


def count_to_the_end(states: SharedStates) -> None:
    for _ in range(EACH):
        with states.changing(NAME) as found:
            states.write(NAME, {"n": json.loads(found).get("n", 0) + 1})


def test_no_change_of_two_at_once_is_lost(database: Store) -> None:
    both = [SharedStates(database().database) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(count_to_the_end, both))
    assert json.loads(both[0].read()[NAME]) == {"n": 2 * EACH}


def test_commit_callback_runs_only_after_commit(database: Store) -> None:
    states, log, done = SharedStates(database().database), database(), list[str]()
    with states.changing("lesson/"):
        states.once_committed(lambda: done.append("one"))
        assert done == []
    with suppress(ZeroDivisionError), states.changing("lesson/"):
        states.once_committed(lambda: done.append("never"))
        raise ZeroDivisionError
    states.once_committed(lambda: done.append("at once"))
    assert done == ["one", "at once"]
    with log.database.transaction():
        log.database.once_committed(lambda: done.append("of the whole"))
        with suppress(ZeroDivisionError), log.database.transaction():
            log.database.once_committed(lambda: done.append("never"))
            raise ZeroDivisionError
        with log.database.transaction():
            log.database.once_committed(lambda: done.append("of the part"))
        assert done == ["one", "at once"]
    assert done == ["one", "at once", "of the whole", "of the part"]
