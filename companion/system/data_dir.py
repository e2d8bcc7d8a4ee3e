"""The data folder: of one process at a time, with the folders in it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import IO

from companion.errors import LamplightError
from companion.system.atomic_write import make_folder

DATABASE = "log.db"
"""By it a folder is known as a house's own: no other one is shut to anybody."""
EVENT_FILE = "event.json"
"""A table's own count in an event of many tables."""


class DataDirInUseError(LamplightError):
    """Another Lamplight uses the data folder."""

    code = "INUSE"


def folder(path: Path) -> Path:
    """It is there now."""
    make_folder(path)
    return path


def lock_data_folder(data: Path) -> None:
    """What is made from now on is this account's alone, for hands are in it; so is the folder, where it holds a house already."""
    os.umask(0o077)
    if (data / DATABASE).is_file() and data.stat().st_uid == os.geteuid():
        data.chmod(0o700)


def lock_folder(data: Path) -> IO[str]:
    """The data folder, for this process alone until the lock is closed; raises DataDirInUseError."""
    lock = (folder(data) / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise DataDirInUseError(
            f"Another Lamplight uses {data}. Stop it, or set LAMPLIGHT_DATA to another folder."
        ) from error
    return lock


def is_locked(data: Path) -> bool:
    """Whether a process has the data folder. Nothing is made there: who asks may be root, at a house that is another user's."""
    try:
        with (data / "lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
