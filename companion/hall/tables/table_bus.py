"""The bus as one table of a worker has it: its worker is connected, and hands on what is the table's."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from companion.messaging import Bus, Handler, Listener, Message, Subscriptions


class TableBus:
    """A `Bus` that somebody else has connected. Its messages are handed on one after the other."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._subscriptions = Subscriptions()
        self._delivering = 0  # ident of the thread in which a handler runs, 0 = none does
        self._afterwards: deque[Callable[[], None]] = deque()

    @property
    def connected(self) -> bool:
        return self._bus.connected

    @property
    def reconnects(self) -> int:
        return self._bus.reconnects

    def start(self) -> None:
        """It is connected, or will be."""

    def stop(self) -> None:
        """The worker stays."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self._bus.publish(topic, payload, retain=retain)

    def subscribe(self, pattern: str, handler: Handler) -> None:
        self._subscriptions.add(pattern, handler)

    def will(self, topic: str, payload: bytes) -> None:
        """A worker that dies leaves no table dark: the others serve it."""

    def on_connection(self, listener: Listener) -> None:
        """What is retained is said anew from the database, and nothing else depends on it."""

    def afterwards(self, act: Callable[[], None]) -> None:
        if threading.get_ident() == self._delivering:
            self._afterwards.append(act)
        else:
            act()

    def deliver(self, message: Message) -> None:
        """To whoever of the table hears it; then what that has left for afterwards."""
        self._delivering = threading.get_ident()
        try:
            self._subscriptions.deliver(message)
        finally:
            self._delivering = 0
        while self._afterwards:
            self._afterwards.popleft()()
