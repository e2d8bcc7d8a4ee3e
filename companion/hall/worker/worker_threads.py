"""Threads with a periodic task. An error in one round does not end the thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.errors import StoreError
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

LONGEST_ROUND = 60.0
"""s of one round, beyond which it hangs."""


class PeriodicThread(MonitoredThread):
    """One thread with a fixed period, until the worker stops."""

    def __init__(self, name: str, seconds: float, step: Callable[[], object], stopping: threading.Event) -> None:
        """`seconds` between two rounds."""
        super().__init__(self._go_round, name, LONGEST_ROUND)
        self._seconds, self._step, self._stopping = seconds, step, stopping
        self.failed = 0  # failed rounds while the database was reachable

    def _go_round(self) -> None:
        while not self._stopping.wait(self._seconds):
            try:
                with self.busy.timed():
                    self._step()
            except StoreError as error:
                logger.debug("%s is tried again: %s", self.name, error)
            except Exception:  # a worker whose threads end one by one looks alive, and leaves its tables dark
                self.failed += 1
                if self.failed == 1:
                    logger.exception("%s failed; its later failures are only counted", self.name)


class WorkerThreads:
    """All threads of a worker, from `start` to `join`."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        self._threads: list[MonitoredThread] = []

    def every(self, seconds: float, name: str, step: Callable[[], object]) -> None:
        """Repeat a task with so many s between two rounds."""
        self._threads.append(PeriodicThread(name, seconds, step, self.stopping))

    def always(self, name: str, run: Callable[[threading.Event], object]) -> None:
        """Run this until the worker stops. It gets the event that is set then."""
        self._threads.append(MonitoredThread(lambda: run(self.stopping), name))

    def stuck(self) -> tuple[str, ...]:
        """Return the names of those that have ended, or hang."""
        return tuple(thread.name for thread in self._threads if not thread.is_well)

    @property
    def failures(self) -> int:
        """Rounds that failed."""
        return sum(thread.failed for thread in self._threads if isinstance(thread, PeriodicThread))

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Request the threads to stop and wait for them."""
        self.stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
