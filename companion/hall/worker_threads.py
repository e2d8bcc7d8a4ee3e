"""What a worker does again and again, each in a thread of its own: whatever goes wrong in one round, the next one comes."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

WITHIN = 120.0
"""s of one round: a worker that others' tables come to all at once has much to do in it."""


class PeriodicThread(MonitoredThread):
    """One of them, until it is not due any more."""

    def __init__(self, do: Callable[[], object], due: Callable[[], bool], within: float = WITHIN) -> None:
        """`due` waits for the next round; False: there is none. `within`: s of a round, beyond which it hangs."""
        super().__init__(self._go_round, getattr(do, "__name__", "rounds").strip("_"), within)
        self._do, self._due = do, due
        self.failed = 0  # rounds

    def _go_round(self) -> None:
        while self._due():
            try:
                with self.busy.at_it():
                    self._do()
            except Exception:  # a worker whose threads end one by one looks alive, and leaves its tables dark
                self.failed += 1
                if self.failed == 1:
                    logger.exception("%s failed; its later failures are only counted", self.name)
