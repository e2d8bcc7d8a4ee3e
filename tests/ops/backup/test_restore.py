"""A backup brings everything back, and of a damaged one nothing."""

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
from companion.ops.backup import BackupError, BackupScheduler, backup_file, command_actions, database_swap, restore
from companion.ops.backup.backed_up_files import place_of
from companion.sessions import Device, DeviceRepository, Devices, InvitationError, find_faults
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from tests.new_log import new_log
from tests.ops.backup.there import DAY, NOON, entries, played, repacked


def test_what_was_played_comes_back(settings: Settings) -> None:
    played(settings, 1, 2, 3)  # still open: its newest entries stand in the write-ahead log
    made = BackupScheduler(settings, lambda: NOON).make_backup()
    assert [(one.table, one.entries, one.at) for one in made.manifest.tables] == [("t1", 3, NOON)]
    played(settings, 4, 5)
    old = restore.restore_database(made.path, settings.data / "log.db", settings).aside
    assert entries(settings) == 3
    assert old is not None
    assert find_faults(old / "log.db") == ()


def test_nobody_else_on_the_machine_reads_a_backup(settings: Settings) -> None:
    """Hands and passwords are in it."""
    played(settings, 1)
    assert BackupScheduler(settings).make_backup().path.stat().st_mode & 0o077 == 0


def test_what_is_set_aside_holds_all_that_was_there(settings: Settings) -> None:
    played(settings, 1, 2, 3)
    made = BackupScheduler(settings).make_backup()
    played(settings, 4, 5)
    old = restore.restore_database(made.path, settings.data / "log.db", settings).aside
    assert old is not None
    with closing(sqlite3.connect(old / "log.db")) as database:
        assert database.execute("SELECT max(seq) FROM entries").fetchone() == (5,)


def test_displays_take_what_a_restored_table_sends_for_new(settings: Settings) -> None:
    played(settings, 1).save_revision("t1", 41)
    made, revs = BackupScheduler(settings).make_backup(), [41]
    for _ in range(3):  # the same one again and again
        restore.restore_database(made.path, settings.data / "log.db", settings)
        (board,) = new_log(settings.data).open_tables()
        revs.append(board.rev)
    assert all(later > before + 1000 for before, later in pairwise(revs))


def let_in(settings: Settings, *names: str) -> None:
    """The house has its tablet, and these; nobody else."""
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


def test_a_device_that_was_sent_away_does_not_come_back_with_a_backup(settings: Settings) -> None:
    played(settings, 1).close()
    let_in(settings, "tablet", "guest")
    made = BackupScheduler(settings).make_backup()
    let_in(settings, "tablet", "fresh")
    assert restore.restore_database(made.path, settings.data / "log.db", settings).of_now
    assert devices_in(settings) == ({"tablet", "fresh"}, True)


def test_where_nobody_can_tell_the_devices_of_then_are_let_in_and_that_is_said(
    settings: Settings, said: Callable[..., str]
) -> None:
    played(settings, 1).close()
    let_in(settings, "tablet", "guest")
    BackupScheduler(settings).make_backup()
    (settings.data / "log.db").write_text("Dear diary")
    assert "./table pair --anew" in said(command_actions.restore_backup, "")
    assert devices_in(settings) == ({"tablet", "guest"}, True)


@pytest.mark.parametrize("is_readable", [True, False])
def test_a_backup_of_before_there_was_a_tablet_makes_the_house_nobody_s(
    settings: Settings, *, is_readable: bool
) -> None:
    played(settings, 1).close()
    made = BackupScheduler(settings).make_backup()
    let_in(settings, "tablet")
    if not is_readable:
        (settings.data / "log.db").write_text("Dear diary")
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert devices_in(settings) == ({"tablet"} if is_readable else set(), True)


def test_an_invitation_does_not_come_back(settings: Settings) -> None:
    log = played(settings, 1)
    token = Devices(DeviceRepository(log.database), lambda: NOON).invite("", "keeper")
    restore.restore_database(BackupScheduler(settings).make_backup().path, settings.data / "log.db", settings)
    with pytest.raises(InvitationError):
        Devices(DeviceRepository(new_log(settings.data).database), lambda: NOON).accept(token)


def test_a_power_cut_while_one_is_put_back_leaves_the_old_one(settings: Settings) -> None:
    played(settings, 1, 2, 3)  # still open: a write-ahead log lies beside it
    file = settings.data / "log.db"
    before = {name: file.with_name(name).read_bytes() for name in ("log.db", "log.db-wal")}
    half = database_swap.quarantine(file, NOON)
    assert half is not None
    assert not file.exists()
    assert database_swap.undo_half(file)
    assert {name: file.with_name(name).read_bytes() for name in before} == before
    assert not half.exists()
    assert not database_swap.undo_half(file)


def test_a_power_cut_while_the_database_has_both_names_leaves_one(settings: Settings) -> None:
    file = settings.data / "log.db"
    write_atomically(file, "old")
    half = database_swap.quarantine(file, NOON)
    assert half is not None
    file.hardlink_to(half / "log.db")
    assert database_swap.undo_half(file)
    assert file.read_text() == "old" and file.stat().st_nlink == 1
    assert not half.exists()


def test_where_a_file_may_have_one_name_alone_it_is_moved(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_self: Path, _target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "hardlink_to", refused)
    file = settings.data / "log.db"
    write_atomically(file, "old")
    half = database_swap.quarantine(file, NOON)
    assert half is not None and (half / "log.db").read_text() == "old" and not file.exists()
    assert database_swap.undo_half(file) and file.read_text() == "old"


def test_a_power_cut_just_after_it_was_put_back_keeps_what_was_set_aside(settings: Settings) -> None:
    file = settings.data / "log.db"
    write_atomically(file, "old")
    half = database_swap.quarantine(file, NOON)
    write_atomically(file, "new")
    assert not database_swap.undo_half(file)
    assert file.read_text() == "new"
    assert half is not None
    assert (half.with_suffix("") / "log.db").read_text() == "old"


def test_files_that_people_made_come_back_where_they_are_missing_and_stay_where_they_are_newer(
    settings: Settings, home: Path
) -> None:
    played(settings, 1)
    for name in ("tags.json", "broker/accounts.json", "words/fr.po"):
        write_atomically(settings.data / name, f"old {name}")
    write_atomically(home / "lamplight" / "kits" / "bones" / "kit.toml", "kind")
    made = BackupScheduler(settings).make_backup()
    write_atomically(settings.data / "tags.json", "new")
    for gone in (settings.data / "broker", settings.data / "words", home / "lamplight"):
        shutil.rmtree(gone)
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert (settings.data / "tags.json").read_text() == "new"
    assert (settings.data / "words" / "fr.po").read_text() == "old words/fr.po"
    assert (home / "lamplight" / "kits" / "bones" / "kit.toml").read_text() == "kind"
    assert (settings.data / "broker" / "accounts.json").stat().st_mode & 0o077 == 0


def encrypted(settings: Settings, *displays: str) -> tuple[str, str]:
    """A house whose broker has an authority, and accounts for these; what a display is given of it."""
    accounts = Accounts(settings.data / "broker")
    accounts.of("rules")
    passwords = [accounts.of("display", name=name).password for name in displays]
    return authority(settings.data / "broker" / "tls").read_text(), "".join(passwords)


def test_on_a_new_card_displays_still_believe_the_house_and_are_let_in(settings: Settings) -> None:
    played(settings, 1)
    given = encrypted(settings, "wall")
    made = BackupScheduler(settings).make_backup()
    shutil.rmtree(settings.data / "broker")
    encrypted(settings)  # its first start, which no display has seen
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert encrypted(settings, "wall") == given
    for name in ("accounts.json", "tls/ca.key", "tls/ca.pem"):
        assert (settings.data / "broker" / name).stat().st_mode & 0o077 == 0, name


def test_a_house_that_displays_know_already_stays_theirs(settings: Settings) -> None:
    played(settings, 1)
    encrypted(settings, "wall")
    made = BackupScheduler(settings).make_backup()
    shutil.rmtree(settings.data / "broker")
    given = encrypted(settings, "desk")
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert encrypted(settings, "desk") == given


def test_a_display_that_was_sent_away_stays_away_in_a_house_that_is_somebody_s(settings: Settings) -> None:
    played(settings, 1).close()
    let_in(settings, "tablet")
    encrypted(settings, "wall")
    made = BackupScheduler(settings).make_backup()
    Accounts(settings.data / "broker").remove("wall")
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert Accounts(settings.data / "broker").display_accounts() == ()


@pytest.mark.parametrize("name", ["ca.key", "ca.pem"])
def test_an_authority_comes_and_goes_whole(settings: Settings, name: str) -> None:
    played(settings, 1)
    given = encrypted(settings, "wall")
    made = BackupScheduler(settings).make_backup()
    (settings.data / "broker" / "tls" / name).unlink()
    assert not {"broker/tls/ca.key", "broker/tls/ca.pem"} & set(BackupScheduler(settings).make_backup().manifest.files)
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert encrypted(settings, "wall") == given


def test_pictures_of_scenarios_lie_beside_the_backups_once_and_come_back(settings: Settings) -> None:
    played(settings, 1)
    write_atomically(settings.kept / "ab.png", "a picture")
    keeper = BackupScheduler(settings)
    made = [keeper.make_backup() for _ in range(2)][-1]
    shutil.rmtree(settings.kept)
    restore.restore_database(made.path, settings.data / "log.db", settings)
    assert (settings.kept / "ab.png").read_text() == "a picture"


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../x",
        "words/../../x",
        "kits//etc/x",
        "kits/../x",
        "words/",
        "words/\0",
        "log.db",
        "lock",
        "broker/tls/broker.key",
        "uploads/x",
    ],
)
def test_what_belongs_nowhere_in_a_house_is_laid_nowhere(settings: Settings, name: str) -> None:
    """A backup may come from anybody."""
    assert place_of(name, settings) is None


def test_a_backup_that_was_changed_is_told_from_a_whole_one(settings: Settings) -> None:
    played(settings, 1, 2)
    path, chance = BackupScheduler(settings).make_backup().path, Random(2)
    assert backup_file.verify_backup(path).manifest.tables
    sound = path.read_bytes()
    for _ in range(20):
        content = bytearray(sound)
        content[chance.randrange(len(content))] ^= 16
        path.write_bytes(content)
        with suppress(BackupError):
            assert (
                backup_file.verify_backup(path).manifest.tables[0].entries == 2
            )  # a bit that says nothing: a date in the ZIP
    path.write_bytes(sound[: len(sound) // 2])
    with pytest.raises(BackupError, match="Take another backup"):
        backup_file.verify_backup(path)


@pytest.mark.parametrize("name", ["log.db", "tags.json"])
def test_a_backup_whose_zip_is_sound_and_what_is_in_it_is_not_is_none(settings: Settings, name: str) -> None:
    played(settings, 1, 2).close()
    write_atomically(settings.data / "tags.json", "{}")
    path = BackupScheduler(settings).make_backup().path
    repacked(path, path, {name: b"something else"})
    with pytest.raises(BackupError, match=f"{name} is not what was put in"):
        backup_file.verify_backup(path)


def test_a_damaged_backup_changes_nothing(settings: Settings) -> None:
    played(settings, 1, 2).close()
    path = BackupScheduler(settings).make_backup().path
    path.write_bytes(path.read_bytes()[:-200])
    before = sorted(one.name for one in settings.data.iterdir())
    with pytest.raises(BackupError):
        restore.restore_database(path, settings.data / "log.db", settings)
    assert sorted(one.name for one in settings.data.iterdir()) == before
    assert entries(settings) == 2
