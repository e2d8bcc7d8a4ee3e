"""Threads that run as long as the application, and timers that show whether they hang. The watchdog checks them."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class ActivityTimer:
    """When a thread started its current task. Thread-safe to read."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: s."""
        self._clock = clock
        self._since: float | None = None

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Time a task. A nested task counts from the start of the outer one."""
        outer = self._since
        self._since = self._clock() if outer is None else outer
        try:
            yield
        finally:
            self._since = outer

    @property
    def seconds(self) -> float:
        """Seconds since the task started; 0.0 without a task."""
        since = self._since
        return 0.0 if since is None else self._clock() - since


class MonitoredThread(threading.Thread):
    """A daemon thread that loops as long as the application."""

    def __init__(self, target: Callable[[], object], name: str, within: float = math.inf) -> None:
        """`within`: s that one turn may take, infinite for threads that wait for a child or a disk."""
        super().__init__(target=target, name=name, daemon=True)
        self._within = within
        self.busy = ActivityTimer()

    @property
    def is_well(self) -> bool:
        """Return whether the thread lives and its turn does not hang."""
        return self.is_alive() and self.busy.seconds <= self._within
