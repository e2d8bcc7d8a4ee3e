"""Much is read at once, over one connection and within one transaction; what is written is not held up by it."""

from __future__ import annotations

import threading
from random import Random

import pytest
from sqlalchemy import Connection, Engine, event

from companion import games
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.table_log import ReadTransactionEngine
from companion.sessions import SessionManager, SqlEventLog

pytestmark = pytest.mark.postgres


@pytest.fixture
def begun(hall: Engine) -> list[Connection]:
    """The transactions of the lamps so far."""
    found: list[Connection] = []
    event.listen(hall, "begin", found.append)
    return found


def log_of(database: Engine | ReadTransactionEngine) -> SqlEventLog:
    return SqlEventLog(database, lambda: 0.0)


@pytest.fixture
def lamp(hall: Engine) -> Engine:
    """One with a game that was begun."""
    one = engine_for_table(hall, "lamp-1")
    SessionManager(log_of(one), Random(1)).open(games.names()[0])
    return one


def test_a_lamp_is_read_in_one_transaction(lamp: Engine, begun: list[Connection]) -> None:
    database = ReadTransactionEngine(lamp)
    with database.read_transaction():
        hall = SessionManager(log_of(database), Random(1))
    assert hall.ids() == ("t1",) and len(begun) == 1
    assert len(list(log_of(database).read("t1"))) > 0 and len(begun) == 2


def test_what_is_written_meanwhile_is_written_and_seen(lamp: Engine, begun: list[Connection]) -> None:
    database = ReadTransactionEngine(lamp)
    with database.read_transaction():
        log = log_of(database)
        before = log.open_tables()
        log.put_away("t1")
        assert before and not log.open_tables()
    assert len(begun) == 2


def test_another_thread_reads_for_itself(lamp: Engine, begun: list[Connection]) -> None:
    database = ReadTransactionEngine(lamp)
    with database.read_transaction():
        log = log_of(database)
        other = threading.Thread(target=log.open_tables)
        other.start()
        other.join()
        log.open_tables()
    assert len(begun) == 2


def test_no_connection_is_kept_where_reading_fails(lamp: Engine) -> None:
    database = ReadTransactionEngine(lamp)
    with pytest.raises(ValueError, match="a mistake"), database.read_transaction():
        raise ValueError("a mistake")
    assert lamp.pool.checkedout() == 0  # type: ignore[attr-defined]
    assert log_of(database).open_tables()
