"""The data folder: its lock for one process at a time, and its fixed places."""

from __future__ import annotations

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from companion.errors import LamplightError
from companion.system.atomic_write import explain_os_error, make_folder, write_atomically

DATABASE = "log.db"
"""Marks a folder as a data folder. Other folders keep their permissions."""
PORT = "port"
EVENT_FILE = "event.json"
"""The table's own count in an event of many tables."""


class DataDirInUseError(LamplightError):
    """Another Lamplight uses the data folder."""

    code = "INUSE"


class DataDirReadOnlyError(LamplightError):
    """Nothing can be kept in the data folder."""

    code = "READONLY"


def must_be_writable(data: Path) -> None:
    """Make the data folder and try it. Raises DataDirReadOnlyError with the remedy."""
    try:
        make_folder(data)
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as error:
        raise DataDirReadOnlyError(
            f"The data folder {data} cannot be written: {explain_os_error(error)}. Make it writable for this user, or choose another"
            " one: LAMPLIGHT_DATA=FOLDER, or `data` in the settings."
        ) from error


def note_port(data: Path, port: int) -> None:
    """Store the port of the page for other commands: a demo takes a free one."""
    write_atomically(data / PORT, f"{port}".encode())


def port_in_use(data: Path) -> int | None:
    """Return the port of the page; None where no house runs with this data folder."""
    try:
        return int((data / PORT).read_text(encoding="utf-8")) if is_locked(data) else None
    except FileNotFoundError:  # it is just starting
        return None


def folder(path: Path) -> Path:
    """Make the folder and return it."""
    make_folder(path)
    return path


def memory_folder(data: Path) -> Path | None:
    """Return a folder in memory for files that are written again and again: an SD card wears out. None if the system has none."""
    given = (os.environ.get(name, "").partition(":")[0] for name in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"))
    own = next((Path(folder) for folder in given if folder and os.access(folder, os.W_OK)), None)
    return own / "-".join(("lamplight", *data.absolute().parts[1:])) if own is not None else None


def lock_data_folder(data: Path) -> None:
    """Make new files private to this user, and the folder too if it holds a database: it contains hidden hands."""
    os.umask(0o077)
    if (data / DATABASE).is_file() and data.stat().st_uid == os.geteuid():
        data.chmod(0o700)


def lock_folder(data: Path) -> IO[str]:
    """Lock the data folder for this process until the returned file is closed. Raises DataDirInUseError."""
    lock = (folder(data) / "lock").open("w")
    try:
        _wait_for(lock)
    except BlockingIOError as error:
        lock.close()
        raise DataDirInUseError(
            f"Another Lamplight uses {data}. Stop it, or set LAMPLIGHT_DATA to another folder."
        ) from error
    (data / PORT).unlink(missing_ok=True)  # of the last start
    return lock


def _wait_for(lock: IO[str]) -> None:
    """Retry for a moment: `is_locked` in another process holds the lock briefly. Raises BlockingIOError."""
    for _ in range(5):
        with suppress(BlockingIOError):
            return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        time.sleep(0.02)
    return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(data: Path) -> bool:
    """Return whether a process holds the data folder. Makes no file: the caller may be root in the folder of another user."""
    try:
        with (data / "lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder, after waiting for it. Without effect on disks without locks. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a share of another machine may know none
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
