"""What a start needs first, done in the time that others on this machine leave over."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")


def aside(do: Callable[[], T]) -> T:
    """Whatever it returns or raises. Linux counts each thread by itself; elsewhere it is done like everything else."""
    with ThreadPoolExecutor(1, "aside", _step_back) as pool:
        return pool.submit(do).result()


def _step_back() -> None:
    """Any other thread comes first. To be merely nice is not enough: newer kernels let even the nicest finish its slice.

    A service may be shut in so far that it may not: then it is done like everything else.
    """
    if sys.platform == "linux":
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
