"""A handler that records messages, for tests to wait on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from companion.messaging import Message

SECONDS = 30.0  # generous for a busy machine


class Heard:
    """Pass it to `subscribe`; `next()` waits for a message. It acknowledges every message by default."""

    def __init__(self, *, acknowledge: bool = True) -> None:
        self.acknowledge = acknowledge
        self._messages: queue.Queue[Message] = queue.Queue()

    def __call__(self, message: Message) -> None:
        if self.acknowledge:
            message.ack()
        self._messages.put(message)

    def next(self) -> Message:
        return self._messages.get(timeout=SECONDS)

    def until(self, payload: bytes) -> list[bytes]:
        """The payloads that come before this one."""
        before = []
        while (message := self.next()).payload != payload:
            before.append(message.payload)
        return before


class Connection:
    """A listener of the connection; waits for the next True or False."""

    def __init__(self) -> None:
        self._states: queue.Queue[bool] = queue.Queue()

    def __call__(self, connected: bool) -> None:
        self._states.put(connected)

    def next(self) -> bool:
        return self._states.get(timeout=SECONDS)


def wait_for(true: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Check the condition until it holds; fail after so many seconds. Independent of the tested code's clock."""
    pause, tries = threading.Event(), int(seconds / 0.01)
    for _ in range(tries):
        if true():
            return
        pause.wait(0.01)
    raise AssertionError("it did not become so")
