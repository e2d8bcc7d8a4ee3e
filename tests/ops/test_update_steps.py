"""The commands of an update, with a real database of all games."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.sessions import open_database
from companion.sessions.store.database import NewerSchemaError
from companion.settings import Settings
from companion.system.data_dir import lock_folder
from companion.updating.preparation import differences
from tests.command_line import typed
from tests.sessions.test_first_schema import first, told

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LAMPLIGHT_DATA", str(tmp_path / "house"))
    monkeypatch.setenv("LAMPLIGHT_PORT", "18080")
    return Settings()


def asked(*words: str) -> dict[str, object]:
    """Run a step, and return its last line."""
    done = typed("update-step", *words, catches=False)
    assert done.exit_code == 0, done.output
    found: dict[str, object] = json.loads(done.output.splitlines()[-1])
    return found


def newer(file: Path) -> None:
    """Mark a database as one of a later version."""
    open_database(f"sqlite:///{file}").dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")


def test_facts_name_folder_page_and_state(settings: Settings) -> None:
    assert asked("facts")["is_running"] is False
    assert (asked("backup", "--keep"), asked("look")) == ({"file": ""}, {"tables": {}}), "without a database"
    file = first(settings.data)
    facts = asked("facts")
    assert facts["data"] == str(settings.data)
    assert not (settings.data / "lock").exists(), "root may ask in the folder of another user"
    assert (facts["url"], facts["is_file"], facts["size"]) == ("http://127.0.0.1:18080", True, file.stat().st_size)
    with lock_folder(settings.data):
        assert asked("facts")["is_running"] is True


def test_look_migrates_a_copy_and_opens_all_tables(settings: Settings) -> None:
    file = first(settings.data)
    before = file.read_bytes()
    backup = str(asked("backup", "--keep")["file"])
    for words in ((backup,), ()):
        tables = asked("look", *words)["tables"]
        assert isinstance(tables, dict)
        assert set(tables) == set(told())
        for name, table in tables.items():
            then = told()[name]["prompts"]
            told_of = [[one[key] for key in ("id", "seat", "kind", "title", "rule")] for one in then]
            assert [one[:5] for one in table["asked"]] == told_of
            assert not table["shut"]
    assert file.read_bytes() == before, "the database itself was not migrated"


ASKED = ["p1.0", "1", "choose", "what now?", "R1", "way", "", 1, 1, ["go", "stay"]]


@pytest.mark.parametrize(
    ("now", "is_other"),
    [
        (ASKED, False),
        ([*ASKED[:3], "what do you do?", *ASKED[4:]], False),
        (ASKED[:5], False),
        ([*ASKED[:3], "what do you do?", "R1"], True),
        ([*ASKED[:9], ["go"]], True),
        ([*ASKED[:5], "burn", *ASKED[6:]], True),
        (["p1.0", "2", *ASKED[2:]], True),
    ],
    ids=["same", "reworded", "earlier", "earlier reworded", "other answer", "other key", "other seat"],
)
def test_prompts_may_differ_in_wording(now: list[object], *, is_other: bool) -> None:
    was = {"game": "toy", "shut": "", "asked": [ASKED]}
    shut, other = differences({"t1": was}, {"t1": was | {"asked": [now]}})
    assert (shut, bool(other)) == ([], is_other)


def test_look_gives_the_reason_of_a_closed_table(settings: Settings) -> None:
    file = first(settings.data)
    tables = asked("look")["tables"]
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("UPDATE entries SET name = 'Unheard' WHERE table_id = 't1' AND kind = 'event'")
    after = asked("look")["tables"]
    assert isinstance(tables, dict)
    assert isinstance(after, dict)
    shut, other = differences(tables, after)
    assert ("t1 (arkham)" in shut[0], "does not know" in shut[0], len(shut), other) == (True, True, 1, [])


def test_backup_of_an_update_is_kept(settings: Settings) -> None:
    first(settings.data)
    kept = Path(str(asked("backup", "--keep")["file"]))
    for _ in range(8):
        asked("backup")
    assert kept.is_file()
    assert not (kept.parent.parent / kept.name).exists()
    second = Path(str(asked("backup", "--keep")["file"]))
    assert [path.name for path in kept.parent.iterdir()] == [second.name]
    third = Path(str(asked("backup", "--keep", f"--beside={second}")["file"]))
    assert {path.name for path in kept.parent.iterdir()} == {second.name, third.name}


def test_since_lists_what_a_restore_loses(settings: Settings) -> None:
    file = first(settings.data)
    backup = str(asked("backup", "--keep")["file"])
    assert asked("since", backup)["lost"] == []
    open_database(f"sqlite:///{file}").dispose()
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("INSERT INTO entries SELECT table_id, seq + 1, at, kind, name, v, data, by, rest, NULL, NULL FROM entries ORDER BY seq DESC LIMIT 1")  # fmt: skip
    assert asked("since", backup)["lost"] == ["Table t4 (nemesis): 1 entry since then"]
    asked("restore", backup)
    assert asked("since", backup)["lost"] == []


def test_newer_database_is_refused_with_a_remedy(settings: Settings) -> None:
    newer(first(settings.data))
    with pytest.raises(NewerSchemaError, match=r"newer Lamplight \(its shape is 9999\): run that one, or go back with"):
        asked("look")
    done = typed("serve")
    assert isinstance(done.exception, NewerSchemaError)
