"""The bus inside one process: the same promises without a network, for tests."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from companion.messaging.bus import (
    Handler,
    Listener,
    Message,
    MqttMessage,
    RetainedCache,
    Subscriptions,
    check_topic,
    matches,
)


class MemoryBroker:
    """A broker for tests: retained messages, sessions with unacknowledged messages, and a fixed order.

    Messages are delivered in the publishing thread. Messages published by a handler are delivered after it returns,
    so handlers never nest.
    """

    def __init__(self) -> None:
        self.retained: dict[str, bytes] = {}
        self._clients: list[MemoryBus] = []
        self._queue: deque[Callable[[], None]] = deque()
        self._lock = threading.Lock()
        self._running = False

    def attach(self, client: MemoryBus) -> None:
        self._clients.append(client)

    def send(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Store a retained message, or delete it where the payload is empty, and deliver it to all subscribers."""
        if retain and payload:
            self.retained[topic] = payload
        elif retain:
            self.retained.pop(topic, None)
        for client in tuple(self._clients):
            self.later(lambda client=client: client.receive(topic, payload, retain=False))  # type: ignore[misc]

    def later(self, job: Callable[[], None]) -> None:
        """Queue a job. A thread that finds the queue idle works it off."""
        with self._lock:
            self._queue.append(job)
            if self._running:
                return
            self._running = True
        while (waiting := self._next()) is not None:
            waiting()

    def _next(self) -> Callable[[], None] | None:
        with self._lock:
            if not self._queue:
                self._running = False
                return None
            return self._queue.popleft()


class MemoryBus:
    """A bus inside one process. `peer()` is another client of the same broker; `cut()` loses the connection without
    notice.
    """

    def __init__(self, broker: MemoryBroker | None = None) -> None:
        self.broker = broker or MemoryBroker()
        self.subscriptions = Subscriptions()
        self.reconnects = 0
        self._listeners: list[Listener] = []
        self._retained = RetainedCache()
        self._pending: dict[int, tuple[str, bytes, bool]] = {}  # delivered or owed, not acknowledged
        self._number = 0
        self._will: tuple[str, bytes] | None = None
        self._connected = False
        self._known = False  # the broker has a session of this client
        self.broker.attach(self)

    def peer(self) -> MemoryBus:
        return MemoryBus(self.broker)

    @property
    def connected(self) -> bool:
        return self._connected

    def start(self) -> None:
        self.reconnects += self._known and not self._connected
        self._connected = self._known = True
        for words in self._retained.again():
            self.broker.send(words.topic, words.payload, retain=True)
        for number in tuple(self._pending):
            self.broker.later(lambda number=number: self._deliver(number))  # type: ignore[misc]
        for pattern in self.subscriptions.patterns:
            self._send_retained(pattern)
        self._notify()

    def stop(self) -> None:
        if self._connected and self._will:
            self.publish(*self._will, retain=True)
        self._connected = False
        self._notify()

    def cut(self) -> None:
        """Lose the connection: the broker publishes the will, and keeps messages for this client."""
        self._connected = False
        if self._will:
            self.broker.send(*self._will, retain=True)
        self._notify()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        check_topic(topic)
        self._retained.keep(MqttMessage(topic, payload, retain), sent=self._connected)
        if self._connected:
            self.broker.send(topic, payload, retain=retain)

    def afterwards(self, act: Callable[[], None]) -> None:
        act()

    def subscribe(self, pattern: str, handler: Handler) -> None:
        self.subscriptions.add(pattern, handler)
        if self._connected:
            self._send_retained(pattern)

    def will(self, topic: str, payload: bytes) -> None:
        check_topic(topic)
        self._will = (topic, payload)

    def on_connection(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def receive(self, topic: str, payload: bytes, *, retain: bool) -> None:
        """Deliver a message from the broker, or keep it until this client is back."""
        if not self._known or not any(matches(pattern, topic) for pattern in self.subscriptions.patterns):
            return
        self._number += 1
        self._pending[self._number] = (topic, payload, retain)
        if self._connected:
            self._deliver(self._number)

    def _deliver(self, number: int) -> None:
        if not self._connected or number not in self._pending:
            return
        topic, payload, retain = self._pending[number]
        self.subscriptions.deliver(Message(topic, payload, retain, lambda: void(self._pending.pop(number, None))))

    def _send_retained(self, pattern: str) -> None:
        for topic, payload in tuple(self.broker.retained.items()):
            if matches(pattern, topic):
                self.broker.later(lambda topic=topic, payload=payload: self.receive(topic, payload, retain=True))  # type: ignore[misc]

    def _notify(self) -> None:
        for listener in self._listeners:
            listener(self._connected)


def void(_: object) -> None:
    """Forget a value."""
