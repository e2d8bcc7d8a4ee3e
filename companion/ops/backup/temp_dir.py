"""Folders in which whole databases lie for a while, to be packed or looked through, seen by other processes."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.system.file_lock import alone

BEGINS = ".look-"


@contextmanager
def temporary_folder(where: Path) -> Iterator[Path]:
    """A folder of one's own, for its owner alone, that is gone afterwards. Raises OSError."""
    with tempfile.TemporaryDirectory(dir=where, prefix=BEGINS) as name, alone(Path(name)):
        yield Path(name)


def remove_stale_folders(where: Path) -> None:
    """Remove those that a power cut has left: nobody works there. Raises OSError."""
    for room in where.glob(f"{BEGINS}*"):
        handle = os.open(room, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(room, ignore_errors=True)
        except OSError:
            continue  # somebody does
        finally:
            os.close(handle)
