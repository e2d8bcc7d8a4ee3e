"""A restore brings everything back, and nothing of a damaged backup."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.messaging.broker.accounts import Accounts
from companion.messaging.broker.certificates import authority
from companion.ops.backup import BackupError, BackupScheduler, backup_file, command_actions, restore
from companion.ops.backup.backed_up_files import place_of
from companion.sessions import Device, DeviceRepository, Devices, InvitationError, find_faults
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from tests.new_log import new_log
from tests.ops.backup.there import DAY, NOON, entries, played, repacked


def restored(backup: Path, settings: Settings) -> restore.RestoredBackup:
    return restore.restore_database(backup, settings.data / "log.db", settings)


def backed_up(settings: Settings) -> Path:
    return BackupScheduler(settings, lambda: NOON).make_backup().path


def test_restore_brings_entries_back_and_keeps_the_old(settings: Settings) -> None:
    played(settings, 1, 2, 3)  # still open: its newest entries are in the write-ahead log
    made = BackupScheduler(settings, lambda: NOON).make_backup()
    assert [(one.table, one.entries, one.at) for one in made.manifest.tables] == [("t1", 3, NOON)]
    played(settings, 4, 5)
    old = restored(made.path, settings).aside
    assert entries(settings) == 3
    assert old is not None and find_faults(old / "log.db") == ()
    with closing(sqlite3.connect(old / "log.db")) as database:
        assert database.execute("SELECT max(seq) FROM entries").fetchone() == (5,)


@pytest.mark.slow
def test_restore_raises_revisions_and_deletes_invitations(settings: Settings) -> None:
    log = played(settings, 1)
    log.save_revision("t1", 41)
    token = Devices(DeviceRepository(log.database), lambda: NOON).invite("", "keeper")
    path, revs = backed_up(settings), [41]
    for _ in range(3):  # the same backup again
        restored(path, settings)
        log = new_log(settings.data)
        (board,) = log.open_tables()
        revs.append(board.rev)
    assert all(later > before + 1000 for before, later in pairwise(revs)), "displays ignore older ones"
    with pytest.raises(InvitationError):
        Devices(DeviceRepository(log.database), lambda: NOON).accept(token)


def admit(settings: Settings, *names: str) -> None:
    """Replace all devices by these, the first one the tablet."""
    log = new_log(settings.data)
    devices = DeviceRepository(log.database)
    devices.dismiss_all()
    for place, name in enumerate(names):
        devices.admit(name * 4, Device(name, "keeper" if place else "table", "", name, NOON, NOON, NOON + DAY))
    log.close()


def devices_in(settings: Settings) -> tuple[set[str], bool]:
    log = new_log(settings.data)
    found = {one.name for one in DeviceRepository(log.database).all()}, DeviceRepository(log.database).is_claimed()
    log.close()
    return found


def test_restore_keeps_present_devices_if_it_can_read_them(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1).close()
    admit(settings, "tablet", "guest")
    path = backed_up(settings)
    admit(settings, "tablet", "fresh")
    assert restored(path, settings).of_now
    assert devices_in(settings) == ({"tablet", "fresh"}, True)
    (settings.data / "log.db").write_text("Dear diary")
    assert "./table pair --anew" in said(command_actions.restore_backup, "")
    assert devices_in(settings) == ({"tablet", "guest"}, True)


@pytest.mark.parametrize("is_readable", [True, False])
def test_restore_keeps_the_claim_of_the_tablet(settings: Settings, *, is_readable: bool) -> None:
    played(settings, 1).close()
    path = backed_up(settings)
    admit(settings, "tablet")
    if not is_readable:
        (settings.data / "log.db").write_text("Dear diary")
    restored(path, settings)
    assert devices_in(settings) == ({"tablet"} if is_readable else set(), True)


@pytest.mark.parametrize("has_links", [True, False])
def test_power_cut_during_swap_keeps_the_old_database(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, *, has_links: bool
) -> None:
    def refuse(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    if not has_links:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    played(settings, 1, 2, 3)  # still open, with its write-ahead log
    file = settings.data / "log.db"
    before = {name: file.with_name(name).read_bytes() for name in ("log.db", "log.db-wal")}
    half = restore.quarantine(file, NOON)
    assert half is not None and not file.exists()
    assert restore.undo_half(file)
    assert {name: file.with_name(name).read_bytes() for name in before} == before
    assert not half.exists() and not restore.undo_half(file)


def test_power_cut_between_link_and_unlink_is_undone(settings: Settings) -> None:
    file = settings.data / "log.db"
    write_atomically(file, "old")
    half = restore.quarantine(file, NOON)
    assert half is not None
    file.hardlink_to(half / "log.db")
    assert restore.undo_half(file)
    assert file.read_text() == "old" and file.stat().st_nlink == 1 and not half.exists()


def test_power_cut_after_swap_keeps_both_databases(settings: Settings) -> None:
    file = settings.data / "log.db"
    write_atomically(file, "old")
    half = restore.quarantine(file, NOON)
    write_atomically(file, "new")
    assert not restore.undo_half(file) and file.read_text() == "new"
    assert half is not None and (half.with_suffix("") / "log.db").read_text() == "old"


def test_restore_brings_missing_files_and_keeps_newer(settings: Settings, home: Path) -> None:
    played(settings, 1)
    for name in ("tags.json", "broker/accounts.json", "words/fr.po"):
        write_atomically(settings.data / name, f"old {name}")
    write_atomically(home / "lamplight" / "kits" / "bones" / "kit.toml", "kind")
    write_atomically(settings.kept / "ab.png", "a picture")
    backed_up(settings)
    path = backed_up(settings)
    write_atomically(settings.data / "tags.json", "new")
    for gone in (settings.data / "broker", settings.data / "words", home / "lamplight", settings.kept):
        shutil.rmtree(gone)
    restored(path, settings)
    assert (settings.data / "tags.json").read_text() == "new"
    assert (settings.data / "words" / "fr.po").read_text() == "old words/fr.po"
    assert (home / "lamplight" / "kits" / "bones" / "kit.toml").read_text() == "kind"
    assert (settings.kept / "ab.png").read_text() == "a picture"
    assert (settings.data / "broker" / "accounts.json").stat().st_mode & 0o077 == 0


def encrypted(settings: Settings, *displays: str) -> tuple[str, str]:
    """Make authority and accounts at the broker, and return what a display has of them."""
    accounts = Accounts(settings.data / "broker")
    accounts.of("rules")
    passwords = [accounts.of("display", name=name).password for name in displays]
    return authority(settings.data / "broker" / "tls").read_text(), "".join(passwords)


@pytest.mark.slow
@pytest.mark.parametrize("display", ["", "desk"])
def test_restore_brings_the_broker_to_a_new_machine(settings: Settings, display: str) -> None:
    played(settings, 1)
    given = encrypted(settings, "wall")
    path = backed_up(settings)
    shutil.rmtree(settings.data / "broker")
    fresh = encrypted(settings, *([display] if display else []))
    restored(path, settings)
    assert encrypted(settings, display or "wall") == (fresh if display else given), "displays of now are not cut off"
    for name in ("accounts.json", "tls/ca.key", "tls/ca.pem"):
        assert (settings.data / "broker" / name).stat().st_mode & 0o077 == 0, name


def test_restore_brings_no_removed_display_back(settings: Settings) -> None:
    played(settings, 1).close()
    admit(settings, "tablet")
    encrypted(settings, "wall")
    path = backed_up(settings)
    Accounts(settings.data / "broker").remove("wall")
    restored(path, settings)
    assert Accounts(settings.data / "broker").display_accounts() == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ca.key", "ca.pem"])
def test_authority_is_backed_up_and_restored_whole(settings: Settings, name: str) -> None:
    played(settings, 1)
    given = encrypted(settings, "wall")
    path = backed_up(settings)
    (settings.data / "broker" / "tls" / name).unlink()
    assert not {"broker/tls/ca.key", "broker/tls/ca.pem"} & set(BackupScheduler(settings).make_backup().manifest.files)
    restored(path, settings)
    assert encrypted(settings, "wall") == given


FOREIGN = ("/etc/passwd", "../x", "words/../../x", "kits//etc/x", "kits/../x", "words/", "words/\0", "log.db", "lock")


@pytest.mark.parametrize("name", [*FOREIGN, "broker/tls/broker.key", "uploads/x"])
def test_restore_writes_no_foreign_path(settings: Settings, name: str) -> None:
    assert place_of(name, settings) is None


def test_changed_backup_is_refused(settings: Settings) -> None:
    played(settings, 1, 2)
    path, chance = backed_up(settings), Random(2)
    assert backup_file.verify_backup(path).manifest.tables
    sound = path.read_bytes()
    for _ in range(20):
        content = bytearray(sound)
        content[chance.randrange(len(content))] ^= 16
        path.write_bytes(content)
        with suppress(BackupError):  # a bit without meaning, as in a date of the ZIP
            assert backup_file.verify_backup(path).manifest.tables[0].entries == 2
    path.write_bytes(sound[: len(sound) // 2])
    with pytest.raises(BackupError, match="Take another backup"):
        backup_file.verify_backup(path)


@pytest.mark.parametrize("name", ["log.db", "tags.json"])
def test_backup_with_another_member_is_refused(settings: Settings, name: str) -> None:
    played(settings, 1, 2).close()
    write_atomically(settings.data / "tags.json", "{}")
    path = backed_up(settings)
    repacked(path, path, {name: b"something else"})
    with pytest.raises(BackupError, match=f"{name} is not what was put in"):
        backup_file.verify_backup(path)


def test_damaged_backup_changes_nothing(settings: Settings) -> None:
    played(settings, 1, 2).close()
    path = backed_up(settings)
    path.write_bytes(path.read_bytes()[:-200])
    before = sorted(one.name for one in settings.data.iterdir())
    with pytest.raises(BackupError):
        restored(path, settings)
    assert sorted(one.name for one in settings.data.iterdir()) == before
    assert entries(settings) == 2
