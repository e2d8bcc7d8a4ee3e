"""The bus of one table in a worker: it uses the worker's connection and passes on the messages of its table."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from companion.messaging import Bus, Handler, Listener, Message, Subscriptions


class TableBus:
    """A `Bus` on a connection that the worker manages. Delivers one message after another."""

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
        """Do nothing: the worker's bus is connected, or will be."""

    def stop(self) -> None:
        """Do nothing: the worker's bus stays."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self._bus.publish(topic, payload, retain=retain)

    def subscribe(self, pattern: str, handler: Handler) -> None:
        self._subscriptions.add(pattern, handler)

    def will(self, topic: str, payload: bytes) -> None:
        """Do nothing: other workers serve the table after this one dies."""

    def on_connection(self, listener: Listener) -> None:
        """Do nothing: retained messages are published again from the database."""

    def afterwards(self, act: Callable[[], None]) -> None:
        if threading.get_ident() == self._delivering:
            self._afterwards.append(act)
        else:
            act()

    def deliver(self, message: Message) -> None:
        """Call the table's handler, then what it has deferred."""
        self._delivering = threading.get_ident()
        try:
            self._subscriptions.deliver(message)
        finally:
            self._delivering = 0
        while self._afterwards:
            self._afterwards.popleft()()
