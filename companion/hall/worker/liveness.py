"""Whether a worker lives: when it called the roll last, and how long that took. systemd hears of it too."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator

from companion.messaging import Bus
from companion.ops.health import systemd
from companion.ops.health.metrics import Metrics
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

HEALTHY = 5.0
"""s since the last roll in which a worker counts as one that serves."""
TELLS = 5.0
"""s after which systemd is told again that its thread goes on."""


class WorkerLiveness:
    """Of one worker. Safe for threads."""

    def __init__(
        self,
        metrics: Metrics,
        clock: Callable[[], float] = time.monotonic,
        notify: Callable[[str], None] = systemd.notify,
    ) -> None:
        """`clock`: s."""
        self._clock, self._notify = clock, notify
        self._rolls = metrics.histogram("lamplight_hall_roll_seconds", "One roll called in PostgreSQL.")
        self._lock = threading.Lock()
        self._rolled = clock()
        self._fed = float("-inf")
        self._stuck = ""  # what hangs, as it was told last
        self.is_failing = False  # the last roll was not called to its end
        self.tables_taken = 0  # lamps that came to this worker since its start

    @property
    def age(self) -> float:
        """Of the last roll that was called to its end, in s."""
        with self._lock:
            return self._clock() - self._rolled

    @property
    def is_regular(self) -> bool:
        """Whether the roll was called in the last seconds."""
        return self.age <= HEALTHY

    def note_renewal(self, seconds: float) -> None:
        """To its end, in so many."""
        self._rolls(seconds)
        with self._lock:
            self._rolled, self.is_failing = self._clock(), False

    def note_failure(self) -> None:
        """The database did not answer as it should."""
        self.is_failing = True

    def feed_watchdog(self, threads: Iterable[MonitoredThread]) -> None:
        """The roll's thread goes on, and those beside it do; whoever hangs is started anew, once systemd has missed this for long enough.

        Where the database does not answer all may hang, and to start a worker anew would not bring that back.
        """
        stuck = next((one.name for one in threads if not one.is_well), "") if self.is_regular else ""
        if stuck and stuck != self._stuck:
            logger.error("the thread %s hangs, and systemd is told nothing more", stuck)
        self._stuck = stuck
        if not stuck and self._clock() - self._fed >= TELLS:
            self._fed = self._clock()
            self._notify("WATCHDOG=1")

    def begin(self, port: int) -> None:
        """Its pages are there."""
        self._notify(f"READY=1\nSTATUS=Its pages are at port {port}.")

    def end(self) -> None:
        self._notify("STOPPING=1")

    def failures(self, bus: Bus) -> Iterator[str]:
        """What keeps it from serving, by its code."""
        if not self.is_regular:
            yield "roll"
        if not bus.connected:
            yield "broker"
