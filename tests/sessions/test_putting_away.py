"""Tables after a restart: lit, or put away and unchanged when they are taken out."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion import games
from companion.errors import StaleError
from companion.schema import Answer, Reading, SeenObject
from companion.sessions import SessionManager, TableSession, UnknownTableError
from tests.listeners import OnChange
from tests.sessions.conftest import Again
from tests.sessions.hands import asked, tap

YEAR = 365 * 86_400.0  # s


@pytest.fixture
def hall(hall: SessionManager) -> SessionManager:
    """One table where cards are to be shown."""
    tap(hall, "cards")
    return hall


def test_put_away_closes_and_unlights_the_table(hall: SessionManager) -> None:
    heard: list[str] = []
    hall.add_listener(OnChange(heard.append))
    hall.tables.put_away("t1")
    assert (hall.ids(), hall.lit, heard) == ((), "", ["t1"])
    assert [(board.table, board.game) for board in hall.tables.away] == [("t1", "toy")]
    with pytest.raises(UnknownTableError):
        hall.snapshot("t1")


def test_take_out_keeps_the_lit_table(hall: SessionManager) -> None:
    hall.tables.put_away("t1")
    hall.open("toy")
    hall.tables.take_out("t1")
    assert (hall.lit, sorted(hall.ids())) == ("t2", ["t1", "t2"])


def test_the_next_start_leaves_it_where_it_is(hall: SessionManager, again: Again) -> None:
    hall.tables.put_away("t1")
    restarted = again()
    assert restarted.ids() == ()
    assert restarted.open("toy") == "t2"
    restarted.tables.take_out("t1")
    assert sorted(restarted.ids()) == ["t1", "t2"]


def test_put_away_accepts_a_broken_table(hall: SessionManager, again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_name: str) -> None:
        raise games.UnknownGameError("There is no such game.")

    monkeypatch.setattr(games, "find", gone)
    restarted = again()
    restarted.tables.put_away("t1")
    assert (dict(restarted.broken), [board.table for board in restarted.tables.away]) == ({}, ["t1"])


def test_take_out_refuses_an_open_table(hall: SessionManager) -> None:
    with pytest.raises(UnknownTableError, match="No table 't1' was put away"):
        hall.tables.take_out("t1")
    with pytest.raises(UnknownTableError, match="'t9'"):
        hall.tables.put_away("t9")


def while_it_is_put_away(hall: SessionManager, monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> object:
    """Run `do` while it waits for the lock of a table that is put away and taken out."""
    found, came, find = threading.Event(), list[object](), hall._shelf.find
    seated = find("t1")
    assert seated is not None

    def find_it(name: str) -> TableSession | None:
        here = find(name)
        found.set()
        return here

    def wait() -> None:
        try:
            came.append(do())
        except UnknownTableError as error:
            came.append(error)

    monkeypatch.setattr(hall._shelf, "find", find_it)
    waiting = threading.Thread(target=wait)
    with seated.lock:
        waiting.start()
        assert found.wait(20)
        monkeypatch.setattr(hall._shelf, "find", find)
        hall._log.put_away("t1")
        hall._shelf.remove("t1")
        hall.tables.take_out("t1")
    waiting.join(20)
    return came[0]


def test_waiting_change_does_not_write_after_put_away(hall: SessionManager, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, before = hall.snapshot("t1").open[0], len(hall.history.entries("t1")[0])
    answer = Answer("b", prompt.id, ("AS",), prompt.seat)
    assert isinstance(while_it_is_put_away(hall, monkeypatch, lambda: hall.answer("t1", answer)), UnknownTableError)
    assert len(hall.history.entries("t1")[0]) == before
    hall.answer("t1", answer)
    assert len(hall.history.entries("t1")[0]) > before


def test_waiting_reading_goes_to_the_reopened_table(hall: SessionManager, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = Reading("r", "lamp", "vision/cam0", "e", 1, "", "tray", (SeenObject("d6", "5", 0.99),))
    assert while_it_is_put_away(hall, monkeypatch, lambda: hall.readings.handle(reading)) == "committed"
    now = hall._shelf.find("t1")
    assert now is not None
    assert now.rest is not None
    assert now.rest.reading.id == "r"
    assert hall.readings.handle(reading) == "duplicate"


def test_two_who_take_it_out_at_once_have_one_table(hall: SessionManager, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.tables.put_away("t1")
    board = hall.tables.away[0]
    hall.tables.take_out("t1")
    first = hall._shelf.find("t1")
    monkeypatch.setattr(hall._log, "tables_put_away", lambda: (board,))
    with pytest.raises(StaleError):
        hall.tables.take_out("t1")
    assert hall._shelf.find("t1") is first


@pytest.fixture
def backwards(again: Again) -> Again:
    """The clock is a year earlier at each start."""
    again.clock = lambda: 10 * YEAR - YEAR * len(again.logs)
    return again


def test_last_reading_survives_clock_changes(backwards: Again) -> None:
    hall = backwards()
    hall.open("toy")
    for seq in (1, 2, 3):
        coin = SeenObject("coin", "heads", 0.99)
        hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e1", seq, asked(hall), "tray", (coin,)))
        hall = backwards()
    rest = hall.snapshot("t1").rest
    assert rest is not None and rest.reading.id == "r3"


def test_lit_table_survives_a_restart(backwards: Again) -> None:
    hall = backwards()
    hall.open("toy")
    hall.open("toy")
    assert hall.lit == backwards().lit == "t2"
    hall.light("t1")
    assert hall.lit == backwards().lit == "t1"
    hall.tables.put_away("t1")
    assert hall.lit == backwards().lit == ""
    hall.tables.take_out("t1")
    assert hall.lit == backwards().lit == "t1"
