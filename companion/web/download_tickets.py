"""Short-lived, single-use tickets for downloads."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

VALID_S = 120.0  # s
MOST_TICKETS = 50  # open at a time; the oldest go first


class DownloadTickets:
    """Open tickets. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:  # s
        self._clock, self._lock = clock, threading.Lock()
        self._open: dict[str, tuple[str, float]] = {}

    def give(self, what: str) -> str:
        """Return a ticket of 128 bits."""
        ticket = secrets.token_urlsafe(16)
        with self._lock:
            kept = list(self._open.items())[-(MOST_TICKETS - 1) :]
            self._open = {**dict(kept), ticket: (what, self._clock() + VALID_S)}
        return ticket

    def redeem(self, ticket: str) -> str:
        """Return what the ticket is for, "" if it was used, expired or never issued."""
        with self._lock:
            what, until = self._open.pop(ticket, ("", 0.0))
        return what if until > self._clock() else ""
