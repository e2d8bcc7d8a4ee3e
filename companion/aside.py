"""What a start needs first, done in the time that others on this machine leave over."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
NICE = 19


def aside(do: Callable[[], T]) -> T:
    """Whatever it returns or raises. Linux counts each thread by itself; elsewhere it is done like everything else."""
    with ThreadPoolExecutor(1, "aside", _step_back) as pool:
        return pool.submit(do).result()


def _step_back() -> None:
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
