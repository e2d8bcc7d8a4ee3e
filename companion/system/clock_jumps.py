"""Detect jumps of the wall clock: a Raspberry Pi has no battery clock, and starts with the time of its last shutdown."""

from __future__ import annotations

import time
from collections.abc import Callable

SMALLEST_JUMP = 60.0  # s; corrections by NTP are smaller


def since_boot() -> float:
    """Return the seconds since boot, including sleep. Setting the wall clock does not change them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))  # Linux alone has the first


class ClockJumpDetector:
    """Detect jumps of the wall clock."""

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        """`wall`: s, Unix; `steady`: s, from anywhere."""
        self._wall, self._steady = wall, steady
        self._ahead = wall() - steady()

    def jump(self) -> float:
        """Return the seconds by which the clock jumped since the last call, negative for backwards; 0 without a jump."""
        ahead = self._wall() - self._steady()
        step, self._ahead = ahead - self._ahead, ahead
        return step if abs(step) > SMALLEST_JUMP else 0.0
