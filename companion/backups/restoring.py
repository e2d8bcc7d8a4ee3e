"""Puts a database in the place of another one. What was there is set aside under a name with its time, and never thrown away."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.backups.backup import Backup, file_of, unpack_database
from companion.backups.keeper import ACCOUNTS, PICTURES, place_of
from companion.backups.place import Place
from companion.errors import LamplightError
from companion.files import HALF, make_folder, sync, write_whole
from companion.settings import Settings
from companion.tables import salvage, soundness

LEAP = 1_000_000
"""By which the revisions of restored tables rise: a display that has seen later ones would take what is sent for old."""
PARTS = ("", "-wal", "-shm")


def restore(
    backup: Path, file: Path, settings: Settings, clock: Callable[[], float] = time.time
) -> tuple[Backup, Path | None]:
    """The database of a backup, and the files of it that are missing here. Raises BackupError, OSError; then nothing has changed.

    Returns the backup, and where what was there lies now.
    """
    fresh = _fresh(file)
    try:
        found = unpack_database(backup, fresh)
        aside = _in_place(fresh, file, clock)
    finally:
        fresh.unlink(missing_ok=True)
    _bring_missing(found, settings)
    return found, aside


def take_saved(saved: salvage.Saved, file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """What could be read of the damaged file, as the database. Returns where that lies now. Raises StoreFails, OSError."""
    fresh = _fresh(file)
    try:
        salvage.write(saved, fresh)
        if found := soundness.faults(fresh):
            raise LamplightError(f"What was saved is not sound either: {found[0]} Take a backup instead.")
        return _in_place(fresh, file, clock)
    finally:
        for part in PARTS:
            fresh.with_name(fresh.name + part).unlink(missing_ok=True)


def begin_afresh(file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """No database any more: the next start makes a new one. Returns where the old one lies."""
    fresh = _fresh(file)
    try:
        salvage.write(salvage.Saved(), fresh)
        return _in_place(fresh, file, clock)
    finally:
        fresh.unlink(missing_ok=True)


def _fresh(file: Path) -> Path:
    make_folder(file.parent)
    return file.with_name(f"{file.name}.{secrets.token_hex(4)}{HALF}")


def _in_place(fresh: Path, file: Path, clock: Callable[[], float]) -> Path | None:
    """The old one goes first, with its write-ahead log after it: a log that lies beside another database would be played into it."""
    with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
        with suppress(sqlite3.OperationalError):  # of a shape that has no revisions yet
            database.execute("UPDATE boards SET rev = rev + ?", (LEAP,))
        database.execute("PRAGMA journal_mode=DELETE")
    sync(fresh)
    aside = _set_aside(file, clock())
    fresh.replace(file)
    sync(file.parent)
    return aside


def _set_aside(file: Path, at: float) -> Path | None:
    there = [file.with_name(file.name + part) for part in PARTS]
    if not any(path.exists() for path in there):
        return None
    told = f"{datetime.fromtimestamp(at):%Y-%m-%d-%H%M%S}"  # noqa: DTZ006 - as people's clocks have it
    folder = file.with_name(f"set-aside-{told}-{secrets.token_hex(2)}")
    make_folder(folder)
    for path in there:
        if path.exists():
            path.replace(folder / path.name)
            sync(folder)
            sync(file.parent)
    return folder


def _bring_missing(backup: Backup, settings: Settings) -> None:
    """What is there is newer, and stays."""
    for name in backup.manifest.files:
        place = place_of(name, settings)
        if place is not None and not place.exists():
            write_whole(place, file_of(backup.path, name), private=name == ACCOUNTS)
    for folder in PICTURES:
        Place(settings.data, 0).share(backup.path.parent / folder, folder)
