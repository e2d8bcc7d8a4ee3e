"""A database of the first schema, with a throw awaited in each game, opens unchanged, and can be restored."""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, MetaData, create_engine

from companion.ops.backup import BackupScheduler, backup_file
from companion.ops.backup.command_actions import restore_backup
from companion.presentation.visibility import title_of
from companion.schema import Answer, to_json
from companion.sessions import SessionManager, SqlEventLog, givens
from companion.settings import Settings
from tests.compatibility.shown import with_flat_prompts
from tests.sessions.store.test_database import REVISIONS, move

LEFT = Path(__file__).parent / "first_schema"
DATABASES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
TABLES = ("boards", "entries", "inbox", "devices")
PROMPT = ("id", "seat", "kind", "title", "rule", "least", "most", "of", "zone", "locked", "sides", "secret")

pytestmark = pytest.mark.slow


@cache
def told() -> Mapping[str, Any]:
    """Return what the old version displayed."""
    return json.loads(lzma.decompress((LEFT / "told.json.xz").read_bytes()))


def first(folder: Path) -> Path:
    """The file as it was left."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "log.db"
    file.write_bytes(lzma.decompress((LEFT / "log.db.xz").read_bytes()))
    return file


def rows(file: Path, *tables: str) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(file)) as database:
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall() for name in tables}


def brought_over(file: Path, url: str) -> None:
    """The same rows in another database of the first schema."""
    source, target, stored = create_engine(f"sqlite:///{file}"), create_engine(url), MetaData()
    move(target, REVISIONS[0])
    stored.reflect(target, only=TABLES)
    with source.connect() as there, target.begin() as here:
        for table in stored.sorted_tables:
            if found := [dict(row) for row in there.execute(table.select()).mappings()]:
                here.execute(table.insert(), found)
    source.dispose()
    target.dispose()


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    file = first(tmp_path / "house")
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    found: str = request.getfixturevalue("postgres").database()
    brought_over(file, found)
    return found


def assert_as_left(hall: SessionManager) -> None:
    assert not hall.broken
    assert set(hall.ids()) == set(told())
    for table, then in told().items():
        picture = hall.snapshot(table)
        shown = [replace(one, title=str(title_of(picture, one))) for one in picture.open]  # an old title has the name
        now = [{key: one[key] for key in PROMPT} for one in with_flat_prompts([*map(to_json, shown)])]
        assert now == [{key: one[key] for key in PROMPT} for one in then["prompts"]], table
        assert [[o.id for o in one.options] for one in picture.open] == [
            [o["id"] for o in one["options"]] for one in then["prompts"]
        ]
        assert to_json(picture.state, str) == then["state"], table
        assert picture.doubt is not None, table
        doubt = picture.doubt
        assert doubt.reading.id == then["doubt"]["reading"]
        assert [one.id for one in doubt.prompts] == then["doubt"]["prompts"]
        assert list(doubt.values) == then["doubt"]["values"]


@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_first_schema_opens_with_all_games(url: str) -> None:
    log = SqlEventLog(url, lambda: 0.0)
    assert_as_left(SessionManager(log, Random(1)))
    log.close()
    again = SqlEventLog(url, lambda: 0.0)
    assert_as_left(SessionManager(again, Random(1)))
    again.close()


@pytest.mark.parametrize("url", DATABASES, indirect=True)
@pytest.mark.parametrize("revision", REVISIONS[1:])
def test_first_schema_migrates_through_each_revision(url: str, revision: str) -> None:
    engine: Engine = create_engine(url)
    move(engine, revision)
    engine.dispose()
    log = SqlEventLog(url, lambda: 0.0)
    assert_as_left(SessionManager(log, Random(1)))
    log.close()


@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_first_schema_doubt_is_settled(url: str) -> None:
    log = SqlEventLog(url, lambda: 0.0)
    hall = SessionManager(log, Random(1))
    for table in told():
        doubt = hall.snapshot(table).doubt
        assert doubt is not None
        prompt = doubt.prompts[0]
        said = next(option.id for option in prompt.options if option.refused is None)
        values = tuple(value or said for value in doubt.values)
        hall.decisions.settle(table, doubt.reading.id, Answer(f"settles-{table}", prompt.id, values, prompt.seat))
        assert prompt.id not in [one.id for one in hall.snapshot(table).open]
    log.close()


@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_an_answer_of_then_is_known_by_its_id(url: str) -> None:
    log = SqlEventLog(url, lambda: 0.0)
    hall = SessionManager(log, Random(1))
    for table in told():
        given = [given.answer.id for given in givens(hall.history.entries(table)[0])]
        assert given
        assert [[row.kind for row in log.of_request(table, one)] for one in given] == [["answer"]] * len(given)
    log.close()


def test_backup_before_migration_is_identical(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "house")
    file = first(settings.data)
    before = rows(file, "alembic_version", *TABLES)
    made = BackupScheduler(settings).make_backup()
    SqlEventLog(settings.database_url, lambda: 0.0).close()  # brought to the newest shape
    assert rows(file, "alembic_version") != {"alembic_version": before["alembic_version"]}
    backup_file.unpack_database(made.path, tmp_path / "unpacked.db")
    assert rows(tmp_path / "unpacked.db", "alembic_version", *TABLES) == before


def test_restored_backup_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    settings = Settings(data=tmp_path / "house")
    monkeypatch.setenv("LAMPLIGHT_DATA", str(settings.data))
    file = first(settings.data)
    made = BackupScheduler(settings).make_backup()
    file.unlink()
    restore_backup(made.name, None, demo=False)
    log = SqlEventLog(settings.database_url, lambda: 0.0)
    assert_as_left(SessionManager(log, Random(1)))
    log.close()
