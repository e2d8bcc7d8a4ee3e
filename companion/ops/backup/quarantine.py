"""The folder in which a database lies that another one took the place of: with its write-ahead log, and for good.

Until the other one is in place the folder has its half name: where the power went in between, what is in it goes back.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from pathlib import Path

from companion.system.atomic_write import HALF, make_folder, sync

NAME = "set-aside-"
PARTS = ("", "-wal", "-shm")


def quarantine(file: Path, at: float) -> Path | None:
    """Move a database, and the log that belongs to it after it; None: there was none. `at`: s, Unix. Raises OSError."""
    there = [path for path in _parts(file) if path.exists()]
    if not there:
        return None
    told = f"{datetime.fromtimestamp(at):%Y-%m-%d-%H%M%S}"  # noqa: DTZ006 - as people's clocks have it
    folder = file.with_name(f"{NAME}{told}-{secrets.token_hex(2)}{HALF}")
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
    for folder in sorted(file.parent.glob(f"{NAME}*{HALF}")):
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
