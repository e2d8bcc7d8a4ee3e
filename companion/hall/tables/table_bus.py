"""The bus as one lamp of a worker has it: its worker is connected, and hands on what is the lamp's."""

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
        self._listeners: list[Listener] = []
        self._delivering = 0  # ident of the thread in which a handler runs, 0 = none does
        self._afterwards: deque[Callable[[], None]] = deque()
        self._is_left = False

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
        if not self._is_left:
            self._bus.publish(topic, payload, retain=retain)

    def stop_publishing(self) -> None:
        """Its lamp is served elsewhere: whoever still does something there has nothing to say any more."""
        self._is_left = True

    def subscribe(self, pattern: str, handler: Handler) -> None:
        self._subscriptions.add(pattern, handler)

    def will(self, topic: str, payload: bytes) -> None:
        """A worker that dies leaves no table dark: another one takes it."""

    def on_connection(self, listener: Listener) -> None:
        """Also that it is there already: a lamp may come long after."""
        self._listeners.append(listener)  # here, not at the worker's: that would hold whatever listens for ever
        if self._bus.connected:
            listener(True)

    def afterwards(self, act: Callable[[], None]) -> None:
        if threading.get_ident() == self._delivering:
            self._afterwards.append(act)
        else:
            act()

    def tell_connection(self, is_there: bool) -> None:
        """The worker has reached the broker, or lost it."""
        for listener in self._listeners:
            listener(is_there)

    def deliver(self, message: Message) -> None:
        """To whoever of the lamp hears it; then what that has left for afterwards."""
        self._delivering = threading.get_ident()
        self._subscriptions.deliver(message)
        self._delivering = 0
        while self._afterwards:
            self._afterwards.popleft()()
