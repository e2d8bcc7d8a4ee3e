"""Row security separates the tables of one database."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError

from companion.errors import StaleError
from companion.hall.database.connection import UnsupportedDatabaseError, open_hall
from companion.hall.database.row_security import LAMP, RowSecurityError, engine_for_table, log_of_table
from companion.schema import Reading
from companion.sessions import ReceivedReading, SessionManager, SqlEventLog, entries, metadata
from tests.hall.conftest import ROW
from tests.postgres import Postgres
from tests.sessions.store.test_database import move
from tests.sessions.table.chance import likely_answer

pytestmark = pytest.mark.postgres


@pytest.fixture
def one_connection(hall: Engine) -> Iterator[Engine]:
    """A single connection that no lamp has used. The shared pool would return any of several."""
    engine = open_hall(hall.url.render_as_string(hide_password=False), most=1)
    yield engine
    engine.dispose()


def test_row_security_separates_tables_with_equal_names(hall: Engine) -> None:
    """For example when one SD card was copied for every table."""
    one, other = log_of_table(hall, "one"), log_of_table(hall, "other")
    first, second = (Reading("r1", lamp, "vision/cam0", "e", 1) for lamp in ("one", "other"))
    one.open("t1", "arkham", [ROW])
    other.open("t1", "nemesis")
    one.append("t1", (), ReceivedReading(first))
    other.append("t1", (), ReceivedReading(second))
    assert [[board.game for board in log.open_tables()] for log in (one, other)] == [["arkham"], ["nemesis"]]
    assert len(list(one.read("t1"))) == 1 and not list(other.read("t1"))
    assert (one.inbox.find("r1", "t1"), other.inbox.find("r1", "t1")) == (first, second)
    one.put_away("t1")
    assert not one.open_tables() and other.open_tables()


@pytest.mark.parametrize("table", [table.name for table in metadata.sorted_tables])
def test_every_table_has_row_security(hall: Engine, table: str) -> None:
    found = inspect(hall)
    assert LAMP in found.get_pk_constraint(table)["constrained_columns"]
    for one in found.get_unique_constraints(table):
        assert LAMP in one["column_names"], f"{one['name']} lets one lamp know what another has"
    with hall.connect() as connection:
        assert connection.scalar(text("SELECT relforcerowsecurity FROM pg_class WHERE relname = :t"), {"t": table})


def test_transaction_without_a_lamp_reads_and_writes_nothing(one_connection: Engine) -> None:
    with one_connection.connect() as connection, pytest.raises(DBAPIError):
        connection.execute(select(entries)).all()
    with pytest.raises(DBAPIError):
        log(one_connection).open("t1", "arkham", [ROW])


def test_connection_forgets_its_lamp_after_each_transaction(one_connection: Engine) -> None:
    """A connection returns to the pool without its transaction's setting."""
    log_of_table(one_connection, "one").open("t1", "arkham", [ROW])
    assert not log_of_table(one_connection, "other").open_tables()
    with one_connection.connect() as connection:
        assert not connection.execute(select(entries)).all()
    with pytest.raises(StaleError):
        log(one_connection).open("t2", "arkham", [ROW])


def log(hall: Engine) -> SqlEventLog:
    return SqlEventLog(hall, lambda: 0.0)


def test_row_security_refuses_rows_of_another_lamp(hall: Engine) -> None:
    values = "('other', 't1', 1, 0, 'k', 'n', 1, '{}', '1', true)"
    columns = 'lamp, table_id, seq, at, kind, name, v, data, "by", rest'
    with engine_for_table(hall, "one").begin() as connection, pytest.raises(DBAPIError, match="row-level security"):
        connection.exec_driver_sql(f"INSERT INTO entries ({columns}) VALUES {values}")


def test_open_hall_refuses_superusers_and_other_databases(postgres: Postgres) -> None:
    with pytest.raises(RowSecurityError, match="SUPERUSER"):  # whose queries bypass row security
        open_hall(postgres.database())
    with pytest.raises(UnsupportedDatabaseError, match="postgresql"):
        open_hall("sqlite:///log.db")


def test_upgraded_hall_finds_answers_by_request_id(hall: Engine) -> None:
    for lamp in ("one", "other"):
        house = SessionManager(log_of_table(hall, lamp), Random(1))
        house.open("arkham")
        answer = likely_answer(house._shelf.get("t1").table, f"by {lamp}", Random(1))
        assert answer is not None
        house.answer("t1", answer)
    with engine_for_table(hall, "one").begin() as connection:
        assert connection.execute(select(entries.c.request)).scalars().all().count("by one") == 1
    move(hall, "0010", "downgrade")
    opened = open_hall(hall.url.render_as_string(hide_password=False))
    try:
        for lamp, others in (("one", "other"), ("other", "one")):
            log = log_of_table(opened, lamp)
            assert [row.kind for row in log.of_request("t1", f"by {lamp}")] == ["answer"]
            assert not log.of_request("t1", f"by {others}")
    finally:
        opened.dispose()
