"""Restore a backup: replace the database, whose old files are set aside, and bring the files that are missing here."""

from __future__ import annotations

import errno
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.errors import LamplightError, StoreError
from companion.i18n import _
from companion.ops.backup.access_merge import carry_over
from companion.ops.backup.backed_up_files import PICTURES, restore_missing
from companion.ops.backup.backup_file import Backup, unpack_database
from companion.ops.backup.folder import BackupFolder
from companion.sessions import SalvagedDatabase, find_faults, write_salvaged
from companion.settings import Settings
from companion.system.atomic_write import PART_SUFFIX, chown_like_parent, make_folder, sync

SET_ASIDE = "set-aside-"
DATABASE_SUFFIXES = ("", "-wal", "-shm")
NO_LINK = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK})  # vfat gives a file one name


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """A backup that is back."""

    backup: Backup
    aside: Path | None  # folder of the replaced database; None without one
    of_now: bool  # whether those devices are let in that were; False: those that were when it was made


def restore_database(
    backup: Path, file: Path, settings: Settings, clock: Callable[[], float] = time.time
) -> RestoredBackup:
    """Return the database of a backup, and the files of it that are missing here.

    Raises BackupError, StoreError, OSError; then the database is as it was.
    """
    undo_half(file)
    fresh = fresh_file(file)
    try:
        unpacked = unpack_database(backup, fresh)
        of_now = carry_over(file, fresh)
        restore_missing(unpacked, settings, of_now=of_now)
        for name in PICTURES:
            BackupFolder(settings.data, 0).share(unpacked.path.parent / name, name)
        return RestoredBackup(unpacked, put_in_place(fresh, file, clock), of_now)
    finally:
        remove_database(fresh)


def restore_salvaged(saved: SalvagedDatabase, file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """Replace the database by what could be read of it. Return the folder of the old one. Raises StoreError, OSError."""
    fresh = fresh_file(file)
    try:
        write_salvaged(saved, fresh)
        if faults := find_faults(fresh):
            raise LamplightError(
                _("What was saved is not sound either: {fault} Take a backup instead.", fault=faults[0])
            )
        carry_over(file, fresh)
        return put_in_place(fresh, file, clock)
    finally:
        remove_database(fresh)


def start_afresh(file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """Replace the database by an empty one. Return the folder of the old one. Raises StoreError, OSError."""
    fresh = fresh_file(file)
    try:
        write_salvaged(SalvagedDatabase(), fresh)
        return put_in_place(fresh, file, clock)
    finally:
        remove_database(fresh)


def quarantine(file: Path, at: float) -> Path | None:
    """Move a database and then its write-ahead log into a new folder. Return the folder, or None without a database. Raises OSError."""
    there = [path for path in _parts(file) if path.exists()]
    if not there:
        return None
    stamp = f"{datetime.fromtimestamp(at):%Y-%m-%d-%H%M%S}"  # noqa: DTZ006 - as people's clocks have it
    folder = file.with_name(f"{SET_ASIDE}{stamp}-{secrets.token_hex(2)}{PART_SUFFIX}")
    make_folder(folder, 0o700)
    for path in there:
        _move(path, folder)
    return folder


def settle(folder: Path) -> Path:
    """Complete the exchange, and keep the previous database. Returns the full name of its folder. Raises OSError."""
    whole = folder.rename(folder.with_name(folder.name.removesuffix(PART_SUFFIX)))
    sync(whole.parent)
    return whole


def undo_half(file: Path) -> bool:
    """Put back what was set aside when the power went before the other one came; whether there was any. Raises OSError."""
    is_back = False
    for folder in sorted(file.parent.glob(f"{SET_ASIDE}*{PART_SUFFIX}")):
        there = [path for path in _parts(folder / file.name) if path.exists()]
        if there and file.exists() and not _is_same(file, folder / file.name):
            settle(folder)  # the other one had come
            continue
        for path in reversed(there):  # the database last: as long as it is missing this is not done
            _move(path, file.parent)
        folder.rmdir()
        is_back = is_back or bool(there)
    return is_back


def _parts(file: Path) -> list[Path]:
    return [file.with_name(file.name + part) for part in DATABASE_SUFFIXES]


def _move(path: Path, folder: Path) -> None:
    """Its new name is on the disk before its old one is not: of a rename between folders a power cut may leave neither.

    A file system without hard links renames it.
    """
    new = folder / path.name
    if new.exists() and not _is_same(path, new):
        new.unlink()
    try:
        with suppress(FileExistsError):  # the power went while it had both names
            new.hardlink_to(path)
    except OSError as error:
        if error.errno not in NO_LINK:
            raise
        path.replace(new)
    sync(folder)
    path.unlink(missing_ok=True)  # where it was renamed it is gone
    sync(path.parent)


def _is_same(one: Path, other: Path) -> bool:
    """Return whether these are two names of one file."""
    return one.exists() and other.exists() and one.samefile(other)


def fresh_file(file: Path) -> Path:
    """Return a new path for a database next to the old one."""
    make_folder(file.parent)
    return file.with_name(f"{file.name}.{secrets.token_hex(4)}{PART_SUFFIX}")


def remove_database(fresh: Path) -> None:
    """Delete a database with its journals."""
    for part in DATABASE_SUFFIXES:
        fresh.with_name(fresh.name + part).unlink(missing_ok=True)


def put_in_place(fresh: Path, file: Path, clock: Callable[[], float]) -> Path | None:
    """Move the old database away first, with its write-ahead log: SQLite would apply that log to the new database."""
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(
            _("It could not be written ({why}): is the disk full, or write-protected?", why=str(error))
        ) from error
    chown_like_parent(fresh)
    sync(fresh)
    half = quarantine(file, clock())
    fresh.replace(file)
    sync(file.parent)
    return half and settle(half)
