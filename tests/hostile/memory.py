"""What this process holds."""

from __future__ import annotations

import gc

import psutil


def memory() -> int:
    """Bytes, now."""
    gc.collect()
    return int(psutil.Process().memory_info().rss)
