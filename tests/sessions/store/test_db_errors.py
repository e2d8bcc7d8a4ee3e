"""A store that fails: a sentence, nothing half done, and play goes on when it does no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, text

from companion import games
from companion.engine import Rule, show
from companion.errors import DamagedDatabaseError, StoreError
from companion.schema import HOUSE, Answer, Meaning, Reading, SeenObject
from companion.sessions import SessionManager, SqlEventLog, open_database
from companion.sessions.session import LogWriter
from companion.sessions.store.errors import FULL, GONE, HELD, READ_ONLY
from tests.chaos.games.lanterns import GAME, State
from tests.fakes import TOY, G
from tests.listeners import OnChange
from tests.sessions.hands import COINS, asked, tap, threw

if TYPE_CHECKING:
    from tests.postgres import Postgres


class Flaky:
    """A log whose database can be taken away: before a transaction is committed, or in the midst of the commit."""

    def __init__(self, url: str) -> None:
        self.log = SqlEventLog(url, lambda: 0.0)
        self.is_gone = self.is_lost_after = False
        engine = self.log.database.engine
        event.listen(engine, "engine_connect", self._refuse)
        event.listen(engine, "commit", self._lose)

    def _refuse(self, _connection: Any) -> None:
        if self.is_gone:
            raise StoreError(GONE)

    def _lose(self, connection: Any) -> None:
        """With `is_lost_after` the commit happens, but its caller gets an error."""
        if self.is_lost_after:
            self.is_gone, self.is_lost_after = True, False
            connection.connection.dbapi_connection.commit()
            raise StoreError(GONE)

    @contextmanager
    def unconfirmed(self, *, stays_gone: bool = False) -> Iterator[None]:
        """The block's commit happens, and its caller gets an error. Afterwards the store works again."""
        self.is_lost_after = True
        with pytest.raises(StoreError):
            yield
        self.is_gone = stays_gone


def changes(hall: SessionManager) -> list[str]:
    """The tables of which the listeners are notified from now on."""
    told: list[str] = []
    hall.add_listener(OnChange(told.append))
    return told


@pytest.fixture
def flaky(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flaky]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    flaky = Flaky(f"sqlite:///{tmp_path / 'log.db'}")
    yield flaky
    flaky.log.close()


@pytest.fixture
def hall(flaky: Flaky) -> SessionManager:
    """Ann must roll three coins."""
    hall = SessionManager(flaky.log, Random(7))
    hall.open("toy")
    tap(hall, "coins")
    return hall


def test_unconfirmed_answer_counts_once(hall: SessionManager, flaky: Flaky) -> None:
    reading = threw(hall, 1, *COINS)
    with flaky.unconfirmed(stays_gone=True):
        hall.readings.handle(reading)
    assert hall.snapshot("t1").state.coins == (), "nobody knows yet"
    told = changes(hall)
    flaky.is_gone = False
    assert hall.readings.handle(reading) == "duplicate"
    assert hall.snapshot("t1").state.coins == ("heads", "heads", "tails")
    assert told == ["t1"]


def test_unconfirmed_tap_is_shown_after_recovery(hall: SessionManager, flaky: Flaky) -> None:
    with flaky.unconfirmed(stays_gone=True):
        tap(hall, "heads", "tails", "heads")
    told = changes(hall)
    hall.tables.recover()
    assert told == [], "it still fails"
    flaky.is_gone = False
    hall.tables.recover()
    hall.tables.recover()
    assert hall.snapshot("t1").state.coins == ("heads", "tails", "heads")
    assert told == ["t1"]


def contest(g: G) -> Rule[None]:
    """Two cards out of two hands."""
    yield from g.ask(*(show(seat, f"{seat}: a card", ("AS", "2S"), of=("card",), zone="tray") for seat in ("1", "2")))


def test_settled_card_answers_no_other_seat_after_crash(flaky: Flaky, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=contest))
    hall = SessionManager(flaky.log, Random(7))
    hall.open("toy")
    hall.readings.handle(replace(threw(hall, 1, *COINS), objects=(SeenObject("card", None, 0.3, (("2S", 0.3),)),)))
    first, _ = hall.snapshot("t1").open
    with flaky.unconfirmed():
        hall.decisions.settle("t1", "r1", Answer("told", first.id, ("AS",), first.seat))
    for _ in range(2):
        restarted = SessionManager(flaky.log, Random(1))
        assert [prompt.seat for prompt in restarted.snapshot("t1").open] == ["2"]
        assert restarted.snapshot("t1").doubt is None


@pytest.mark.parametrize(
    "later", [(SeenObject("die", "3", 0.99),), (SeenObject("coin", None, 0.3, (("tails", 0.3),)), *COINS[1:])]
)
def test_ended_doubt_does_not_return(hall: SessionManager, flaky: Flaky, later: tuple[SeenObject, ...]) -> None:
    unclear = replace(threw(hall, 1, *COINS), objects=(*COINS[:2], SeenObject("coin", None, 0.3, (("heads", 0.3),))))
    hall.readings.handle(unclear)
    with flaky.unconfirmed():
        hall.readings.handle(replace(unclear, id="newer", seq=unclear.seq + 1, objects=later))
    restarted = SessionManager(flaky.log, Random(1))
    doubt = restarted.snapshot("t1").doubt
    assert doubt is None or doubt.reading.id == "newer"
    restarted.readings.handle(
        replace(unclear, id="newest", seq=unclear.seq + 2, objects=(SeenObject("die", "4", 0.99),))
    )
    assert restarted.snapshot("t1").doubt is None
    assert SessionManager(flaky.log, Random(1)).snapshot("t1").doubt is None


@pytest.mark.parametrize("is_looked_for", [True, False], ids=["it is looked for", "another is opened"])
def test_unconfirmed_opening_keeps_the_table(hall: SessionManager, flaky: Flaky, is_looked_for: bool) -> None:
    told = changes(hall)
    with flaky.unconfirmed(stays_gone=True):
        hall.open("toy")
    assert hall.ids() == ("t1",)
    hall.tables.recover()
    flaky.is_gone = False
    if is_looked_for:
        hall.tables.recover()
        assert (hall.ids(), hall.lit, told) == (("t1", "t2"), "t2", ["t2"])
    assert hall.open("toy") == "t3"
    assert hall.ids() == ("t1", "t2", "t3")


@pytest.mark.parametrize("is_looked_for", [True, False], ids=["it is looked for", "the other one is wished again"])
def test_unconfirmed_light_is_consistent_after_restart(hall: SessionManager, flaky: Flaky, is_looked_for: bool) -> None:
    hall.open("toy")
    told = changes(hall)
    with flaky.unconfirmed(stays_gone=True):
        hall.light("t1")
    assert hall.lit == "t2"
    flaky.is_gone = False
    if is_looked_for:
        hall.tables.recover()
        assert (hall.lit, {*told}) == ("t1", {"t1"})
    else:
        hall.light("t2")
    assert SessionManager(flaky.log, Random(1)).lit == hall.lit


def test_unconfirmed_take_out_opens_the_table(hall: SessionManager, flaky: Flaky) -> None:
    hall.tables.put_away("t1")
    with flaky.unconfirmed():
        hall.tables.take_out("t1")
    hall.tables.recover()
    assert hall.ids() == ("t1",) and hall.tables.away == ()


def test_interrupted_house_draw_is_made_at_start(flaky: Flaky, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(GAME, setup=lambda _setup: State(turn=7)))
    hall = SessionManager(flaky.log, Random(7))
    hall.open("lanterns")
    with monkeypatch.context() as before:  # a version before wrote the two one after the other
        before.setattr(LogWriter, "answer_for_house", lambda *_: None)
        tap(hall, "left")
    assert [prompt.seat for prompt in hall.snapshot("t1").open] == [HOUSE]
    hall = SessionManager(flaky.log, Random(7))
    assert hall.snapshot("t1").state.last == ("left",)
    assert HOUSE not in {prompt.seat for prompt in hall.snapshot("t1").open}


@pytest.mark.slow
def test_unconfirmed_lesson_leaves_no_doubt(flaky: Flaky) -> None:
    hall = SessionManager(flaky.log, Random(7))
    hall.open("toy")
    tap(hall, "bag")
    untaught = Reading("r1", "lamp", "bridge/bag", "e", 1, asked(hall), "bag", (SeenObject("tag", "04FF", 1.0),))
    hall.readings.handle(untaught)
    assert hall.snapshot("t1").doubt is not None
    with flaky.unconfirmed():
        hall.tags.assign("04FF", Meaning("token", "skull"))
    hall.tables.recover()
    picture = hall.snapshot("t1")
    assert (picture.doubt, picture.state.bag[0]) == (None, "skull")


@pytest.mark.slow
@pytest.mark.parametrize("is_gone", [False, True])
def test_revisions_are_unique_after_a_crash(hall: SessionManager, flaky: Flaky, is_gone: bool) -> None:
    """Alarms are published without a change of a table, also while the store fails."""
    flaky.is_gone = is_gone
    said = [hall.next_rev() for _ in range(900 if is_gone else 3000)]
    flaky.is_gone = False
    assert SessionManager(flaky.log, Random(1)).rev >= said[-1]
    assert said == sorted(set(said))


def test_store_failure_notifies_pages_once(hall: SessionManager, flaky: Flaky) -> None:
    told = changes(hall)
    flaky.is_gone = True
    for _ in range(3):
        with pytest.raises(StoreError):
            hall.set_notice("t1", "info", "hello")
        hall.tables.recover()
    assert told == ["t1"]


@pytest.mark.parametrize(
    ("so", "what", "sentence"),
    [
        ("max_page_count=1", "CREATE TABLE big AS SELECT zeroblob(1000000)", FULL),
        ("query_only=1", "DELETE FROM boards", READ_ONLY),
    ],
    ids=["a full disk", "a database that may not be written"],
)
def test_store_error_has_a_remedy(tmp_path: Path, so: str, what: str, sentence: str) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'log.db'}")
    with engine.connect() as connection:
        connection.execute(text(f"PRAGMA {so}"))
        with pytest.raises(StoreError) as refused:
            connection.execute(text(what))
    assert str(refused.value) == str(sentence)
    engine.dispose()


def test_a_file_that_is_no_database_is_damaged_for_good(tmp_path: Path) -> None:
    file = tmp_path / "log.db"
    engine = open_database(f"sqlite:///{file}")
    engine.dispose()
    file.write_bytes(b"no database " * 1000)
    with pytest.raises(DamagedDatabaseError, match="The database is damaged"), engine.connect() as connection:
        connection.execute(text("SELECT * FROM boards"))
    engine.dispose()


def test_a_database_that_another_program_holds_is_a_sentence(tmp_path: Path) -> None:
    one, other = (open_database(f"sqlite:///{tmp_path / 'log.db'}") for _ in range(2))
    with one.connect() as holding, other.connect() as connection:
        holding.exec_driver_sql("BEGIN EXCLUSIVE")
        connection.exec_driver_sql("PRAGMA busy_timeout=1")
        with pytest.raises(StoreError) as refused:
            connection.execute(text("DELETE FROM boards"))
    assert str(refused.value) == str(HELD)
    one.dispose()
    other.dispose()


@pytest.mark.postgres
@pytest.mark.slow
def test_killed_postgresql_raises_store_error_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.postgres import Postgres  # which loads psycopg for this alone

    monkeypatch.setattr(games, "find", lambda _name: TOY)
    server = Postgres()
    log = SqlEventLog(server.database(), lambda: 0.0)
    hall = SessionManager(log, Random(7))
    try:
        hall.open("toy")
        tap(hall, "coins")
        server.kill()
        with pytest.raises(StoreError) as refused:
            hall.readings.handle(threw(hall, 1, *COINS))
        assert str(refused.value) == str(GONE)
        server.start()
        assert hall.readings.handle(threw(hall, 1, *COINS)) == "committed"
        assert SessionManager(log, Random(1)).snapshot("t1").state.coins == ("heads", "heads", "tails")
    finally:
        log.close()
        server.stop()


@pytest.mark.postgres
def test_idle_cut_connection_is_replaced_silently(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sessions.store.database.TESTED_AFTER", 0.0)
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = SqlEventLog(postgres.newest(), lambda: 0.0)
    hall = SessionManager(log, Random(7))
    hall.open("toy")
    with log.database.connect() as connection:
        (own,) = connection.exec_driver_sql("SELECT pg_backend_pid()").one()
    cut = open_database(postgres.url("postgres"))
    with cut.begin() as connection:
        connection.exec_driver_sql(f"SELECT pg_terminate_backend({own})")
    cut.dispose()
    tap(hall, "coins")
    log.close()
