"""What a start needs first, done in the time that others on this machine leave over, as long as they leave some."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 15.0
"""s for others; a machine that never rests would keep those away who come to help it."""


def aside(do: Callable[[], T], patience: float = PATIENCE) -> T:
    """Whatever it returns or raises, of many steps of Python. Linux counts each thread by itself; elsewhere it is done like everything else."""
    threads: list[int] = []
    with ThreadPoolExecutor(1, "aside", _step_back, (threads,)) as pool:
        doing = pool.submit(do)
        if not wait((doing,), patience).done:
            _come_forward(threads)
        return doing.result()


def _step_back(threads: list[int]) -> None:
    """Any other thread comes first. To be merely nice is not enough: newer kernels let even the nicest finish its slice.

    A service may be shut in so far that it may not: then it is done like everything else.
    """
    threads.append(threading.get_native_id())
    if sys.platform == "linux":
        with suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _come_forward(threads: list[int]) -> None:
    """As everybody again. Who may not, for the limit of `ulimit -e` is 0, goes on with what is left over."""
    if sys.platform == "linux":
        for thread in threads:
            with suppress(PermissionError, ProcessLookupError):
                os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
