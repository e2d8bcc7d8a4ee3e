"""Lock a folder for one process at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


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
