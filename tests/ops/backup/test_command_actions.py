"""What `./table backup` and `./table doctor` say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.ops.backup import BackupError, BackupScheduler, command_actions
from companion.ops.doctor import backups
from companion.settings import Settings
from companion.system.data_dir import lock_folder
from tests.ops.backup.there import entries, forbidden_below, played


def test_the_commands_make_name_check_and_restore(settings: Settings, said: Callable[..., str]) -> None:
    assert "no backups" in said(command_actions.list_backups)
    played(settings, 1, 2).close()
    assert "t1 (toy, 2 entries)" in said(command_actions.make_backup)
    assert "lamplight-0001" in said(command_actions.list_backups)
    assert "is whole" in said(command_actions.check_backup, "1")
    played(settings, 3).close()
    told = said(command_actions.restore_backup, "")
    assert "is back: t1 (toy, 2 entries)" in told
    assert "set-aside-" in told
    assert entries(settings) == 2


def test_hints_lead_to_the_house_of_the_demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("LAMPLIGHT_DATA", raising=False)
    told: list[str] = []
    command_actions.list_backups(None, demo=True, tell=told.append)
    assert "./table backup now --demo makes one" in told[0]
    with pytest.raises(BackupError, match=r"\./table backup list --demo names them"):
        command_actions.check_backup("7", None, demo=True, tell=told.append)


def test_a_file_is_put_back_whatever_it_is_called(
    settings: Settings, said: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a hall gives it back."""
    played(settings, 1, 2).close()
    said(command_actions.make_backup)
    (made,) = settings.data.rglob("lamplight-*.zip")
    made.rename(tmp_path / "back.zip")
    monkeypatch.chdir(tmp_path)
    played(settings, 3).close()
    assert "is whole" in said(command_actions.check_backup, "back.zip")
    assert "is back: t1 (toy, 2 entries)" in said(command_actions.restore_backup, "back.zip")
    assert entries(settings) == 2


def test_a_house_that_runs_is_not_restored(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1).close()
    said(command_actions.make_backup)
    with lock_folder(settings.data), pytest.raises(BackupError, match="stop it first"):
        said(command_actions.restore_backup, "")


def test_of_a_name_that_is_none_the_way_to_the_others_is_told(settings: Settings, said: Callable[..., str]) -> None:
    with pytest.raises(BackupError, match="backup list"):
        said(command_actions.check_backup, "lamplight-0009-x.zip")


def test_a_house_in_postgresql_is_told_of_its_own_way(settings: Settings) -> None:
    hall = settings.model_copy(update={"database": "postgresql+psycopg://a:b@c/d"})
    with pytest.raises(BackupError, match="pg_dump"):
        BackupScheduler(hall).make_backup()


def found(settings: Settings) -> list[tuple[str, str]]:
    """What the doctor says of the backups."""
    return [(one.result, one.sentence + one.remedy) for one in backups.look(None) if one.name != "database"]


def of_database() -> tuple[str, str]:
    return next((one.result, one.sentence + one.remedy) for one in backups.look(None) if one.name == "database")


def test_the_doctor_says_whether_the_database_is_sound(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1, 2).close()
    assert of_database()[0] == "ok"
    with lock_folder(settings.data):
        assert "open in a house that runs" in of_database()[1]
    file = settings.data / "log.db"
    file.write_bytes(file.read_bytes().replace(b'"n": 2', b'"n": 3'))
    result, sentence = of_database()
    assert result == "bad" and "the disk has changed the entry 2" in sentence and "Start Lamplight" in sentence


def test_the_doctor_reads_the_newest_to_its_last_byte(settings: Settings, said: Callable[..., str]) -> None:
    assert found(settings) == []  # no house, no backups
    played(settings, 1, 2).close()
    assert found(settings)[0][0] == "note"
    said(command_actions.make_backup)
    ((result, sentence),) = found(settings)
    assert result == "ok"
    assert "lamplight-0001" in sentence
    path = BackupScheduler(settings).place.backups()[0].path
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)
    assert found(settings)[0][0] == "bad"
    assert "./table backup now" in found(settings)[0][1]


def test_a_stick_that_nobody_may_look_into_ends_neither_doctor_nor_restoring(
    settings: Settings, said: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1).close()
    said(command_actions.make_backup)
    stick = tmp_path / "stick"
    monkeypatch.setenv("LAMPLIGHT_BACKUP__FOLDER", str(stick))
    monkeypatch.setattr(Path, "stat", forbidden_below(stick))
    (_newest, (result, sentence)) = found(settings)
    assert (result, "cannot be looked into: this user may not" in sentence) == ("note", True)
    with pytest.raises(BackupError, match="cannot be looked at: this user may not"):
        said(command_actions.restore_backup, str(stick / "lamplight-0001-2026-11-22-214300.zip"))


def test_the_doctor_says_where_old_databases_lie(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1).close()
    said(command_actions.make_backup)
    said(command_actions.restore_backup, "")
    assert "set-aside-" in found(settings)[-1][1]
