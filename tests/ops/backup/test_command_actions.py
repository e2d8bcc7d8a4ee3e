"""The output of `./table backup` and of the doctor about backups."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.ops.backup import BackupError, BackupScheduler, command_actions
from companion.ops.doctor import backups
from companion.settings import Settings
from companion.system.data_dir import lock_folder
from tests.ops.backup.there import entries, forbidden_below, played

Said = Callable[..., str]


def test_backup_commands_make_check_and_restore(
    settings: Settings, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no backups" in said(command_actions.list_backups)
    played(settings, 1, 2).close()
    assert "t1 (toy, 2 entries)" in said(command_actions.make_backup)
    assert "lamplight-0001" in said(command_actions.list_backups)
    played(settings, 3).close()
    (made,) = settings.data.rglob("lamplight-*.zip")
    made.rename(tmp_path / "back.zip")  # as a hall would
    monkeypatch.chdir(tmp_path)
    assert "is whole" in said(command_actions.check_backup, "back.zip")
    assert "is back: t1 (toy, 2 entries)" in said(command_actions.restore_backup, "back.zip")
    assert entries(settings) == 2
    said(command_actions.make_backup)
    assert "is whole" in said(command_actions.check_backup, "1")
    assert "set-aside-" in said(command_actions.restore_backup, "")


@pytest.mark.slow
def test_backup_commands_refuse_with_a_hint(settings: Settings, said: Said) -> None:
    played(settings, 1).close()
    said(command_actions.make_backup)
    with lock_folder(settings.data), pytest.raises(BackupError, match="stop it first"):
        said(command_actions.restore_backup, "")
    with pytest.raises(BackupError, match="backup list"):
        said(command_actions.check_backup, "lamplight-0009-x.zip")
    hall = settings.model_copy(update={"database": "postgresql+psycopg://a:b@c/d"})
    with pytest.raises(BackupError, match="pg_dump"):
        BackupScheduler(hall).make_backup()


def found(name: str = "backups") -> list[tuple[str, str]]:
    """Return the findings of the doctor about backups, or about the database."""
    looked = [(one.name == "database", one.result, one.sentence + one.remedy) for one in backups.look(None)]
    return [(result, text) for is_database, result, text in looked if is_database == (name == "database")]


@pytest.mark.slow
def test_doctor_checks_the_database(settings: Settings, said: Said) -> None:
    played(settings, 1, 2).close()
    assert found("database")[0][0] == "ok"
    with lock_folder(settings.data):
        assert "open in a house that runs" in found("database")[0][1]
    file = settings.data / "log.db"
    file.write_bytes(file.read_bytes().replace(b'"n": 2', b'"n": 3'))
    ((result, sentence),) = found("database")
    assert result == "bad" and "the disk has changed the entry 2" in sentence and "Start Lamplight" in sentence


def test_doctor_reads_the_newest_backup(settings: Settings, said: Said) -> None:
    assert found() == []
    played(settings, 1, 2).close()
    assert found()[0][0] == "note"
    said(command_actions.make_backup)
    ((result, sentence),) = found()
    assert result == "ok" and "lamplight-0001" in sentence
    said(command_actions.restore_backup, "")
    assert "set-aside-" in found()[-1][1]
    path = BackupScheduler(settings).place.backups()[0].path
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)
    assert found()[0][0] == "bad" and "./table backup now" in found()[0][1]


def test_doctor_and_restore_survive_a_forbidden_stick(
    settings: Settings, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(settings, 1).close()
    said(command_actions.make_backup)
    stick = tmp_path / "stick"
    monkeypatch.setenv("LAMPLIGHT_BACKUP__FOLDER", str(stick))
    monkeypatch.setattr(Path, "stat", forbidden_below(stick))
    (_newest, (result, sentence)) = found()
    assert result == "note" and "cannot be looked into: this user may not" in sentence
    with pytest.raises(BackupError, match="cannot be looked at: this user may not"):
        said(command_actions.restore_backup, str(stick / "lamplight-0001-2026-11-22-214300.zip"))
