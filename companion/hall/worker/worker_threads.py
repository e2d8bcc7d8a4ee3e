"""What a worker does again and again, each in a thread of its own: whatever goes wrong in one round, the next one comes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator

from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

WITHIN = 120.0
"""s of one round: a worker that others' tables come to all at once has much to do in it."""


class PeriodicThread(MonitoredThread):
    """One of them, until it is not due any more."""

    def __init__(
        self, name: str, due: Callable[[], bool], *steps: Callable[[], object], within: float = WITHIN
    ) -> None:
        """`due` waits for the next round; False: there is none. `within`: s of a round, beyond which it hangs."""
        super().__init__(self._go_round, name, within)
        self._due, self._steps = due, steps
        self.failed = 0  # rounds

    def _go_round(self) -> None:
        while self._due():
            try:
                with self.busy.at_it():
                    for step in self._steps:
                        step()
            except Exception:  # a worker whose threads end one by one looks alive, and leaves its tables dark
                self.failed += 1
                if self.failed == 1:
                    logger.exception("%s failed; its later failures are only counted", self.name)


class WorkerThreads:
    """All of a worker, from `start` to `join`."""

    def __init__(self) -> None:
        self.stopping = threading.Event()
        """Set it, and wake what waits for something else, before `join`."""
        self._threads: list[PeriodicThread] = []

    def every(self, seconds: float, name: str, *steps: Callable[[], object], within: float = WITHIN) -> None:
        """Do these one after the other, with so many s between two rounds."""
        self.whenever(lambda: not self.stopping.wait(seconds), name, *steps, within=within)

    def whenever(
        self, due: Callable[[], bool], name: str, *steps: Callable[[], object], within: float = WITHIN
    ) -> None:
        """Do these as often as `due` says."""
        self._threads.append(PeriodicThread(name, due, *steps, within=within))

    def __iter__(self) -> Iterator[MonitoredThread]:
        return iter(self._threads)

    @property
    def failures(self) -> int:
        """Rounds that failed."""
        return sum(thread.failed for thread in self._threads)

    def start(self) -> None:
        """The one that was added first begins last: it asks after the others."""
        for thread in reversed(self._threads):
            thread.start()

    def join(self) -> None:
        """Wait for their end."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
