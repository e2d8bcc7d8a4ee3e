"""What a handler leaves for later: until what it has said is written to the broker.

A client's network thread runs the handlers and writes what they say, the one after the other. Work that others of this process
wait for less than the broker's clients do, a large message or the pages, would hold up what was said before it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable

from companion.system.monitored_thread import ActivityTimer

logger = logging.getLogger(__name__)

Act = Callable[[], None]


class AfterPublishQueue:
    """Acts in their order, each once all that was said before it is written. For one thread."""

    def __init__(self, has_unwritten: Callable[[], bool], busy: ActivityTimer | None = None) -> None:
        """`busy`: of that thread, for whoever looks whether it hangs."""
        self._has_unwritten, self._busy = has_unwritten, busy or ActivityTimer()
        self._acts: deque[Act] = deque()

    def put(self, act: Act) -> None:
        """Do it later."""
        self._acts.append(act)

    def go_on(self) -> None:
        """Do what is due: the next one, and more where it says nothing."""
        while self._acts and not self._has_unwritten():
            self._do_next()

    def finish(self) -> None:
        """Do all of it: nothing that was said before is still to be written, or nothing will be for now."""
        while self._acts:
            self._do_next()

    def _do_next(self) -> None:
        try:
            with self._busy.at_it():
                self._acts.popleft()()
        except Exception:  # the network thread must outlive a fault of whoever is told of something
            logger.exception("what was to be done after a message failed")
