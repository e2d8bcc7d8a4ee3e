"""A clock that is set: a Raspberry Pi has none that goes on without current, and wakes up in the year of its last evening."""

from __future__ import annotations

import time
from collections.abc import Callable

SMALL = 60.0  # s; a clock that is kept right by the network takes such steps now and then


def since_boot() -> float:
    """S that have passed, also while the machine slept; nobody can set this clock."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))  # Linux alone has the first


class ClockJumpDetector:
    """What a clock does beside running."""

    def __init__(self, wall: Callable[[], float], steady: Callable[[], float]) -> None:
        """`wall`: s, Unix; `steady`: s, from anywhere."""
        self._wall, self._steady = wall, steady
        self._ahead = wall() - steady()

    def taken(self) -> float:
        """S by which it was set forwards since this was asked last, less than 0: backwards; 0 where it only ran."""
        ahead = self._wall() - self._steady()
        step, self._ahead = ahead - self._ahead, ahead
        return step if abs(step) > SMALL else 0.0
