"""When each device has used each door of late."""

from __future__ import annotations

import threading
import time
from collections import deque
from time import monotonic
from typing import Any, ClassVar

from limits.storage import MemoryStorage

PRUNE_EVERY = 1000  # requests


class RequestTimes(MemoryStorage):
    """What Flask-Limiter counts by, in memory. Safe for threads.

    Its own starts a thread after nearly every request, which looks at every device that ever came; two requests at once may start
    the same one, and the second then fails.
    """

    STORAGE_SCHEME = ["request-times"]  # noqa: RUF012 - as the library has it
    URI: ClassVar[str] = "request-times://"

    def __init__(self, uri: str | None = None, **options: Any) -> None:
        super().__init__(uri, **options)
        self._lock, self._requests = threading.Lock(), 0
        self._times: dict[
            str, tuple[int, deque[float]]
        ] = {}  # by who and where: s that they count, and s of a monotonic clock

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count a request, where it is one of the `limit` of these `expiry` s."""
        now = monotonic()
        with self._lock:
            self._requests += 1
            if self._requests % PRUNE_EVERY == 0:
                self._prune(now)
            _, times = self._times.setdefault(key, (expiry, deque()))
            _drop_old(times, now - expiry)
            if len(times) + amount > limit:
                return False
            times.extend([now] * amount)
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:  # noqa: ARG002 - the library asks so
        """The beginning of the window, s, Unix, and how many requests there were in it."""
        now = monotonic()
        with self._lock:
            _, times = self._times.get(key, (expiry, deque[float]()))
            _drop_old(times, now - expiry)
            return time.time() - (now - times[0] if times else 0.0), len(times)

    def clear(self, key: str) -> None:
        """Forget what was counted."""
        with self._lock:
            self._times.pop(key, None)

    def reset(self) -> int:
        """Forget all; how many were counted."""
        with self._lock:
            known, self._times = len(self._times), {}
            return known

    def _prune(self, now: float) -> None:
        """Forget those who did not come of late."""
        self._times = {key: one for key, one in self._times.items() if one[1] and one[1][-1] > now - one[0]}


def _drop_old(times: deque[float], until: float) -> None:
    while times and times[0] <= until:
        times.popleft()
