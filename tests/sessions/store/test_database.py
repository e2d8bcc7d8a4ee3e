"""The database in its older shapes: it is brought to the newest one whole, or not at all, and back again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from companion.sessions import open_database, source_of
from companion.sessions.store.beside_log import AnswerSources
from companion.sessions.store.database import MIGRATIONS, known_revisions

REVISIONS = tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("0*.py")))
CHOSEN = "INSERT INTO sources (table_id, seat, source) VALUES ('t1', '2', 'virtual')"
MOST = 60  # statements of one migration path
STEP = 1 if "LAMPLIGHT_CUTS" in os.environ else 5
"""Stride between cuts. The whole path and the newest step have a cut before every statement."""


class PowerCutError(Exception):
    """Nothing comes after it."""


def move(engine: Engine, revision: str, way: str = "upgrade") -> None:
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        getattr(command, way)(config, revision)


def shape(engine: Engine) -> dict[str, list[str]]:
    """The columns of each table."""
    looked = inspect(engine)
    return {table: sorted(column["name"] for column in looked.get_columns(table)) for table in looked.get_table_names()}


@contextmanager
def cut_before(statement: int) -> Iterator[list[str]]:
    """The power fails before that statement that changes something; those that came are in the list."""
    came: list[str] = []

    def count(_c: Any, _cursor: Any, words: str, *_more: Any) -> None:
        if not words.lstrip().upper().startswith(("SELECT", "PRAGMA", "BEGIN")):
            if len(came) == statement:
                raise PowerCutError
            came.append(words)

    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield came
    finally:
        event.remove(Engine, "before_cursor_execute", count)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'log.db'}"


@pytest.fixture
def newest(tmp_path: Path) -> dict[str, list[str]]:
    engine = open_database(f"sqlite:///{tmp_path / 'new.db'}")
    found = shape(engine)
    engine.dispose()
    return found


def of_revision(url: str, revision: str) -> Engine:
    engine = create_engine(url)
    move(engine, revision)
    return engine


@pytest.mark.slow
@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_migration_survives_a_power_cut(tmp_path: Path, revision: str, newest: dict[str, list[str]]) -> None:
    for cut in range(0, MOST, STEP if revision not in (REVISIONS[0], REVISIONS[-2]) else 1):
        url = f"sqlite:///{tmp_path / f'{cut}.db'}"
        engine = of_revision(url, revision)
        before = shape(engine)
        with cut_before(cut) as came:
            try:
                open_database(url).dispose()
                assert came, "nothing was changed at all"
                return
            except PowerCutError:
                assert shape(engine) == before, came
        again = open_database(url)
        assert shape(again) == newest
        again.dispose()
        engine.dispose()
    raise AssertionError("the way never ends")


@pytest.mark.slow
@pytest.mark.parametrize("revision", REVISIONS)
def test_every_shape_is_left_for_the_newest_and_found_again(
    url: str, revision: str, newest: dict[str, list[str]]
) -> None:
    engine = of_revision(url, revision)
    before = shape(engine)
    open_database(url).dispose()
    assert shape(engine) == newest
    move(engine, revision, "downgrade")
    assert shape(engine) == before
    engine.dispose()


@pytest.mark.slow
def test_source_migration_keeps_old_choices_both_ways(url: str) -> None:
    before = of_revision(url, "0004")
    with before.begin() as connection:
        connection.execute(text(CHOSEN))
    engine = open_database(url)
    chosen = AnswerSources(engine).of("t1")
    assert chosen == {("2", ""): "virtual"}
    assert source_of(chosen, "2", "token") == "virtual"
    AnswerSources(engine).choose("t1", ("2",), "hand", "token")
    engine.dispose()
    move(before, "0004", "downgrade")
    with before.begin() as connection:
        assert [tuple(row) for row in connection.execute(text("SELECT * FROM sources"))] == [("t1", "2", "virtual")]
    before.dispose()


def test_migration_files_are_named_by_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert scripts == sorted(known_revisions(), reverse=True)


@pytest.mark.slow
def test_current_schema_does_not_load_alembic(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    open_database(url).dispose()
    opens = f"import sys; from companion.sessions.store.database import open_database as o; o({url!r}); print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", opens], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_database_of_the_newest_shape_is_not_touched(url: str) -> None:
    open_database(url).dispose()
    with cut_before(0):
        open_database(url).dispose()


def test_logged_errors_hide_parameters(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'log.db'}")
    with pytest.raises(SQLAlchemyError) as told, engine.begin() as connection:
        connection.execute(text("insert into entries (nowhere) values (:hand)"), {"hand": "the queen of hearts"})
    engine.dispose()
    assert "entries" in str(told.value) and "queen" not in str(told.value)


def test_older_file_orders_readings_and_tables_by_time(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    engine = create_engine(url)
    move(engine, "0007")
    with engine.begin() as connection:
        for table, at in (("t1", 2), ("t2", 1)):
            row = f"('{table}', 'toy', {at}, 0, 0)"
            connection.execute(text(f"INSERT INTO boards (table_id, game, opened_at, closed, rev) VALUES {row}"))
        for seq, at in ((1, 5), (2, 3), (3, 4)):
            row = f"('t1', 'cam', 'e', {seq}, 'r{seq}', {at}, '{{}}', 1)"
            columns = "(table_id, source, epoch, seq, id, at, data, settled)"
            connection.execute(text(f"INSERT INTO inbox {columns} VALUES {row}"))
    engine.dispose()
    with open_database(url).connect() as connection:
        places = connection.execute(text("SELECT id FROM inbox ORDER BY place")).scalars().all()
        assert places == ["r2", "r3", "r1"]
        assert connection.execute(text("SELECT table_id FROM boards WHERE lit")).scalars().all() == ["t1"]
