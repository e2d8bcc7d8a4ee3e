"""Make backups while the application runs, after changes, and once more at its end."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import copyfile
from typing import TypeAlias

from companion.errors import LamplightError, sentence_of
from companion.i18n import NOTHING, Text, _
from companion.ops.backup.backed_up_files import PICTURES, database_file, files_of, made_files
from companion.ops.backup.backup_file import (
    DATABASE,
    Backup,
    BackupError,
    BackupManifest,
    compare_digests,
    digests_of,
    temporary_folder,
    write_backup,
)
from companion.ops.backup.folder import BackupFolder, second_place_fault
from companion.schema import Words
from companion.sessions import find_faults, list_tables, open_read_only
from companion.settings import Settings
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

FOLDER = "backups"


Print: TypeAlias = tuple[tuple[str, int, int], ...]
"""Path, time of writing (ns) and length of each file that is backed up."""


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """The state of the backups of an installation."""

    newest: Backup | None  # None before the first one
    trouble: Words = ""  # why the last one could not be made, or not at the second place; "" = it could
    second: str = ""  # the folder of the second place, "" = none is wished


class BackupScheduler:
    """The backups of one installation, made by its own thread. Thread-safe."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.time) -> None:
        """`clock`: s, Unix; for names, and for the days by which backups go."""
        self._settings, self._clock = settings, clock
        self.file = database_file(settings)
        most = int(settings.backup.most_mb * 1_000_000)
        self.place = BackupFolder(settings.data / FOLDER, most)
        self._second = BackupFolder(settings.backup.folder, most) if settings.backup.folder else None
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._thread = MonitoredThread(self._run, "backups")
        self._trouble: Words = ""
        self._print: Print | None = None  # as it was when the last backup was made; None: that was before this start

    def start(self) -> None:
        """Start the thread that makes a backup after changes, at most every `every_min` minutes."""
        if self.file is not None and self._settings.backup.every_min:
            self._thread.start()

    def stop(self) -> None:
        """End the thread, and make a last backup after changes. The database may still be open."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(10)
            self.make_if_changed()

    @property
    def standing(self) -> BackupStatus:
        """State of the backups. Reads the folder, so do not ask often."""
        return BackupStatus(self.place.newest(), self._trouble, str(self._second.folder) if self._second else "")

    def make_if_changed(self) -> None:
        """Make a backup after a change. A failure is in `standing`, and once in the log."""
        now = self._fingerprint()
        try:
            if self._print is None and self._is_in_newest():
                self._print = now
            if now != self._print:
                self.make_backup()
            elif (newest := self.place.newest()) is not None and self._is_due(newest):
                with self._lock:
                    self._say(self._carry(newest) or self._omission(newest))
        except (LamplightError, OSError, sqlite3.Error) as error:
            self._say(sentence_of(error))

    def make_backup(self) -> Backup:
        """Make a backup and check it. Raises BackupError, OSError."""
        if self.file is None:
            raise BackupError(
                _("This house has its tables in PostgreSQL: back that up with pg_dump, see docs/backups.md.")
            )
        with self._lock:
            seen = self._fingerprint()
            with self.place.lock():  # ./table backup now may be at it
                made = self._make(self.file)
            self._print = seen
            self._say(self._carry(made) or self._omission(made))
            return made

    def _is_due(self, newest: Backup) -> bool:
        """Return whether the newest backup is missing at the second place."""
        if self._second is None:
            return False
        with suppress(OSError):
            return not (self._second.folder / newest.name).exists()
        return True

    def _is_in_newest(self) -> bool:
        """Return whether the newest backup of an earlier run contains all tables and files."""
        newest = self.place.newest()
        if newest is None or self.file is None:
            return False
        made = {name: digest for name, digest in newest.manifest.files.items() if name != DATABASE}
        return newest.manifest.tables == list_tables(self.file) and made == digests_of(files_of(self._settings))

    def _run(self) -> None:
        while not self._ended.wait(60 * self._settings.backup.every_min):
            self.make_if_changed()

    def _make(self, file: Path) -> Backup:
        number, at = self.place.next_number(), self._clock()
        files = files_of(self._settings)
        size = file.stat().st_size + sum(map(len, files.values()))
        with temporary_folder(self.place.folder) as folder:
            copied = folder / DATABASE
            self.place.put(name_of(number, at), lambda half: self._write(file, copied, at, files, half), 2 * size)
        self._share(self.place)
        return compare_digests(self.place.folder / name_of(number, at))  # its database was checked before packing

    def _share(self, place: BackupFolder) -> None:
        for name in PICTURES:
            place.share(self._settings.data / name, name)

    def _write(self, file: Path, copied: Path, at: float, files: Mapping[str, bytes], half: Path) -> None:
        online_copy(file, copied)
        if faults := find_faults(copied):
            raise BackupError(
                _(
                    "No backup was made, for the database is damaged: {fault} Start Lamplight again, it helps.",
                    fault=faults[0],
                )
            )
        write_backup(BackupManifest(at, list_tables(copied)), copied, files, half)

    def _carry(self, made: Backup) -> Text:
        """Copy the backup, and older ones that are missing there, to the second place. Return why it failed, or nothing."""
        if self._second is None:
            return NOTHING
        if why_not := second_place_fault(self._second.folder):
            return why_not  # a stick is not in: a folder must not be made in its place
        try:
            next_there = self._second.next_number()
            missed = [backup for backup in self.place.backups() if next_there <= backup.number < made.number]
            for backup in (*reversed(missed), made):
                compare_digests(
                    self._second.put(backup.name, partial(copyfile, backup.path), backup.path.stat().st_size)
                )
            self._share(self._second)
        except (OSError, BackupError) as error:
            return _(
                "The backup could not be copied to {folder}: {why}",
                folder=str(self._second.folder),
                why=sentence_of(error),
            )
        return NOTHING

    def _omission(self, made: Backup) -> Text:
        """Return a sentence about files that the backup lacks, or NOTHING."""
        names = [name for name, _path in made_files(self._settings) if name not in made.manifest.files]
        if not names:
            return NOTHING
        return _(
            "{n} files are too large to be in the backups, or cannot be read, {file} among them: keep them yourself.",
            n=len(names),
            file=names[0],
        )

    def _say(self, trouble: Words) -> None:
        if trouble and trouble != self._trouble:
            logger.warning("%s", trouble)
        self._trouble = trouble

    def _fingerprint(self) -> Print:
        """Return a value that changes with everything that is backed up."""
        if self.file is None:
            return ()
        database = [self.file, self.file.with_name(f"{self.file.name}-wal")]
        paths = [*database, *(path for _name, path in made_files(self._settings))]
        return tuple(_stamp(path) for path in paths)


def name_of(number: int, at: float) -> str:
    """Return the file name of a backup."""
    return f"lamplight-{number:04}-{datetime.fromtimestamp(at):%Y-%m-%d-%H%M%S}.zip"  # noqa: DTZ006 - as people's clocks have it


def _stamp(path: Path) -> tuple[str, int, int]:
    """Return path, time and length. An empty file counts as missing: SQLite makes an empty write-ahead log to read."""
    try:
        status = path.stat()
    except OSError:
        return str(path), 0, 0
    return str(path), status.st_mtime_ns if status.st_size else 0, status.st_size


def online_copy(file: Path, into: Path) -> None:
    """Copy the database at one moment into a file without a write-ahead log, without delaying players."""
    with closing(open_read_only(file)) as source, closing(sqlite3.connect(into)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
