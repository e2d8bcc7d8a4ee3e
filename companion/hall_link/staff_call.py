"""Somebody at a table asks for the staff of the hall: since when, until one of them has come."""

from __future__ import annotations

import time
from collections.abc import Callable


class StaffCall:
    """Of one table. Safe for threads."""

    def __init__(self, changed: Callable[[], None], clock: Callable[[], float] = time.time) -> None:
        """`changed` is called when it is asked for, and when no more; `clock`: s, Unix, for display."""
        self._changed, self._clock = changed, clock
        self.since = 0.0  # s, Unix; 0 = nobody asks

    def call(self, *, on: bool) -> None:
        """Ask for somebody, or say that nobody need come any more."""
        if bool(self.since) != on:
            self.since = self._clock() if on else 0.0
            self._changed()

    def answer(self, since: float) -> None:
        """Somebody has come to whoever called then; who has called again since is still waiting."""
        if self.since == since:
            self.call(on=False)
