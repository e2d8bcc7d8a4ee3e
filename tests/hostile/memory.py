"""What this process holds."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

import psutil


def memory() -> int:
    """Bytes, now: without what was let go of and lies with the C library, which keeps it for the next time."""
    gc.collect()
    with suppress(OSError, AttributeError):  # a C library that is not GNU's gives it back by itself, or cannot be asked
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    return int(psutil.Process().memory_info().rss)
