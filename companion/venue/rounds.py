"""What a worker does again and again, each in a thread of its own: whatever goes wrong in one round, the next one comes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Rounds(threading.Thread):
    """One of them, until it is not due any more."""

    def __init__(self, do: Callable[[], object], due: Callable[[], bool]) -> None:
        """`due` waits for the next round; False: there is none."""
        super().__init__(name=getattr(do, "__name__", "rounds").strip("_"), daemon=True)
        self._do, self._due = do, due
        self.failed = 0  # rounds

    def run(self) -> None:
        while self._due():
            try:
                self._do()
            except Exception:  # a worker whose threads end one by one looks alive, and leaves its tables dark
                self.failed += 1
                if self.failed == 1:
                    logger.exception("%s failed; its later failures are only counted", self.name)
