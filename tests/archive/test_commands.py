"""Evenings as files on the command line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.archive.import_command import import_file
from companion.archive.replay import run as replay
from companion.errors import ContentError
from companion.system.data_dir import lock_folder
from tests.archive.forger import Lines, retouched
from tests.archive.houses import Place, kept, short
from tests.command_line import typed


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with one table."""
    folder = tmp_path / "house"
    monkeypatch.setenv("LAMPLIGHT_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    place = Place(folder)
    place.lay(short("nemesis"))
    place.log.close()
    return folder


def said(*words: str) -> str:
    told = typed("record", *words, catches=False)
    assert told.exit_code == 0, told.output
    return told.output


def without_last_fact(lines: Lines) -> None:
    while lines[-1]["kind"] != "event":
        lines.pop()
    lines.pop()


@pytest.mark.slow
def test_export_works_beside_a_running_server(house: Path, tmp_path: Path) -> None:
    with lock_folder(house):
        assert "hidden" in said("export", "t1", "evening.lamplight")
        with pytest.raises(ContentError, match="its page"):
            import_file(tmp_path / "evening.lamplight", None, demo=False, as_is=False, tell=print)
    assert "was there already as t1" in said("import", "evening.lamplight")
    (tmp_path / "other.lamplight").write_bytes(kept("arkham"))
    assert "waits on the shelf as t2" in said("import", "other.lamplight")
    with closing(sqlite3.connect(house / "log.db")) as database:
        assert [row[0] for row in database.execute("select table_id from boards")] == ["t1", "t2"]


@pytest.mark.slow
def test_export_names_file_and_known_tables(house: Path, tmp_path: Path) -> None:
    said("export", "t1")
    assert [path.name for path in tmp_path.glob("*.lamplight")] == ["nemesis-t1-2023-11-14.lamplight"]
    with pytest.raises(ContentError, match=r"no table 't9'.*there are t1"):
        said("export", "t9")


@pytest.mark.slow
def test_check_reports_the_contents(tmp_path: Path) -> None:
    file = tmp_path / "evening.lamplight"
    file.write_bytes(kept("nemesis"))
    told = said("check", str(file))
    assert "Nemesis, 3 seats" in told
    assert "the same facts, the same state" in told
    assert replay(file, print)
    with pytest.raises(ContentError, match="no such file"):
        said("check", str(tmp_path / "nowhere.lamplight"))


@pytest.mark.slow
def test_import_accepts_foreign_facts_with_as_is(house: Path, tmp_path: Path) -> None:
    file = tmp_path / "older.lamplight"
    file.write_bytes(retouched(kept("arkham"), without_last_fact))
    for words in (["check"], ["import"]):
        with pytest.raises(ContentError, match=r"Entry \d+ of the evening"):
            said(*words, str(file))
    assert "but the state differs in" in said("import", str(file), "--as-is")
