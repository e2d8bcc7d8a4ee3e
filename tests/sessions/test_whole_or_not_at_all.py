"""A change of a table happens whole or not at all, in memory as on the disk, whatever fails in the midst of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.errors import StoreError
from companion.schema import Answer, Meaning, SeenObject
from companion.sessions import SessionManager, TagBook, givens
from companion.sessions.session import LogWriter
from companion.sessions.store.errors import FULL
from companion.sessions.table import RuleError
from tests.chaos.games.lanterns import GAME as LANTERNS
from tests.chaos.games.lanterns import State as Lanterns
from tests.sessions.conftest import Again
from tests.sessions.hands import COINS, tap, threw


def assert_as_stored(hall: SessionManager, again: Again) -> None:
    """Compare memory with the database."""
    rows = list(again.log.read("t1"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert [entry.seq for entry in hall.history.entries("t1")[0]] == [row.seq for row in rows]
    afresh = again().snapshot("t1")
    now = hall.snapshot("t1")
    assert (afresh.state, afresh.open, afresh.doubt, afresh.rest) == (now.state, now.open, now.doubt, now.rest)


def fail_at(again: Again, begins: str, error: Exception) -> Callable[[], None]:
    """A statement fails, as SQLite does that has no room: the whole transaction is taken back by it."""

    def fail(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(begins):
            connection.connection.dbapi_connection.rollback()
            raise error

    engine = again.log.database.engine
    event.listen(engine, "before_cursor_execute", fail)

    def mend() -> None:
        event.remove(engine, "before_cursor_execute", fail)

    return mend


@pytest.mark.parametrize("error", [StoreError(FULL), OperationalError("INSERT", {}, Exception("it has no sentence"))])
def test_full_disk_for_a_stored_state_loses_no_answer(
    hall: SessionManager,
    again: Again,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("companion.sessions.table_reader.TableReader._made_by", lambda *_: "the rules")
    monkeypatch.setattr("companion.sessions.session.EVERY", 1)
    monkeypatch.setattr("companion.sessions.table_reader._is_same", lambda *_: True)
    mended = fail_at(again, "INSERT INTO resting_states", error)
    tap(hall, "coins")
    tap(hall, "heads", "heads", "tails")
    tap(hall, "2")
    mended()
    assert "no state is stored" in caplog.text
    assert_as_stored(hall, again)


@pytest.mark.parametrize("what", ["INSERT INTO session_states", "UPDATE boards", "INSERT INTO entries"])
@pytest.mark.parametrize("error", [StoreError(FULL), RuntimeError("no sentence is known for it")])
def test_failed_statement_leaves_nothing_of_the_change(
    hall: SessionManager, again: Again, what: str, error: Exception
) -> None:
    tap(hall, "coins")
    before = hall.snapshot("t1")
    mended = fail_at(again, what, error)
    with again.log.database.begin() as connection:
        connection.exec_driver_sql("DELETE FROM session_states")
    with pytest.raises(type(error)):
        hall.readings.handle(threw(hall, 1, *COINS))
    mended()
    assert hall.snapshot("t1").state == before.state
    assert hall.readings.handle(threw(hall, 1, *COINS)) == "committed"
    assert_as_stored(hall, again)


def test_caught_store_error_fails_the_change(hall: SessionManager, again: Again) -> None:
    """A database may have taken back all that was written before."""
    with pytest.raises(StoreError), hall._shelf.change("t1"), suppress(StoreError), again.log.database.begin():
        raise StoreError(FULL)
    assert_as_stored(hall, again)


@pytest.mark.slow
def test_a_table_is_opened_while_another_one_is_changed(hall: SessionManager, again: Again) -> None:
    opened = threading.Event()

    def open_another() -> None:
        hall.open("toy")
        opened.set()

    with hall._shelf.change("t1"):
        other = threading.Thread(target=open_another)
        other.start()
        assert not opened.wait(0.3), "it waits for its turn to write"
        assert hall.ids() == ("t1",), "and nobody waits for it"
        hall._shelf.exceed_revision(1)
    assert opened.wait(5)
    other.join(5)
    assert hall.ids() == ("t1", "t2")


def test_failing_house_draw_keeps_the_answer(again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    again.play(replace(LANTERNS, setup=lambda _setup: Lanterns(turn=7)))
    hall = again()
    hall.open("lanterns")
    with monkeypatch.context() as fault:
        fault.setattr(LogWriter, "answer_for_house", lambda *_: (_ for _ in ()).throw(RuleError("it stumbles")))
        tap(hall, "left", id="once")
        tap_again = hall.snapshot("t1").notice
        assert tap_again is not None and tap_again.tone == "stumbled"
    assert [given.answer.id for given in givens(hall.history.entries("t1")[0])] == ["once"]
    assert [row.kind for row in again.log.of_request("t1", "once")] == ["answer"]


def test_unwritten_answer_teaches_no_tag(again: Again) -> None:
    book = TagBook()
    hall = again(tags=book)
    hall.open("toy")
    tap(hall, "bag")
    hall.readings.handle(threw(hall, 1, SeenObject("tag", "04FF", 1.0), source="bridge/bag"))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None
    mended = fail_at(again, "UPDATE boards", StoreError(FULL))
    with pytest.raises(StoreError):
        hall.decisions.settle("t1", "r1", Answer("told", doubt.prompts[0].id, ("skull",), "1"))
    assert "04FF" not in book.now
    mended()
    hall.decisions.settle("t1", "r1", Answer("told", doubt.prompts[0].id, ("skull",), "1"))
    assert book.now["04FF"] == Meaning("token", "skull")
    assert_as_stored(hall, again)


def test_lit_table_is_the_stored_one(hall: SessionManager, again: Again) -> None:
    hall.open("toy")
    mended = fail_at(again, "UPDATE boards SET lit", RuntimeError("no sentence is known for it"))
    with pytest.raises(RuntimeError):
        hall.light("t1")
    mended()
    assert hall.lit == "t2" == again().lit
    hall.light("t1")
    assert hall.lit == "t1" == again().lit


def test_things_that_were_declined_are_not_offered_after_a_restart(hall: SessionManager, again: Again) -> None:
    tap(hall, "coins")
    hall.readings.handle(threw(hall, 1, *COINS))
    hall.history.undo("t1", hall.snapshot("t1").moments[1].entry.seq)
    assert hall.snapshot("t1").aside
    hall.history.roll_again("t1", hall.snapshot("t1").open[0].id)
    for house in (hall, again()):
        assert house.snapshot("t1").aside == ()


def test_tray_is_derived_after_another_version_wrote(hall: SessionManager, again: Again) -> None:
    tap(hall, "coins")
    hall.readings.handle(threw(hall, 1, *COINS[:2], SeenObject("coin", None, 0.3, (("heads", 0.3),))))
    assert again.log.state_beside("t1") is not None
    with again.log.database.begin() as connection:  # it does not know of this
        connection.exec_driver_sql("UPDATE boards SET seq = 1")
    assert again.log.state_beside("t1") is None
    doubt = again().snapshot("t1").doubt
    assert doubt is not None and doubt.reading.id == "r1"
