"""The interface of a bus, what its implementations share, and the bus inside one process, for tests."""

from __future__ import annotations

import logging
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from companion.errors import CodecError, LamplightError
from companion.schema import TopicError
from companion.system.monitored_thread import ActivityTimer

Handler = Callable[["Message"], None]
Listener = Callable[[bool], None]  # called with True when the broker is reached, False when the connection is lost


class BusError(LamplightError):
    """Wrong topic or pattern, or a broker that cannot be reached."""

    code = "BUSERROR"


@dataclass(frozen=True, slots=True)
class Message:
    """A received message. `ack` tells the broker that it is processed; call it after the commit."""

    topic: str
    payload: bytes
    retain: bool = False  # retained by the broker: possibly old
    ack: Callable[[], None] = field(default=lambda: None, compare=False)


class Publisher(Protocol):
    """The publishing half of a bus."""

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish. Without a connection a retained message waits (the newest of its topic), others are dropped."""


class Bus(Publisher, Protocol):
    """A client of the broker. Subscribe before or after `start`."""

    @property
    def connected(self) -> bool:
        """Whether the broker is connected."""

    @property
    def reconnects(self) -> int:
        """Number of connections after the first."""

    def start(self) -> None:
        """Connect, and go on trying until `stop`."""

    def stop(self) -> None:
        """Publish the last will and disconnect."""

    def subscribe(self, pattern: str, handler: Handler) -> None:
        """Subscribe to a pattern; those of one client must not overlap (raises BusError). The handler must not block
        for long.

        It may raise CodecError or TopicError for a message that it cannot read, after acknowledging it: the error is
        counted and logged once.
        """

    def will(self, topic: str, payload: bytes) -> None:
        """Set the message that the broker publishes (retained) when this client vanishes. Call it before `start`."""

    def on_connection(self, listener: Listener) -> None:
        """Call the listener when the broker is reached and lost."""

    def afterwards(self, job: Callable[[], None]) -> None:
        """Defer work behind messages published before it: in a handler until they are sent, else run at once."""


def matches(pattern: str, topic: str) -> bool:
    """Return whether a topic matches a pattern with `+` and `#` (MQTT 3.1.1, 4.7).

    >>> matches("a/+/c", "a/b/c"), matches("a/#", "a"), matches("#", "$SYS/x")
    (True, True, False)
    """
    if topic.startswith("$") and pattern[:1] in {"+", "#"}:
        return False
    wanted, given = pattern.split("/"), topic.split("/")
    if wanted[-1] == "#":
        wanted = wanted[:-1]
        if len(given) < len(wanted):
            return False
        given = given[: len(wanted)]
    return len(wanted) == len(given) and all(want in {"+", have} for want, have in zip(wanted, given, strict=True))


def overlap(one: str, other: str) -> bool:
    """Return whether some topic matches both patterns."""
    left, right = one.split("/"), other.split("/")
    for a, b in zip(left, right, strict=False):
        if "#" in {a, b}:
            return True
        if a != b and "+" not in {a, b}:
            return False
    longer = left if len(left) > len(right) else right
    return len(left) == len(right) or longer[min(len(left), len(right))] == "#"


def check_topic(topic: str) -> None:
    """Raise BusError for a topic that cannot be published on."""
    if not topic or any(mark in topic for mark in "+#\0") or len(topic.encode()) > 65535:
        raise BusError(f'nothing can be published on "{topic[:80]}": a topic has no "+", "#" or NUL and is not empty')


def check_pattern(pattern: str) -> None:
    """Raise BusError for a pattern that cannot match."""
    levels = pattern.split("/")
    wild = any(len(level) > 1 and ("+" in level or "#" in level) for level in levels)
    if not pattern or wild or "#" in levels[:-1] or "\0" in pattern:
        raise BusError(f'"{pattern[:80]}" is no pattern: "+" stands for one whole segment, "#" for the rest')


@dataclass(frozen=True, slots=True)
class MqttMessage:
    """A message to publish."""

    topic: str
    payload: bytes
    retain: bool = False


class RetainedCache:
    """Retained messages of one client. Deletions are kept until they are confirmed, because another client may use
    the topic later. Not thread-safe.
    """

    def __init__(self) -> None:
        self._newest: dict[str, bytes] = {}  # of each retained topic

    def keep(self, message: MqttMessage, *, sent: bool) -> None:
        """Store a message. A `sent` one may still be lost with its connection."""
        if message.retain and (message.payload or not sent):
            self._newest[message.topic] = message.payload
        elif message.retain:
            self._newest.pop(message.topic, None)

    def to_republish(self, left: Iterable[MqttMessage] = ()) -> tuple[MqttMessage, ...]:
        """Return the messages to publish after a reconnect. `left` was sent on an earlier connection and never
        confirmed.

        >>> RetainedCache().to_republish([MqttMessage("light/1", b"red", True), MqttMessage("light/1", b"", True), MqttMessage("event", b"heard?")])
        (MqttMessage(topic='event', payload=b'heard?', retain=False), MqttMessage(topic='light/1', payload=b'', retain=True))
        """
        older = tuple(left)
        passing = tuple(message for message in older if not message.retain)
        unsure = {message.topic: message for message in older if message.retain and message.topic not in self._newest}
        newest = tuple(MqttMessage(topic, payload, retain=True) for topic, payload in self._newest.items())
        self._newest = {topic: payload for topic, payload in self._newest.items() if payload}
        return (*passing, *unsure.values(), *newest)


logger = logging.getLogger(__name__)

Act = Callable[[], None]


class AfterPublishQueue:
    """Run callbacks in order, after earlier publishes are written. Not thread-safe."""

    def __init__(self, has_unwritten: Callable[[], bool], busy: ActivityTimer | None = None) -> None:
        """`busy` is the timer of the network thread, which a monitor reads."""
        self._has_unwritten, self._busy = has_unwritten, busy or ActivityTimer()
        self._acts: deque[Act] = deque()

    def put(self, act: Act) -> None:
        """Queue a callback."""
        self._acts.append(act)

    def go_on(self) -> None:
        """Deliver what is due: the next message, and more if it is acknowledged."""
        while self._acts and not self._has_unwritten():
            self._do_next()

    def finish(self) -> None:
        """Run all callbacks: earlier publishes are written, or the connection is lost."""
        while self._acts:
            self._do_next()

    def _do_next(self) -> None:
        try:
            with self._busy.timed():
                self._acts.popleft()()
        except Exception:  # the network thread must survive errors of callbacks
            logger.exception("what was to be done after a message failed")


MOST_LOGGED = 200  # letters of foreign text in a log line


class Subscriptions:
    """Subscriptions of one client with patterns that do not overlap."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter()  # exceptions of handlers, by pattern
        self.unread: Counter[str] = Counter()  # unreadable messages by pattern
        self._handlers: dict[str, Handler] = {}

    @property
    def patterns(self) -> tuple[str, ...]:
        return tuple(self._handlers)

    def add(self, pattern: str, handler: Handler) -> None:
        """Add a handler. Raises BusError if a message could match two patterns: it would be processed and acknowledged
        twice.
        """
        check_pattern(pattern)
        for other in self._handlers:
            if overlap(pattern, other):
                raise BusError(f'"{pattern}" and "{other}" overlap; one client hears each message once')
        self._handlers = {**self._handlers, pattern: handler}

    def deliver(self, message: Message) -> None:
        """Pass a message to its handler. Acknowledge and drop it where there is none."""
        for pattern, handler in self._handlers.items():
            if matches(pattern, message.topic):
                self._hand(pattern, handler, message)
                return
        message.ack()

    def _hand(self, pattern: str, handler: Handler, message: Message) -> None:
        try:
            handler(message)
        except (CodecError, TopicError) as error:  # its sender may repeat it endlessly, so it is logged once
            self.unread[pattern] += 1
            if self.unread[pattern] == 1:
                sentence = "what came on %s cannot be read (%s); what comes after it like that is only counted"
                logger.warning(sentence, message.topic[:MOST_LOGGED], str(error)[:MOST_LOGGED])
        except Exception:  # the network thread must outlive a fault of any handler; it stays unacknowledged
            self.faults[pattern] += 1
            if self.faults[pattern] == 1:
                logger.exception("the handler of %s failed; its later faults are only counted", pattern)


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
        for message in self._retained.to_republish():
            self.broker.send(message.topic, message.payload, retain=True)
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

    def afterwards(self, job: Callable[[], None]) -> None:
        job()

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
