"""One database for all tables of a hall, and none sees another's rows: PostgreSQL says so, whatever we forget."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError

from companion.errors import StaleError
from companion.hall.database.connection import UnsupportedDatabaseError, open_hall
from companion.hall.database.row_security import LAMP, RowSecurityError, engine_for_table
from companion.schema import Reading
from companion.sessions import LogRow, ReceivedReading, SessionManager, SqlEventLog, entries, metadata
from tests.postgres import Postgres
from tests.sessions.store.test_database import move
from tests.sessions.table.chance import likely_answer

pytestmark = pytest.mark.postgres


ROW = LogRow(1, "setup", "setup", {}, "", True)


@pytest.fixture
def one_connection(hall: Engine) -> Iterator[Engine]:
    """The hall over a single connection that no lamp has had: the pool of all tests hands out any of several."""
    engine = open_hall(hall.url.render_as_string(hide_password=False), most=1)
    yield engine
    engine.dispose()


def log_of(hall: Engine, lamp: str) -> SqlEventLog:
    return SqlEventLog(engine_for_table(hall, lamp), lambda: 0.0)


def reading(lamp: str) -> Reading:
    return Reading("r1", lamp, "vision/cam0", "e", 1)


def test_two_lamps_have_a_table_of_the_same_name_each(hall: Engine) -> None:
    one, other = log_of(hall, "one"), log_of(hall, "other")
    one.open("t1", "arkham", [ROW])
    other.open("t1", "nemesis")
    assert [board.game for board in one.open_tables()] == ["arkham"] and [b.game for b in other.open_tables()] == [
        "nemesis"
    ]
    assert len(list(one.read("t1"))) == 1 and not list(other.read("t1"))


def test_two_cameras_of_one_name_and_number_are_two(hall: Engine) -> None:
    """As where one card was copied for every table."""
    one, other = log_of(hall, "one"), log_of(hall, "other")
    for lamp, log in (("one", one), ("other", other)):
        log.open("t1", "arkham")
        log.append("t1", (), ReceivedReading(reading(lamp)))
    assert one.reading("r1", "t1") == reading("one") and other.reading("r1", "t1") == reading("other")


def test_what_one_lamp_changes_the_others_keep(hall: Engine) -> None:
    one, other = log_of(hall, "one"), log_of(hall, "other")
    for log in (one, other):
        log.open("t1", "arkham")
    one.put_away("t1")
    assert not one.open_tables() and other.open_tables()


@pytest.mark.parametrize("table", [table.name for table in metadata.sorted_tables])
def test_each_kind_of_rows_is_divided(hall: Engine, table: str) -> None:
    found = inspect(hall)
    assert LAMP in found.get_pk_constraint(table)["constrained_columns"]
    for one in found.get_unique_constraints(table):
        assert LAMP in one["column_names"], f"{one['name']} lets one lamp know what another has"
    with hall.connect() as connection:
        assert connection.scalar(text("SELECT relforcerowsecurity FROM pg_class WHERE relname = :t"), {"t": table})


def test_whoever_asks_for_no_lamp_is_told_nothing(one_connection: Engine) -> None:
    with one_connection.connect() as connection, pytest.raises(DBAPIError):
        connection.execute(select(entries)).all()


def test_whoever_asks_for_no_lamp_after_one_that_did_is_told_nothing(one_connection: Engine) -> None:
    log_of(one_connection, "one").open("t1", "arkham", [ROW])
    assert list(log_of(one_connection, "one").read("t1"))
    with one_connection.connect() as connection:
        assert not connection.execute(select(entries)).all()


def test_what_is_written_for_no_lamp_is_refused(one_connection: Engine) -> None:
    nobody = SqlEventLog(one_connection, lambda: 0.0)
    with pytest.raises(DBAPIError):
        nobody.open("t1", "arkham", [ROW])


def test_what_is_written_for_no_lamp_after_one_that_did_is_refused(one_connection: Engine) -> None:
    log_of(one_connection, "one").open("t1", "arkham", [ROW])
    with pytest.raises(StaleError):
        SqlEventLog(one_connection, lambda: 0.0).open("t2", "arkham", [ROW])


def test_a_connection_that_one_lamp_had_is_not_still_its(hall: Engine) -> None:
    """It goes back to all: what it was set to ends with its transaction."""
    log_of(hall, "one").open("t1", "arkham", [ROW])
    for _ in range(20):
        assert not log_of(hall, "other").open_tables()


def test_no_lamp_writes_into_anothers_rows(hall: Engine) -> None:
    values = "('other', 't1', 1, 0, 'k', 'n', 1, '{}', '1', true)"
    columns = 'lamp, table_id, seq, at, kind, name, v, data, "by", rest'
    with engine_for_table(hall, "one").begin() as connection, pytest.raises(DBAPIError, match="row-level security"):
        connection.exec_driver_sql(f"INSERT INTO entries ({columns}) VALUES {values}")


def test_an_account_that_sees_past_it_is_sent_away(postgres: Postgres) -> None:
    """A superuser's queries would be divided by nothing."""
    with pytest.raises(RowSecurityError, match="SUPERUSER"):
        open_hall(postgres.database())


def test_a_hall_on_a_file_is_refused() -> None:
    with pytest.raises(UnsupportedDatabaseError, match="postgresql"):
        open_hall("sqlite:///log.db")


def test_opened_again_it_is_as_it_was(hall: Engine) -> None:
    log_of(hall, "one").open("t1", "arkham", [ROW])
    open_hall(hall.url.render_as_string(hide_password=False)).dispose()
    assert len(list(log_of(hall, "one").read("t1"))) == 1


def test_a_hall_of_before_knows_the_answers_of_every_lamp_by_their_ids(hall: Engine) -> None:
    for lamp in ("one", "other"):
        house = SessionManager(log_of(hall, lamp), Random(1))
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
            log = log_of(opened, lamp)
            assert [row.kind for row in log.of_request("t1", f"by {lamp}")] == ["answer"]
            assert not log.of_request("t1", f"by {others}")
    finally:
        opened.dispose()
