"""A house whose database is damaged: it says what is wrong and what can be had, and starts when a person has chosen.

Nothing is decided by itself. The damaged file is set aside whatever is chosen, so every choice can be taken back.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeAlias

from companion import games
from companion.errors import LamplightError
from companion.i18n import Languages
from companion.ops.backup import (
    Backup,
    BackupError,
    BackupScheduler,
    backup,
    database_file,
    knows_devices,
    restore,
    undo_half,
)
from companion.ops.health import systemd
from companion.presentation.responses import Mend, RecoveryPage, SavedBackup, SavedTable
from companion.sessions import SalvagedTable, find_faults, salvage_database
from companion.settings import Settings
from companion.system.atomic_write import explain_os_error
from companion.system.data_dir import lock_folder
from companion.system.network import address
from companion.web.recovery_app import create_mending_app
from companion.web.server import PageServer

logger = logging.getLogger(__name__)

Notify: TypeAlias = Callable[[str], None]
SHOWN = 3  # backups that are looked through, from the newest on
TURN, HEARD = 0.5, 1.0  # s
EVERY = 40  # turns until systemd is told again
GONE = "The database is gone, though there are backups of it."


class RecoveryService:
    """Of one house; `found`: what is wrong, a sentence each."""

    def __init__(self, settings: Settings, file: Path, found: tuple[str, ...]) -> None:
        self._settings, self._file, self._found = settings, file, found
        self.key = secrets.token_urlsafe(16)
        self.mended = threading.Event()
        self._saved, self._of_then = salvage_database(file), not knows_devices(file)
        self._backups = _whole(BackupScheduler(settings).place.backups())
        self._lock = threading.Lock()
        self._server: PageServer | None = None

    @property
    def url(self) -> str:
        """Of the page, with the key; known after the start."""
        assert self._server is not None, "the page has no address before the start"
        return f"http://{address()}:{self._server.port}/#{self.key}"

    def start(self) -> None:
        """The page is there. Raises PortInUseError."""
        settings = self._settings
        languages = Languages(settings.data / "words")
        app = create_mending_app(self, self.key, languages, settings.language, frozenset(settings.hosts))
        self._server = PageServer(app, settings.bind, settings.port)
        self._server.start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()

    def page(self, assets: str, *, may: bool) -> RecoveryPage:
        done = self.mended.is_set()
        if not may:  # which games are played here is nobody's who was not let in
            return RecoveryPage(assets, self._found, (), (), self._advice(), may, self._of_then, done)
        backups = tuple(SavedBackup(one.name, one.manifest.at, _tables(one.manifest.tables)) for one in self._backups)
        return RecoveryPage(
            assets, self._found, _tables(self._saved.tables), backups, self._advice(), may, self._of_then, done
        )

    def choose(self, way: Mend, name: str) -> None:
        with self._lock:
            if self.mended.is_set():
                return
            aside = self._do(way, name)
            logger.info("the house was mended (%s); the damaged database lies in %s", way, aside)
            self.mended.set()

    def _do(self, way: Mend, name: str) -> Path | None:
        try:
            if way == "saved":
                return restore.restore_salvaged(self._saved, self._file)
            if way == "afresh":
                return restore.start_afresh(self._file)
            chosen = next((one for one in self._backups if one.name == name), None)
            if chosen is None:
                raise BackupError("There is no such backup any more. Choose another one.")
            return restore.restore_database(chosen.path, self._file, self._settings).aside
        except OSError as error:
            raise LamplightError(
                f"That could not be done ({explain_os_error(error)}): make room on the disk, or let Lamplight write there."
            ) from error

    def _advice(self) -> Mend:
        """What holds most: the damaged file, where it has all of each table that the newest backup has."""
        saved = {one.table: one.entries for one in self._saved.tables}
        newest = self._backups[0].manifest.tables if self._backups else ()
        if saved and all(saved.get(one.table, 0) >= one.entries for one in newest):
            return "saved"
        return "backup" if self._backups else "saved" if saved else "afresh"


def faults_of(settings: Settings) -> tuple[str, ...]:
    """What is wrong with a house's database, a sentence each; () = nothing. Raises StoreError, NewerSchemaError."""
    file = database_file(settings)
    if file is None:
        return ()
    found = find_faults(file)
    is_there = file.exists() and file.stat().st_size > 0
    return found or (() if is_there or not BackupScheduler(settings).place.backups() else (GONE,))


def run_recovery(settings: Settings, ended: threading.Event, notify: Notify = systemd.notify) -> bool:
    """Wait until a damaged database is mended, where it is; False: it was ended before. Raises StoreError, NewerSchemaError, DataDirInUseError.

    `notify`: tells whoever started us, as sd_notify does.
    """
    with lock_folder(settings.data):
        file = database_file(settings)
        if file is not None and undo_half(file):
            logger.warning("the power went while a database was put in the place of another: the old one is back")
        found = faults_of(settings)
        if not found or file is None:
            return True
        for sentence in found:
            logger.warning("%s", sentence)
        mending = RecoveryService(settings, file, found)
        mending.start()
        try:
            print(f"The database is damaged; nothing was changed. Choose what to go on with: {mending.url}", flush=True)
            _wait(mending, ended, notify)
        finally:
            mending.stop()
    return mending.mended.is_set()


def _wait(mending: RecoveryService, ended: threading.Event, notify: Notify) -> None:
    """For a person, who may take hours: whoever started us must not take that for a start that hangs."""
    for turn in count():
        if turn % EVERY == 0:
            notify(systemd.damaged(mending.url.partition("#")[0]))
        if ended.is_set() or mending.mended.wait(TURN):
            break
    if mending.mended.is_set():
        ended.wait(HEARD)  # the page that chose is told before its server stops


def _whole(backups: tuple[Backup, ...]) -> tuple[Backup, ...]:
    """The newest that are whole to the last byte."""
    found: list[Backup] = []
    for one in backups:
        try:
            found.append(backup.verify_backup(one.path))
        except (BackupError, OSError) as error:
            logger.warning("a backup cannot be used: %s", error)
        if len(found) == SHOWN:
            break
    return tuple(found)


def _tables(kept: tuple[SalvagedTable, ...]) -> tuple[SavedTable, ...]:
    return tuple(SavedTable(one.table, _title(one.game), one.entries, one.at, one.lost) for one in kept)


def _title(game: str) -> str:
    try:
        return games.find(game).title
    except LamplightError:  # of another version, or of a folder of own games that is not there
        return game
