"""Threads that last as long as a house, and whether what they do comes to an end: the watchdog is fed only while it does."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class ActivityTimer:
    """Since when one thread is at something. Others may ask."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: s."""
        self._clock = clock
        self._since: float | None = None

    @contextmanager
    def at_it(self) -> Iterator[None]:
        """Something begins, and ends. What begins within counts from the beginning of what it is part of."""
        outer = self._since
        self._since = self._clock() if outer is None else outer
        try:
            yield
        finally:
            self._since = outer

    @property
    def seconds(self) -> float:
        """For how long by now; 0.0 = it is at nothing."""
        since = self._since
        return 0.0 if since is None else self._clock() - since


class MonitoredThread(threading.Thread):
    """One that looks after something from the start of a house to its end."""

    def __init__(self, target: Callable[[], object], name: str, within: float = math.inf) -> None:
        """`within`: s that one turn may take; without end where it waits for a child, or for a disk that nobody else waits for."""
        super().__init__(target=target, name=name, daemon=True)
        self._within = within
        self.busy = ActivityTimer()

    @property
    def is_well(self) -> bool:
        """It lives, and its turn does not hang."""
        return self.is_alive() and self.busy.seconds <= self._within
