"""Backups are made while people play, whole or not at all."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.ops.backup import (
    BackupError,
    BackupFolder,
    BackupManifest,
    BackupScheduler,
    backup_file,
    temporary_folder,
)
from companion.ops.backup import scheduler as schedulers
from companion.ops.backup.backup_file import MOST_FILE, TEMPORARY_PREFIX
from companion.ops.backup.folder import LEAST_FREE, kept_by_policy
from companion.sessions import LogRow
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from tests.ops.backup.there import DAY, NOON, forbidden_below, played, repacked


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A second place, which does not exist yet."""
    return tmp_path / "stick"


@pytest.fixture
def scheduler(settings: Settings, stick: Path) -> BackupScheduler:
    """Backups of a table with one entry, with a second place."""
    backup = settings.backup.model_copy(update={"folder": stick})
    played(settings, 1)
    return BackupScheduler(settings.model_copy(update={"backup": backup}))


def test_backup_refuses_a_damaged_database(settings: Settings) -> None:
    played(settings, 1, 2).close()
    with closing(sqlite3.connect(settings.data / "log.db")) as database:
        database.execute("UPDATE entries SET data = '{}' WHERE seq = 2")
        database.commit()
    scheduler = BackupScheduler(settings)
    with pytest.raises(BackupError, match="damaged"):
        scheduler.make_backup()
    assert scheduler.place.backups() == ()


def test_backup_is_whole_during_play(settings: Settings) -> None:
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


@pytest.mark.parametrize("is_closed", [True, False])
def test_scheduler_makes_backups_only_after_changes(settings: Settings, *, is_closed: bool) -> None:
    scheduler = BackupScheduler(settings)
    for many, seq in ((1, 1), (2, 2)):
        log = played(settings, seq)
        if is_closed:
            log.close()
        for _ in range(3):
            scheduler.make_if_changed()
        assert len(scheduler.place.backups()) == many


@pytest.mark.slow
def test_scheduler_compares_with_backups_of_earlier_runs(settings: Settings) -> None:
    for many, seq in ((1, 1), (2, 2)):
        played(settings, seq).close()
        for _ in range(2):
            scheduler = BackupScheduler(settings)
            scheduler.make_if_changed()
        assert len(scheduler.place.backups()) == many


def test_second_place_receives_missed_backups(scheduler: BackupScheduler, stick: Path) -> None:
    for _ in range(3):
        made = scheduler.make_backup()
    assert "is not there" in str(scheduler.standing.trouble)
    assert not stick.exists()
    stick.mkdir()
    scheduler.make_if_changed()
    assert str(scheduler.standing.trouble) == ""
    there = {one.name for one in scheduler.place.backups()}
    assert len(there) >= 3 and {path.name for path in stick.iterdir()} == there
    assert backup_file.verify_backup(stick / made.name).manifest == made.manifest
    scheduler.make_backup()
    assert {path.name for path in stick.iterdir()} == {one.name for one in scheduler.place.backups()}


def test_second_place_failure_costs_no_backup(
    scheduler: BackupScheduler, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", forbidden_below(stick))  # the desktop mounted it for its own user
        made = scheduler.make_backup()
        assert backup_file.verify_backup(made.path).manifest == made.manifest
        said = scheduler.standing.trouble
        assert f"{stick}, cannot be looked into: this user may not. docs/backups.md says how" in str(said)
        scheduler.make_if_changed()
        assert scheduler.standing.trouble == said
    stick.mkdir()
    monkeypatch.setattr(schedulers, "copyfile", lambda path, into: repacked(path, into, {"log.db": b"damaged"}))
    scheduler.make_backup()
    assert "could not be copied" in str(scheduler.standing.trouble)


def test_backup_is_private_and_removes_what_a_power_cut_left(scheduler: BackupScheduler) -> None:
    assert scheduler.make_backup().path.stat().st_mode & 0o077 == 0, "hands and passwords are in it"
    left = scheduler.place.folder / f"{TEMPORARY_PREFIX}left"
    write_atomically(left / "log.db", "a whole database")
    with temporary_folder(scheduler.place.folder) as other:
        scheduler.make_backup()
        assert other.is_dir(), "another process works there"
    assert not left.exists()


def test_simultaneous_backups_have_distinct_numbers(settings: Settings) -> None:
    played(settings, 1)
    makers = [threading.Thread(target=BackupScheduler(settings).make_backup) for _ in range(4)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [one.number for one in BackupScheduler(settings).place.backups()] == [4, 3, 2, 1]


@pytest.mark.slow
def test_backup_names_files_that_are_too_large(settings: Settings, home: Path) -> None:
    played(settings, 1)
    write_atomically(home / "lamplight" / "kits" / "bones" / "kit.toml", bytes(MOST_FILE + 1))
    scheduler = BackupScheduler(settings)
    assert list(scheduler.make_backup().manifest.files) == ["log.db"]
    assert "kits/bones/kit.toml" in str(scheduler.standing.trouble)


def test_backup_refuses_a_full_disk(settings: Settings) -> None:
    played(settings, 1)
    scheduler = BackupScheduler(settings)
    scheduler.place = BackupFolder(scheduler.place.folder, 10**9, free=lambda _path: LEAST_FREE)
    scheduler.make_if_changed()
    assert "Free some space" in str(scheduler.standing.trouble) and scheduler.standing.newest is None


@pytest.mark.slow
def test_hostile_backup_is_refused(scheduler: BackupScheduler) -> None:
    path = scheduler.make_backup().path
    with zipfile.ZipFile(path) as packed:
        told = json.loads(packed.read("manifest.json"))
    bombs = {f"words/{number}.po": bytes(MOST_FILE) for number in range(5)}
    told["files"] |= dict.fromkeys(bombs, "")
    repacked(path, path, {"manifest.json": json.dumps(told).encode(), **bombs})
    with pytest.raises(BackupError, match="too large"):
        backup_file.verify_backup(path)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_LZMA) as packed:  # allocates as much memory as its header says
        packed.writestr("words/de.po", b"")
    with pytest.raises(BackupError, match=r"words/de\.po is packed in a way that backups are not"):
        backup_file.open_backup(path)


def of_days(*days: float) -> tuple[backup_file.Backup, ...]:
    """Backups of these days, the last one with the highest number."""
    there = enumerate(days, start=1)
    made = [backup_file.Backup(Path(f"{number}"), number, BackupManifest(NOON + day * DAY)) for number, day in there]
    return tuple(reversed(made))


def test_policy_keeps_five_and_one_each_day_and_week() -> None:
    assert kept_by_policy(of_days(*[0.0] * 9)) == {5, 6, 7, 8, 9}
    assert {5, 6, 7, 8, 9} <= kept_by_policy(of_days(0, 1, 2, 3, -20000, 4, 5, -20000, 6)), "with any clock"
    hundred = of_days(*(day + hour / 24 for day in range(100) for hour in range(3)))
    stays = sorted({(number - 1) // 3 for number in kept_by_policy(hundred)})
    assert stays[-7:] == [93, 94, 95, 96, 97, 98, 99]
    assert len([day for day in stays if day < 93]) == 3


@pytest.mark.slow
def test_folder_deletes_old_backups_beyond_its_size(settings: Settings) -> None:
    scheduler = BackupScheduler(settings)
    for seq in range(1, 8):
        played(settings, seq)
        scheduler.make_backup()
    assert len(scheduler.place.backups()) == 5
    BackupFolder(scheduler.place.folder, most_bytes=1).thin_out()
    assert [one.number for one in scheduler.place.backups()] == [7, 6]
