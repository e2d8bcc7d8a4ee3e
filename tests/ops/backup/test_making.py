"""A backup is whole or none, and is made while the house plays."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.ops.backup import BackupError, BackupFolder, BackupScheduler, backup_file, temporary_folder
from companion.ops.backup import scheduler as backup_keeper
from companion.ops.backup.backup_file import BEGINS, MOST_FILE
from companion.ops.backup.folder import LEAST_FREE
from companion.sessions import LogRow
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from tests.ops.backup.there import forbidden_below, played, repacked


def test_of_a_damaged_database_no_backup_is_made(settings: Settings) -> None:
    played(settings, 1, 2).close()
    with closing(sqlite3.connect(settings.data / "log.db")) as database:
        database.execute("UPDATE entries SET data = '{}' WHERE seq = 2")
        database.commit()
    keeper = BackupScheduler(settings)
    with pytest.raises(BackupError, match="damaged"):
        keeper.make_backup()
    assert keeper.place.backups() == ()


def test_a_backup_is_whole_while_somebody_plays(settings: Settings) -> None:
    log, ended = played(settings, 1), threading.Event()

    def play() -> None:
        for seq in range(2, 2000):
            if ended.is_set():
                return
            log.append("t1", [LogRow(seq, "event", "toy", {"n": seq}, "", rest=True)])

    player = threading.Thread(target=play)
    player.start()
    try:
        made = [BackupScheduler(settings).make_backup().manifest.tables[0].entries for _ in range(3)]
    finally:
        ended.set()
        player.join()
    assert made == sorted(made)


def test_nothing_that_changed_is_no_reason_for_a_backup(settings: Settings) -> None:
    played(settings, 1)
    keeper = BackupScheduler(settings)
    for _ in range(3):
        keeper.make_if_changed()
    assert len(keeper.place.backups()) == 1
    played(settings, 2)
    keeper.make_if_changed()
    assert len(keeper.place.backups()) == 2


def test_a_start_is_no_reason_for_a_backup_and_what_a_crash_left_is(settings: Settings) -> None:
    played(settings, 1).close()
    BackupScheduler(settings).make_backup()
    again = BackupScheduler(settings)
    again.make_if_changed()
    assert len(again.place.backups()) == 1
    played(settings, 2).close()  # nobody came to back that up
    after_the_crash = BackupScheduler(settings)
    after_the_crash.make_if_changed()
    after_the_crash.make_if_changed()
    assert len(again.place.backups()) == 2


def test_the_second_place_has_it_too_and_is_missed_when_it_is_gone(settings: Settings, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": stick})})
    played(settings, 1)
    keeper = BackupScheduler(settings)
    keeper.make_backup()
    assert "is not there" in str(keeper.standing.trouble)
    assert not stick.exists()
    stick.mkdir()
    made = keeper.make_backup()
    assert str(keeper.standing.trouble) == ""
    assert backup_file.verify_backup(stick / made.name).manifest == made.manifest


def test_a_second_place_that_nobody_may_look_into_costs_no_backup(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a stick is that the desktop has mounted for its own user."""
    stick = tmp_path / "stick"
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": stick})})
    monkeypatch.setattr(Path, "stat", forbidden_below(stick))
    played(settings, 1)
    keeper = BackupScheduler(settings)
    made = keeper.make_backup()
    assert backup_file.verify_backup(made.path).manifest == made.manifest
    assert f"{stick}, cannot be looked into: this user may not. docs/backups.md says how" in str(
        keeper.standing.trouble
    )
    said = keeper.standing.trouble
    keeper.make_if_changed()
    assert keeper.standing.trouble == said


def test_a_copy_that_the_stick_spoils_is_said(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": tmp_path / "stick"})})
    played(settings, 1)

    def spoilt(path: Path, into: Path) -> None:
        repacked(path, into, {"log.db": b"what the stick makes of it"})

    monkeypatch.setattr(backup_keeper, "copy", spoilt)
    keeper = BackupScheduler(settings)
    keeper.make_backup()
    assert "could not be copied" in str(keeper.standing.trouble)


def test_a_stick_that_comes_back_gets_what_it_has_missed(settings: Settings, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": stick})})
    played(settings, 1)
    keeper = BackupScheduler(settings)
    for _ in range(3):
        keeper.make_backup()
    stick.mkdir()
    keeper.make_if_changed()
    assert str(keeper.standing.trouble) == ""
    there = {one.name for one in keeper.place.backups()}
    assert len(there) >= 3 and {path.name for path in stick.iterdir()} == there
    keeper.make_backup()
    assert {path.name for path in stick.iterdir()} == {one.name for one in keeper.place.backups()}


def test_what_a_power_cut_left_while_one_was_made_is_swept_and_what_others_work_on_is_not(settings: Settings) -> None:
    played(settings, 1)
    keeper = BackupScheduler(settings)
    keeper.make_backup()
    left = keeper.place.folder / f"{BEGINS}left"
    write_atomically(left / "log.db", "a whole database")
    with temporary_folder(keeper.place.folder) as other:
        keeper.make_backup()
        assert other.is_dir()
    assert not left.exists()


def test_two_who_make_one_at_once_make_two(settings: Settings) -> None:
    played(settings, 1)
    makers = [threading.Thread(target=BackupScheduler(settings).make_backup) for _ in range(4)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [one.number for one in BackupScheduler(settings).place.backups()] == [4, 3, 2, 1]


def test_what_is_too_large_for_a_backup_is_said(settings: Settings, home: Path) -> None:
    played(settings, 1)
    write_atomically(home / "lamplight" / "kits" / "bones" / "kit.toml", bytes(MOST_FILE + 1))
    keeper = BackupScheduler(settings)
    made = keeper.make_backup()
    assert list(made.manifest.files) == ["log.db"]
    assert "kits/bones/kit.toml" in str(keeper.standing.trouble)


@pytest.mark.slow
def test_a_backup_of_ours_that_somebody_has_filled_is_none(settings: Settings) -> None:
    played(settings, 1)
    path = BackupScheduler(settings).make_backup().path
    with zipfile.ZipFile(path) as packed:
        told = json.loads(packed.read("manifest.json"))
    bombs = {f"words/{number}.po": bytes(MOST_FILE) for number in range(5)}
    told["files"] |= dict.fromkeys(bombs, "")
    repacked(path, path, {"manifest.json": json.dumps(told).encode(), **bombs})
    with pytest.raises(BackupError, match="too large"):
        backup_file.verify_backup(path)


def test_a_backup_that_is_packed_in_another_way_is_none(settings: Settings) -> None:
    """LZMA asks for as much memory as its head says, before it has read a byte."""
    played(settings, 1)
    path = BackupScheduler(settings).make_backup().path
    with zipfile.ZipFile(path, "a", zipfile.ZIP_LZMA) as packed:
        packed.writestr("words/de.po", b"")
    with pytest.raises(BackupError, match=r"words/de\.po is packed in a way that backups are not"):
        backup_file.open_backup(path)


def test_where_there_is_no_room_none_is_made_and_that_is_said(settings: Settings) -> None:
    played(settings, 1)
    keeper = BackupScheduler(settings)
    keeper.place = BackupFolder(keeper.place.folder, 10**9, free=lambda _path: LEAST_FREE)
    keeper.make_if_changed()
    assert "Free some space" in str(keeper.standing.trouble)
    assert keeper.standing.newest is None
