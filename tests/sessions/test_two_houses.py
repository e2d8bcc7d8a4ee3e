"""Two processes change tables of one database: each sees what the other has done before it does anything, and nothing counts twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from companion import games
from companion.errors import StaleError, StoreError
from companion.schema import Answer, Refused, SeenObject
from companion.sessions import AnswerGiven, SessionManager, SqlEventLog, UnknownTableError, givens
from tests.fakes import TOY
from tests.sessions.hands import COINS, tap, threw

EACH = 40
Store = Callable[[], SqlEventLog]


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: TOY)


def two(store: Store) -> tuple[SessionManager, SessionManager]:
    first = SessionManager(store(), Random(1))
    first.open("toy")
    return first, SessionManager(store(), Random(2))


@pytest.mark.slow
def test_tray_and_doubt_are_equal_in_both_processes(database: Store) -> None:
    one, other = two(database)
    tap(one, "coins", id="1")
    unclear = (*COINS[:2], SeenObject("coin", None, 0.3, (("heads", 0.3),)))
    one.readings.handle(threw(one, 1, *unclear))
    other.set_notice("t1", "info", "hello")  # whatever is done there, it is read first
    assert other.snapshot("t1").doubt == one.snapshot("t1").doubt is not None
    assert other.snapshot("t1").rest == one.snapshot("t1").rest
    doubt = other.snapshot("t1").doubt
    other.decisions.settle("t1", "r1", Answer("told", doubt.prompts[0].id, ("heads", "heads", "tails"), "1"))
    assert one.readings.handle(threw(other, 2, *COINS)) == "committed"
    assert one.snapshot("t1").doubt is None
    assert one.snapshot("t1").state == other.snapshot("t1").state


def test_a_reading_that_comes_to_both_counts_once(database: Store) -> None:
    one, other = two(database)
    tap(one, "coins", id="1")
    reading = threw(one, 1, *COINS)
    assert [hall.readings.handle(reading) for hall in (one, other)] == ["committed", "duplicate"]


@pytest.mark.slow
def test_concurrent_answers_count_once_without_gaps(database: Store) -> None:
    halls = two(database)

    def play(hall: SessionManager, who: str) -> None:
        for number in range(EACH):
            for _ in range(50):
                with suppress(Refused):
                    tap(hall, *likely(hall), id=f"{who}{number}")
                    break

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, halls, "ab"))
    log = database()
    seqs = [row.seq for row in log.read("t1")]
    fresh = SessionManager(log, Random(3))
    ids = [given.answer.id for given in givens(fresh.history.entries("t1")[0])]
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(ids) == len(set(ids)) >= 2 * EACH


def likely(hall: SessionManager) -> tuple[str, ...]:
    """Return a likely answer for the first seat."""
    prompt = hall.snapshot("t1").open[0]
    least = max(prompt.least, 1)
    if prompt.kind == "count":
        return (str(prompt.least),)
    options = [option.id for option in prompt.options if option.refused is None]
    return tuple((options * least)[:least])


def test_failed_change_stores_nothing(database: Store) -> None:
    one, other = two(database)
    before = (one.snapshot("t1").state, len(one.history.entries("t1")[0]))

    def stumble(*_: Any) -> None:
        raise StoreError("The disk is full.")

    one._log.save_revision = stumble  # type: ignore[method-assign]
    with pytest.raises(StoreError):
        tap(one, "coins", id="1")
    assert (one.snapshot("t1").state, len(one.history.entries("t1")[0])) == before
    tap(other, "coins", id="1")
    del one._log.save_revision  # type: ignore[method-assign]
    with pytest.raises(Refused, match="answered already"):
        tap(one, "bag", id="2")
    assert one.snapshot("t1").state == other.snapshot("t1").state
    assert sum(isinstance(e.what, AnswerGiven) for e in one.history.entries("t1")[0]) == 1


def picture(hall: SessionManager) -> tuple[Any, ...]:
    """Return the part of a snapshot that is equal in all processes, without revisions."""
    shown = hall.snapshot("t1")
    beside = (shown.rest, shown.doubt, shown.both, shown.notice, shown.heard, shown.sources, shown.saved, shown.notes)
    return (shown.state, shown.open, shown.aside, len(shown.moments), *beside, hall.lit, hall.ids())


def revision(store: Store) -> int:
    return store().open_tables()[0].rev


@pytest.mark.slow
def test_catch_up_sees_everything_and_writes_nothing(database: Store) -> None:
    one, other = two(database)
    unclear = (*COINS[:2], SeenObject("coin", None, 0.3, (("heads", 0.3),)))
    deeds: list[Callable[[], object]] = [
        lambda: tap(one, "coins", id="1"),
        lambda: one.readings.handle(threw(one, 1, *unclear)),
        lambda: one.decisions.settle(
            "t1", "r1", Answer("told", one.snapshot("t1").open[0].id, ("heads", "heads", "tails"), "1")
        ),
        lambda: one.readings.handle(threw(one, 2, *COINS)),
        lambda: one.history.undo("t1", one.snapshot("t1").moments[-1].entry.seq - 1, id="u"),
        lambda: one.history.save("t1", "here"),
        lambda: one.history.note("t1", "it rains"),
        lambda: one.readings.choose_source("t1", ("1",), "tap"),
        lambda: one.set_notice("t1", "info", "hello"),
        lambda: one.open("toy", aside=True),
        lambda: one.light("t2"),
        lambda: one.tables.put_away("t2"),
    ]
    for deed in deeds:
        deed()
        before = revision(database)
        other.tables.catch_up()
        assert picture(other) == picture(one)
        assert revision(database) == before


def test_a_table_that_another_put_away_is_not_written_to(database: Store) -> None:
    one, other = two(database)
    one.tables.put_away("t1")
    with pytest.raises(UnknownTableError):
        tap(other, "coins", id="1")
    assert other.ids() == ()
    assert [row.seq for row in database().read("t1")] == [row.seq for row in one._log.read("t1")]
    with pytest.raises(StaleError):
        other.open("toy", name="t1")
