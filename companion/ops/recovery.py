"""Wait with a page for the recovery of a damaged database. A person chooses; nothing is decided automatically."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from companion.i18n import _
from companion.ops.backup import BackupScheduler, database_file, undo_half
from companion.ops.health import systemd
from companion.ops.recovery_page import serve_recovery_page
from companion.ops.recovery_service import RecoveryService
from companion.schema import Words
from companion.sessions import find_faults
from companion.settings import Settings
from companion.system.data_dir import lock_folder

logger = logging.getLogger(__name__)

Notify: TypeAlias = Callable[[str], None]
TURN, ANSWER_SENT = 0.5, 1.0  # s
NOTIFY_EVERY = 40  # turns between two messages to systemd
DATABASE_GONE = _("The database is gone, though there are backups of it.")


def faults_of(settings: Settings) -> tuple[Words, ...]:
    """Return the faults of the database, a sentence each. Raises StoreError, NewerSchemaError."""
    file = database_file(settings)
    if file is None:
        return ()
    faults = find_faults(file)
    is_there = file.exists() and file.stat().st_size > 0
    return faults or (() if is_there or not BackupScheduler(settings).place.backups() else (DATABASE_GONE,))


def run_recovery(settings: Settings, ended: threading.Event, notify: Notify = systemd.notify) -> bool:
    """Wait until a damaged database is mended. Return False if `ended` came first.

    Raises StoreError, NewerSchemaError, DataDirInUseError.

    `notify` sends a message to systemd.
    """
    with lock_folder(settings.data):
        file = database_file(settings)
        if file is not None and undo_half(file):
            logger.warning("the power went while a database was put in the place of another: the old one is back")
        faults = faults_of(settings)
        if not faults or file is None:
            return True
        for sentence in faults:
            logger.warning("%s", sentence)
        service = RecoveryService(settings, file, faults)
        with serve_recovery_page(settings, service) as url:
            print(f"The database is damaged; nothing was changed. Choose what to go on with: {url}", flush=True)
            _wait(service.mended, url, ended, notify)
    return service.mended.is_set()


def _wait(mended: threading.Event, url: str, ended: threading.Event, notify: Notify) -> None:
    """Wait for a person, maybe for hours, and extend the start at systemd."""
    for turn in count():
        if turn % NOTIFY_EVERY == 0:
            notify(systemd.damage_message(url.partition("#")[0]))
        if ended.is_set() or mended.wait(TURN):
            break
    if mended.is_set():
        ended.wait(ANSWER_SENT)  # until the page has the answer
