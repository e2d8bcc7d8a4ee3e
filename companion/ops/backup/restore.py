"""Puts a database in the place of another one. What was there is set aside under a name with its time, and never thrown away."""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.errors import LamplightError, StoreError
from companion.messaging import BusError
from companion.messaging.broker.accounts import Accounts
from companion.ops.backup.access_merge import carry_over
from companion.ops.backup.backed_up_files import ACCOUNTS, AUTHORITY, PICTURES, place_of
from companion.ops.backup.backup import Backup, read_member, unpack_database
from companion.ops.backup.folder import BackupFolder
from companion.schema import is_newer
from companion.sessions import SalvagedDatabase, find_faults, write_salvaged
from companion.settings import Settings
from companion.system.atomic_write import HALF, chown_like_parent, make_folder, sync, write_atomically
from companion.system.data_dir import EVENT_FILE

SET_ASIDE = "set-aside-"
PARTS = ("", "-wal", "-shm")


def quarantine(file: Path, at: float) -> Path | None:
    """Move a database, and the log that belongs to it after it; None: there was none. `at`: s, Unix. Raises OSError."""
    there = [path for path in _parts(file) if path.exists()]
    if not there:
        return None
    told = f"{datetime.fromtimestamp(at):%Y-%m-%d-%H%M%S}"  # noqa: DTZ006 - as people's clocks have it
    folder = file.with_name(f"{SET_ASIDE}{told}-{secrets.token_hex(2)}{HALF}")
    make_folder(folder, 0o700)
    for path in there:
        _move(path, folder)
    return folder


def settle(folder: Path) -> Path:
    """The other one is in place: what was set aside stays where it is. Returns the folder by its whole name. Raises OSError."""
    whole = folder.rename(folder.with_name(folder.name.removesuffix(HALF)))
    sync(whole.parent)
    return whole


def undo_half(file: Path) -> bool:
    """Put back what was set aside when the power went before the other one came; whether there was any. Raises OSError."""
    is_back = False
    for folder in sorted(file.parent.glob(f"{SET_ASIDE}*{HALF}")):
        there = [path for path in _parts(folder / file.name) if path.exists()]
        if file.exists() and there:
            settle(folder)  # the other one had come
            continue
        for path in reversed(there):  # the database last: as long as it is missing this is not done
            _move(path, file.parent)
        folder.rmdir()
        is_back = is_back or bool(there)
    return is_back


def _parts(file: Path) -> list[Path]:
    return [file.with_name(file.name + part) for part in PARTS]


def _move(path: Path, folder: Path) -> None:
    """Its new name is on the disk before its old one is not."""
    path.replace(folder / path.name)
    sync(folder)
    sync(path.parent)


OF_DISPLAYS = frozenset({ACCOUNTS, *AUTHORITY})
OWN = ("rules", "reader")
"""Roles that parts of the house itself have without a name."""


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """A backup that is back."""

    backup: Backup
    aside: Path | None  # where what was there lies now; None: nothing was
    of_now: bool  # whether those devices are let in that were; False: those that were when it was made


def restore_database(
    backup: Path, file: Path, settings: Settings, clock: Callable[[], float] = time.time
) -> RestoredBackup:
    """The database of a backup, and the files of it that are missing here.

    Raises BackupError, StoreError, OSError; then the database is as it was.
    """
    fresh = _fresh(file)
    try:
        found = unpack_database(backup, fresh)
        of_now = carry_over(file, fresh)
        restore_missing(found, settings, of_now=of_now)
        return RestoredBackup(found, _in_place(fresh, file, clock), of_now)
    finally:
        _remove(fresh)


def restore_salvaged(saved: SalvagedDatabase, file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """What could be read of the damaged file, as the database. Returns where that lies now. Raises StoreError, OSError."""
    fresh = _fresh(file)
    try:
        write_salvaged(saved, fresh)
        if found := find_faults(fresh):
            raise LamplightError(f"What was saved is not sound either: {found[0]} Take a backup instead.")
        carry_over(file, fresh)
        return _in_place(fresh, file, clock)
    finally:
        _remove(fresh)


def start_afresh(file: Path, clock: Callable[[], float] = time.time) -> Path | None:
    """A database without anything. Returns where the old one lies. Raises StoreError, OSError."""
    fresh = _fresh(file)
    try:
        write_salvaged(SalvagedDatabase(), fresh)
        return _in_place(fresh, file, clock)
    finally:
        _remove(fresh)


def _fresh(file: Path) -> Path:
    make_folder(file.parent)
    return file.with_name(f"{file.name}.{secrets.token_hex(4)}{HALF}")


def _remove(fresh: Path) -> None:
    for part in PARTS:
        fresh.with_name(fresh.name + part).unlink(missing_ok=True)


def _in_place(fresh: Path, file: Path, clock: Callable[[], float]) -> Path | None:
    """The old one goes first, with its write-ahead log after it: a log that lies beside another database would be played into it."""
    try:
        with closing(sqlite3.connect(fresh, isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"It could not be written ({error}): is the disk full, or write-protected?") from error
    chown_like_parent(fresh)
    sync(fresh)
    half = quarantine(file, clock())
    fresh.replace(file)
    sync(file.parent)
    return half and settle(half)


def restore_missing(backup: Backup, settings: Settings, *, of_now: bool) -> None:
    """What is there is newer, and stays; of what belongs to displays see `_lacking_for_displays`, and a table's part in an event of
    many the backup of a hall may know better.
    """
    of_displays = _lacking_for_displays(settings, of_now=of_now)
    for name in backup.manifest.files:
        place = place_of(name, settings)
        if place is None:
            continue
        is_missing = name in of_displays if name in OF_DISPLAYS else not place.exists()
        if is_missing or _counts_more(backup, name, place):
            write_atomically(place, read_member(backup.path, name), private=name in OF_DISPLAYS)
    for folder in PICTURES:
        BackupFolder(settings.data, 0).share(backup.path.parent / folder, folder)


def _counts_more(backup: Backup, name: str, place: Path) -> bool:
    if name != EVENT_FILE:
        return False
    try:
        there = place.read_bytes()
    except OSError:
        there = b""
    return is_newer(read_member(backup.path, name), there)


def _lacking_for_displays(settings: Settings, *, of_now: bool) -> frozenset[str]:
    """What has to come for the displays of then to be let in, and to believe this house.

    A new machine that was started once has accounts and an authority that no display knows: those are no loss. In a house that is
    somebody's, a display that was sent away since then stays away, as devices do.
    """
    if not (of_now or _knows_displays(settings)):
        return OF_DISPLAYS
    parts = ((ACCOUNTS,), AUTHORITY)
    return frozenset(name for part in parts if not _is_whole(part, settings) for name in part)


def _is_whole(part: tuple[str, ...], settings: Settings) -> bool:
    return all((settings.data / name).exists() for name in part)


def _knows_displays(settings: Settings) -> bool:
    """Whether anybody but the house's own parts has an account here, or nobody can tell."""
    if not (settings.data / ACCOUNTS).exists():
        return False
    try:
        known = Accounts((settings.data / ACCOUNTS).parent).known.values()
    except BusError:
        return True
    return any(access.name or access.role not in OWN for access in known)
