"""The choices of the recovery page. The damaged file is kept whatever is chosen."""

from __future__ import annotations

import logging
import secrets
import threading
from pathlib import Path

from companion import games
from companion.errors import LamplightError
from companion.i18n import _, from_data
from companion.ops.backup import (
    Backup,
    BackupError,
    BackupScheduler,
    knows_devices,
    restore_database,
    restore_salvaged,
    start_afresh,
    verify_backup,
)
from companion.presentation.responses import RecoveryPage, RecoveryWay, SavedBackup, SavedTable
from companion.schema import Words
from companion.sessions import SalvagedTable, salvage_database
from companion.settings import Settings
from companion.system.atomic_write import explain_os_error

logger = logging.getLogger(__name__)

MOST_CHECKED = 3  # backups that are looked through, from the newest on


class RecoveryService:
    """Recovery of one installation. `faults`: a sentence each."""

    def __init__(self, settings: Settings, file: Path, faults: tuple[Words, ...]) -> None:
        self._settings, self._file, self._faults = settings, file, faults
        self.key = secrets.token_urlsafe(16)
        self.mended = threading.Event()
        self._saved, self._of_then = salvage_database(file), not knows_devices(file)
        self._backups = _verify(BackupScheduler(settings).place.backups())
        self._lock = threading.Lock()

    def page(self, assets: str, *, may: bool) -> RecoveryPage:
        done = self.mended.is_set()
        if not may:  # the list of games is private
            return RecoveryPage(assets, self._faults, (), (), self._advice(), may, self._of_then, done)
        backups = tuple(
            SavedBackup(backup.name, backup.manifest.at, _tables(backup.manifest.tables)) for backup in self._backups
        )
        return RecoveryPage(
            assets, self._faults, _tables(self._saved.tables), backups, self._advice(), may, self._of_then, done
        )

    def choose(self, way: RecoveryWay, name: str) -> None:
        with self._lock:
            if self.mended.is_set():
                return
            aside = self._recover(way, name)
            logger.info("the house was mended (%s); the damaged database lies in %s", way, aside)
            self.mended.set()

    def _recover(self, way: RecoveryWay, name: str) -> Path | None:
        try:
            if way == "saved":
                return restore_salvaged(self._saved, self._file)
            if way == "afresh":
                return start_afresh(self._file)
            chosen = next((backup for backup in self._backups if backup.name == name), None)
            if chosen is None:
                raise BackupError(_("There is no such backup any more. Choose another one."))
            return restore_database(chosen.path, self._file, self._settings).aside
        except OSError as error:
            raise LamplightError(
                _(
                    "That could not be done ({why}): make room on the disk, or let Lamplight write there.",
                    why=from_data(explain_os_error(error)),
                )
            ) from error

    def _advice(self) -> RecoveryWay:
        """Return the way that saves most: the damaged file if it has every entry of the newest backup."""
        saved = {table.table: table.entries for table in self._saved.tables}
        newest = self._backups[0].manifest.tables if self._backups else ()
        if saved and all(saved.get(table.table, 0) >= table.entries for table in newest):
            return "saved"
        return "backup" if self._backups else "saved" if saved else "afresh"


def _verify(backups: tuple[Backup, ...]) -> tuple[Backup, ...]:
    """Return the newest that are whole to the last byte."""
    whole: list[Backup] = []
    for backup in backups:
        try:
            whole.append(verify_backup(backup.path))
        except (BackupError, OSError) as error:
            logger.warning("a backup cannot be used: %s", error)
        if len(whole) == MOST_CHECKED:
            break
    return tuple(whole)


def _tables(tables: tuple[SalvagedTable, ...]) -> tuple[SavedTable, ...]:
    return tuple(SavedTable(table.table, _title(table.game), table.entries, table.at, table.lost) for table in tables)


def _title(game: str) -> Words:
    try:
        return games.find(game).title
    except LamplightError:  # of another version, or of a folder of own games that is not there
        return game
