"""A change of a table happens whole or not at all, in memory as on the disk, whatever fails in the midst of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion import games
from companion.errors import StoreError
from companion.schema import Answer, Meaning, Reading, Refused, SeenObject
from companion.sessions import AnswerGiven, SessionManager, SqlEventLog, TagBook, givens
from companion.sessions.session import LogWriter
from companion.sessions.store.errors import FULL
from companion.sessions.table import RuleError
from companion.sessions.table_reader import TableReader
from tests.chaos.games.lanterns import GAME as LANTERNS
from tests.chaos.games.lanterns import State as Lanterns
from tests.fakes import TOY
from tests.new_log import new_log
from tests.sessions.hands import asked, tap

COINS = tuple(SeenObject("coin", face, 0.99) for face in ("heads", "heads", "tails"))


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlEventLog]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = new_log(tmp_path)
    yield log
    log.close()


@pytest.fixture
def hall(log: SqlEventLog) -> SessionManager:
    hall = SessionManager(log, Random(7))
    hall.open("toy")
    return hall


def threw(hall: SessionManager, seq: int, *objects: SeenObject, source: str = "vision/cam0") -> Reading:
    expect = asked(hall)
    return Reading(f"r{seq}", "lamp", source, "e", seq, expect, "tray", objects)


def assert_as_stored(hall: SessionManager, log: SqlEventLog) -> None:
    """Compare memory with the database."""
    rows = list(log.read("t1"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert [entry.seq for entry in hall.history.entries("t1")[0]] == [row.seq for row in rows]
    afresh = SessionManager(log, Random(7)).snapshot("t1")
    now = hall.snapshot("t1")
    assert (afresh.state, afresh.open, afresh.doubt, afresh.rest) == (now.state, now.open, now.doubt, now.rest)


def fail_at(log: SqlEventLog, begins: str, error: Exception) -> Callable[[], None]:
    """A statement fails, as SQLite does that has no room: the whole transaction is taken back by it."""

    def fail(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(begins):
            connection.connection.dbapi_connection.rollback()
            raise error

    event.listen(log.database.engine, "before_cursor_execute", fail)

    def mend() -> None:
        event.remove(log.database.engine, "before_cursor_execute", fail)

    return mend


@pytest.mark.parametrize("error", [StoreError(FULL), OperationalError("INSERT", {}, Exception("it has no sentence"))])
def test_full_disk_for_a_stored_state_loses_no_answer(
    hall: SessionManager,
    log: SqlEventLog,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("companion.sessions.table_reader.TableReader._made_by", lambda *_: "the rules")
    monkeypatch.setattr("companion.sessions.session.EVERY", 1)
    monkeypatch.setattr("companion.sessions.table_reader._is_same", lambda *_: True)
    mended = fail_at(log, "INSERT INTO resting_states", error)
    tap(hall, "coins")
    tap(hall, "heads", "heads", "tails")
    tap(hall, "2")
    mended()
    assert "no state is stored" in caplog.text
    assert_as_stored(hall, log)


@pytest.mark.parametrize("what", ["INSERT INTO session_states", "UPDATE boards", "INSERT INTO entries"])
@pytest.mark.parametrize("error", [StoreError(FULL), RuntimeError("no sentence is known for it")])
def test_failed_statement_leaves_nothing_of_the_change(
    hall: SessionManager, log: SqlEventLog, what: str, error: Exception
) -> None:
    tap(hall, "coins")
    before = hall.snapshot("t1")
    mended = fail_at(log, what, error)
    with log.database.begin() as connection:
        connection.exec_driver_sql("DELETE FROM session_states")
    with pytest.raises(type(error)):
        hall.readings.handle(threw(hall, 1, *COINS))
    mended()
    assert hall.snapshot("t1").state == before.state
    assert hall.readings.handle(threw(hall, 1, *COINS)) == "committed"
    assert_as_stored(hall, log)


def test_caught_store_error_fails_the_change(hall: SessionManager, log: SqlEventLog) -> None:
    """A database may have taken back all that was written before."""
    with pytest.raises(StoreError), hall._shelf.change("t1"), suppress(StoreError), log.database.begin():
        raise StoreError(FULL)
    assert_as_stored(hall, log)


@pytest.mark.slow
def test_a_table_is_opened_while_another_one_is_changed(hall: SessionManager, log: SqlEventLog) -> None:
    opened = threading.Event()

    def open_another() -> None:
        hall.open("toy")
        opened.set()

    with hall._shelf.change("t1"):
        other = threading.Thread(target=open_another)
        other.start()
        assert not opened.wait(0.3), "it waits for its turn to write"
        assert hall.ids() == ("t1",), "and nobody waits for it"
        hall._shelf.has_seen(1)
    assert opened.wait(5)
    other.join(5)
    assert hall.ids() == ("t1", "t2")


def test_failed_reload_is_repeated(hall: SessionManager, log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reloading may write the facts that a restart establishes."""
    two = SessionManager(log, Random(2))
    tap(hall, "coins")
    read = TableReader.read
    monkeypatch.setattr(TableReader, "read", lambda *given: _with_more(read(*given)))
    with pytest.raises(Refused):
        two.answer("t1", Answer("another", "p1.0", ("coins",), "1"))
    monkeypatch.setattr(TableReader, "read", read)
    tap(two, "heads", "tails", "tails")
    assert_as_stored(two, log)


def _with_more(table: Any) -> Any:
    table.known.write(*(entry.what for entry in table.log[-1:] if isinstance(entry.what, AnswerGiven)))
    return table


def test_failing_house_draw_keeps_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(LANTERNS, setup=lambda _setup: Lanterns(turn=7)))
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(7))
    hall.open("lanterns")
    with monkeypatch.context() as fault:
        fault.setattr(LogWriter, "answer_for_house", lambda *_: (_ for _ in ()).throw(RuleError("it stumbles")))
        tap(hall, "left", id="once")
        tap_again = hall.snapshot("t1").notice
        assert tap_again is not None and tap_again.tone == "stumbled"
    assert [given.answer.id for given in givens(hall.history.entries("t1")[0])] == ["once"]
    assert_is_on_disk(log, "once")
    log.close()


def assert_is_on_disk(log: SqlEventLog, id: str) -> None:
    assert [row.kind for row in log.of_request("t1", id)] == ["answer"]


def test_unwritten_answer_teaches_no_tag(log: SqlEventLog) -> None:
    book = TagBook()
    hall = SessionManager(log, Random(7), tags=book)
    hall.open("toy")
    tap(hall, "bag")
    hall.readings.handle(threw(hall, 1, SeenObject("tag", "04FF", 1.0), source="bridge/bag"))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None
    mended = fail_at(log, "UPDATE boards", StoreError(FULL))
    with pytest.raises(StoreError):
        hall.decisions.settle("t1", "r1", Answer("told", doubt.prompts[0].id, ("skull",), "1"))
    assert "04FF" not in book.now
    mended()
    hall.decisions.settle("t1", "r1", Answer("told", doubt.prompts[0].id, ("skull",), "1"))
    assert book.now["04FF"] == Meaning("token", "skull")
    assert_as_stored(hall, log)


def test_lit_table_is_the_stored_one(hall: SessionManager, log: SqlEventLog) -> None:
    hall.open("toy")
    mended = fail_at(log, "UPDATE boards SET lit", RuntimeError("no sentence is known for it"))
    with pytest.raises(RuntimeError):
        hall.light("t1")
    mended()
    assert hall.lit == "t2" == SessionManager(log, Random(1)).lit
    hall.light("t1")
    assert hall.lit == "t1" == SessionManager(log, Random(1)).lit


def test_things_that_were_declined_are_not_offered_after_a_restart(hall: SessionManager, log: SqlEventLog) -> None:
    tap(hall, "coins")
    hall.readings.handle(threw(hall, 1, *COINS))
    hall.history.undo("t1", hall.snapshot("t1").moments[1].entry.seq)
    assert hall.snapshot("t1").aside
    hall.history.roll_again("t1", hall.snapshot("t1").open[0].id)
    for house in (hall, SessionManager(log, Random(7))):
        assert house.snapshot("t1").aside == ()


def test_tray_is_derived_after_another_version_wrote(hall: SessionManager, log: SqlEventLog) -> None:
    tap(hall, "coins")
    hall.readings.handle(threw(hall, 1, *COINS[:2], SeenObject("coin", None, 0.3, (("heads", 0.3),))))
    assert log.state_beside("t1") is not None
    with log.database.begin() as connection:  # it does not know of this
        connection.exec_driver_sql("UPDATE boards SET seq = 1")
    assert log.state_beside("t1") is None
    doubt = SessionManager(log, Random(7)).snapshot("t1").doubt
    assert doubt is not None and doubt.reading.id == "r1"
