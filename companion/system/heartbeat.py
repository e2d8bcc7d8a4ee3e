"""The heartbeat of a child process: one byte a second through a pipe from its parent.

The parent notices by it that a child hangs. The broker would notice only by the keepalive.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

PIPE = "LAMPLIGHT_PULSE"
"""Environment variable with the number of the pipe's end."""
EVERY = 1.0  # s


class Heartbeat:
    """Heartbeat of this process, silent without a pipe. Call it from the thread that must not hang."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        told = environment.get(PIPE, "")
        self._pipe = int(told) if told.isdecimal() else -1
        self._clock, self._next = clock, float("-inf")
        if self._pipe >= 0:
            os.set_blocking(self._pipe, False)

    def beat(self) -> None:
        """Write a byte, at most once a second."""
        if self._pipe < 0 or self._clock() < self._next:
            return
        self._next = self._clock() + EVERY
        with suppress(OSError):  # the parent does not read any more
            os.write(self._pipe, b".")
