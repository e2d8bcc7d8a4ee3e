"""Memory of this process."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

import psutil


def memory() -> int:
    """Return the bytes in use, without freed memory that the C library keeps."""
    gc.collect()
    with suppress(OSError, AttributeError):  # C libraries other than glibc free it by themselves, or cannot report it
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(psutil.Process().memory_info().rss)
