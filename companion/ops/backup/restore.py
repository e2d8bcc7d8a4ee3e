"""Restore a backup: its database in the place of the present one, and the files that are missing here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import LamplightError
from companion.i18n import _
from companion.ops.backup.access_merge import carry_over
from companion.ops.backup.backed_up_files import PICTURES, restore_missing
from companion.ops.backup.backup_file import Backup, unpack_database
from companion.ops.backup.database_swap import fresh_file, put_in_place, remove_database, undo_half
from companion.ops.backup.folder import BackupFolder
from companion.sessions import SalvagedDatabase, find_faults, write_salvaged
from companion.settings import Settings


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
        found = unpack_database(backup, fresh)
        of_now = carry_over(file, fresh)
        restore_missing(found, settings, of_now=of_now)
        for name in PICTURES:
            BackupFolder(settings.data, 0).share(found.path.parent / name, name)
        return RestoredBackup(found, put_in_place(fresh, file, clock), of_now)
    finally:
        remove_database(fresh)


def restore_salvaged(saved: SalvagedDatabase, file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """Replace the database by what could be read of it. Return the folder of the old one. Raises StoreError, OSError."""
    fresh = fresh_file(file)
    try:
        write_salvaged(saved, fresh)
        if found := find_faults(fresh):
            raise LamplightError(
                _("What was saved is not sound either: {fault} Take a backup instead.", fault=found[0])
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
