"""List a folder of backups, and delete old ones by their numbers and days.

Days are counted from backup to backup, never from today: a clock that was wrong for an evening makes nothing old.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from stat import S_ISDIR

from companion.i18n import NOTHING, Text, _, from_data
from companion.ops.backup.backup_file import Backup, BackupError, number_of, open_backup, remove_stale_folders
from companion.system.atomic_write import (
    PART_SUFFIX,
    chown_like_parent,
    explain_os_error,
    make_folder,
    sync,
    write_atomically,
)
from companion.system.data_dir import alone

NEWEST, DAYS, WEEKS = 5, 7, 4  # so many of the newest, and one of each of so many days and weeks
LEAST_FREE = 200_000_000  # bytes that backups leave free on a disk


class BackupFolder:
    """A folder of backups, bounded in bytes."""

    def __init__(self, folder: Path, most_bytes: int, free: Callable[[Path], int] | None = None) -> None:
        """`free` returns the free bytes on the disk of a folder."""
        self.folder, self._most = folder, most_bytes
        self._free = free or (lambda path: shutil.disk_usage(path).free)

    def backups(self) -> tuple[Backup, ...]:
        """Return the backups that can be opened, the newest first, unchecked: `verify_backup` checks one."""
        return tuple(self._readable())

    def newest(self) -> Backup | None:
        """Return the newest that can be opened."""
        return next(self._readable(), None)

    def _readable(self) -> Iterator[Backup]:
        for path in self._files():
            with suppress(BackupError):
                yield open_backup(path)

    def next_number(self) -> int:
        return max((number_of(path.name) for path in self._files()), default=0) + 1

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Make the folder, and lock out other processes that make backups. Raises OSError."""
        make_folder(self.folder)
        with alone(self.folder):
            yield

    def put(self, name: str, write: Callable[[Path], None], needs: int) -> Path:
        """Have `write` make a file, whole or not at all, and delete old backups for it. Raises OSError, and BackupError on a full disk.

        `needs`: bytes, about.
        """
        make_folder(self.folder)
        self._sweep()
        self.thin_out(needs)
        if self._free(self.folder) < needs + LEAST_FREE:
            raise BackupError(
                _(
                    "No backup was made in {folder}: the disk has less than {n} MB left. Free some space.",
                    folder=str(self.folder),
                    n=(needs + LEAST_FREE) // 1_000_000,
                )
            )
        half = self.folder / f"{name}{PART_SUFFIX}"
        try:
            half.touch(0o600)  # it holds what is hidden, and passwords
            chown_like_parent(half)
            write(half)
            sync(half)
            half.replace(self.folder / name)
            sync(self.folder)
        finally:
            half.unlink(missing_ok=True)
        self.thin_out()
        return self.folder / name

    def share(self, folder: Path, name: str) -> None:
        """Copy the files of a folder next to the backups, while the disk has room. Their names are digests, so none changes. Raises OSError."""
        shared = self.folder / name
        there = {path.name for path in shared.iterdir()} if shared.is_dir() else set()
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            size = path.stat().st_size
            if path.name not in there and path.suffix != PART_SUFFIX and self._free(self.folder) > size + LEAST_FREE:
                write_atomically(shared / path.name, path.read_bytes())

    def thin_out(self, room: int = 0) -> None:
        """Delete backups that are neither new nor the newest of their day or week, or beyond the size; never the newest two."""
        there = self.backups()
        stay = kept_by_policy(there)
        size = room
        for place, backup in enumerate(there):
            size += backup.path.stat().st_size
            is_needed = place < 2 or (backup.number in stay and size <= self._most)
            if not is_needed:
                size -= backup.path.stat().st_size
                backup.path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        there = self.folder.iterdir() if self.folder.is_dir() else ()
        return sorted((path for path in there if number_of(path.name)), key=lambda path: -number_of(path.name))

    def _sweep(self) -> None:
        """Remove what a power cut left of a backup that was written or checked."""
        for path in self.folder.glob(f"*{PART_SUFFIX}"):
            path.unlink(missing_ok=True)
        remove_stale_folders(self.folder)


def second_place_fault(folder: Path) -> Text:
    """Return why a second place cannot take a backup, or NOTHING.

    A stick that the desktop mounted for its own user looks missing to the service.
    """
    try:
        if S_ISDIR(folder.stat().st_mode):
            return NOTHING
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:
        return _(
            "The second place for backups, {folder}, cannot be looked into: {why}. docs/backups.md says how Lamplight may.",
            folder=str(folder),
            why=from_data(explain_os_error(error)),
        )
    return _(
        "The second place for backups, {folder}, is not there: put the stick in, or make the folder.",
        folder=str(folder),
    )


def kept_by_policy(backups: Sequence[Backup]) -> frozenset[int]:
    """Return the numbers of the backups that stay. `backups`: the newest first."""
    return frozenset(
        backup.number
        for group in (
            backups[:NEWEST],
            _first_of(backups, lambda day: day.toordinal(), DAYS),
            _first_of(backups, lambda day: day.isocalendar()[:2], WEEKS),
        )
        for backup in group
    )


def _first_of(backups: Iterable[Backup], span: Callable[[date], object], most: int) -> list[Backup]:
    """Return the newest backup of each of the last `most` days or weeks that have one."""
    first: dict[object, Backup] = {}
    for backup in backups:
        first.setdefault(span(datetime.fromtimestamp(backup.manifest.at).date()), backup)  # noqa: DTZ006 - a day as people have it
    return list(first.values())[:most]
