"""Several processes write one table in turn, each commit notifies, and an older era cannot write."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event

import psycopg
import pytest
from sqlalchemy import Connection, Engine, insert, select

from companion.errors import NotOwnerError
from companion.hall.database.connection import open_hall
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.schema import THERE, lamps
from companion.hall.database.table_database import NOTIFY_CHANNEL, TableDatabase, table_mark
from companion.hall.database.table_registry import add_tables, begin_era
from companion.sessions import claims, metadata
from tests.postgres import Postgres

pytestmark = pytest.mark.postgres

LAMP = "lamp-1"
SHORT, LONG = 0.2, 20.0  # s


@pytest.fixture
def other(hall: Engine) -> Iterator[Engine]:
    """The same database in another process."""
    add_tables(hall, [LAMP, "lamp-2"])
    engine = open_hall(hall.url.render_as_string(hide_password=False))
    yield engine
    engine.dispose()


def opened(hall: Engine) -> TableDatabase:
    return TableDatabase(hall, LAMP, table_mark(hall, LAMP))


def write(connection: Connection, what: str = "1") -> None:
    connection.execute(insert(claims).values(what=what, at=0.0))


def written(hall: Engine, lamp: str = LAMP) -> list[str]:
    with engine_for_table(hall, lamp).connect() as connection:
        return sorted(connection.execute(select(claims.c.what)).scalars())


def rev(hall: Engine) -> int:
    return table_mark(hall, LAMP).rev


def test_second_transaction_waits_and_revisions_rise_by_one(hall: Engine, other: Engine) -> None:
    one, two, before = opened(hall), opened(other), rev(hall)

    def second() -> float:
        with two.begin() as connection:
            write(connection, "2")
            return time.monotonic()

    with ThreadPoolExecutor(1) as pool:
        with one.begin() as connection:
            write(connection)
            waiting = pool.submit(second)
            time.sleep(SHORT)
            assert not waiting.done()
            ended = time.monotonic()
        assert waiting.result(LONG) > ended
    assert (written(hall), rev(hall)) == (["1", "2"], before + 2)
    assert one.known == before + 1, "its own alone"
    assert two.known == before, "what the first wrote is still to be read"


def listening(hall: Engine) -> psycopg.Connection:
    url = hall.url.set(drivername="postgresql").render_as_string(hide_password=False)
    heard = psycopg.connect(url, autocommit=True)
    heard.execute(f"LISTEN {NOTIFY_CHANNEL}")
    return heard


def told(heard: psycopg.Connection) -> list[str]:
    return [note.payload for note in heard.notifies(timeout=SHORT)]


def test_commit_notifies_others_of_table_and_revision(hall: Engine, other: Engine) -> None:
    database, before = opened(hall), rev(hall)
    with listening(other) as heard:
        with suppress(ZeroDivisionError), database.begin() as connection:
            write(connection)
            raise ZeroDivisionError
        assert (rev(hall), database.known, written(hall)) == (before, before, []), "what is taken back is no revision"
        with database.begin() as connection:
            write(connection)
            assert not told(heard)
        assert told(heard) == [f"{LAMP} {before + 1}"]
        with engine_for_table(hall, LAMP).begin() as connection:
            begin_era(connection, LAMP)
        assert told(heard) == [f"{LAMP} {rev(hall)}"]


def test_older_era_cannot_read_or_write(hall: Engine, other: Engine) -> None:
    late = opened(other)
    with hall.begin() as connection:
        assert begin_era(connection, LAMP)
    before = rev(hall)
    for act in (late.mark, lambda: late.begin().__enter__(), lambda: late.looking().__enter__()):
        with pytest.raises(NotOwnerError, match="wiped or moved"):
            act()
    assert (written(hall), rev(hall)) == ([], before)
    with opened(other).begin() as connection:
        write(connection)
    assert written(hall) == ["1"], "whoever reads it anew goes on"


@pytest.mark.parametrize("plays", ["here", THERE], ids=["wiped", "given away"])
def test_transaction_that_waited_for_a_new_era_fails(hall: Engine, other: Engine, plays: str) -> None:
    late, waits = opened(other), Event()

    def act() -> None:
        waits.set()
        with late.begin() as connection:
            write(connection)

    with ThreadPoolExecutor(1) as pool:
        with engine_for_table(hall, LAMP).begin() as connection:
            begin_era(connection, LAMP, plays=plays)
            waiting = pool.submit(act)
            assert waits.wait(LONG)
            time.sleep(SHORT)
        with pytest.raises(NotOwnerError):
            waiting.result(LONG)
    assert not written(hall)


def test_looking_reads_one_snapshot_with_its_revision(hall: Engine, other: Engine) -> None:
    one, two = opened(hall), opened(other)
    with one.looking() as mark, one.connect() as connection:
        assert mark == table_mark(hall, LAMP)
        with two.begin() as elsewhere:
            write(elsewhere)
        assert not connection.execute(select(claims.c.what)).all()
    assert rev(hall) == mark.rev + 1 and written(hall) == ["1"]


OLDER = (
    "ALTER TABLE hall_lamps ADD COLUMN worker integer, ADD COLUMN turn integer NOT NULL DEFAULT 0",
    "CREATE TABLE hall_workers (id integer PRIMARY KEY, seen timestamptz)",
    "INSERT INTO hall_lamps (name, plays, worker, turn, wish) VALUES ('a', 'here', 3, 7, 'wipe'), ('b', 'there', NULL, 1, 'helped')",
)
NEW = ("rev", "era", "told", "told_of", "told_seq", "said", "told_anew", "called", "kept")


def test_open_hall_migrates_the_schema_with_owners(postgres: Postgres) -> None:
    url = postgres.hall()
    older = open_hall(url)
    with older.begin() as connection:
        for column in NEW:
            connection.exec_driver_sql(f"ALTER TABLE hall_lamps DROP COLUMN {column}")
        for statement in OLDER:
            connection.exec_driver_sql(statement)
    older.dispose()
    for _ in range(2):
        opened = open_hall(url)
        with opened.connect() as connection:
            rows = connection.execute(select(lamps).order_by(lamps.c.name)).all()
            tables = connection.exec_driver_sql("SELECT tablename FROM pg_tables").scalars().all()
        assert [(row.name, row.plays, row.wish, row.told, row.rev) for row in rows] == [
            ("a", "here", "", 0, 1),
            ("b", "there", "helped", 0, 1),
        ]
        assert "hall_workers" not in tables and not {"worker", "turn"} & {*rows[0]._fields}
        assert {table.name for table in metadata.sorted_tables} <= {*tables}
        opened.dispose()
