"""The sign of life of a process of the house: a byte now and then, through a pipe from whoever started it.

A process that dies is noticed by its end. One that hangs is not, and its last will is only said when the broker misses it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

PIPE = "LAMPLIGHT_PULSE"
"""In the environment: the number of the pipe's end."""
EVERY = 1.0  # s


class Heartbeat:
    """Of the process that makes it; without a pipe it is silent. For one thread: the one that must not hang."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        told = environment.get(PIPE, "")
        self._pipe = int(told) if told.isdecimal() else -1
        self._clock, self._next = clock, float("-inf")
        if self._pipe >= 0:
            os.set_blocking(self._pipe, False)

    def beat(self) -> None:
        """Say it, at most once a second."""
        if self._pipe < 0 or self._clock() < self._next:
            return
        self._next = self._clock() + EVERY
        with suppress(OSError):  # nobody listens any more, or has not for long
            os.write(self._pipe, b".")
