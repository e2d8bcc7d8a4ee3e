"""A broker and its clients without a network: what MQTT 3.1.1 permits happens to every message, one packet at a time.

A connection carries packets in order, both ways, until it breaks; what was under way then is lost. A session that lasts keeps what
its client has not confirmed, and sends it again. A broker that dies comes back with what it had saved, of some moment, or nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.messaging import Handler, Listener, Message, Subscriptions
from companion.messaging.bus import AfterPublishQueue, MqttMessage, RetainedCache, check_topic, matches
from tests.torture.machine import DeathPlan

Kind: TypeAlias = Literal["publish", "confirm", "subscribe", "granted"]
SAVES = 3  # stores that are kept: a broker may come back with any of them


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet of a connection."""

    kind: Kind
    number: int = 0
    topic: str = ""
    payload: bytes = b""
    retain: bool = False
    patterns: tuple[str, ...] = ()


@dataclass(slots=True)
class Session:
    """A client's state at the broker."""

    lasting: bool
    patterns: tuple[str, ...] = ()
    unconfirmed: dict[int, Packet] = field(default_factory=dict)  # sent or to be sent, not confirmed
    number: int = 0

    def copy(self) -> Session:
        return Session(self.lasting, self.patterns, dict(self.unconfirmed), self.number)


@dataclass(slots=True)
class Link:
    """One connection."""

    client: Client
    up: deque[Packet] = field(default_factory=deque)
    down: deque[Packet] = field(default_factory=deque)

    @property
    def ways(self) -> tuple[tuple[str, deque[Packet]], ...]:
        return ("up", self.up), ("down", self.down)


Store: TypeAlias = tuple[Mapping[str, bytes], Mapping[str, Session]]


class Broker:
    """Retained messages, sessions and connections."""

    def __init__(self) -> None:
        self.is_up = True
        self.retained: dict[str, bytes] = {}
        self.sessions: dict[str, Session] = {}
        self.links: dict[str, Link] = {}
        self._saved: deque[Store] = deque([({}, {})], maxlen=SAVES)

    def save(self) -> None:
        """Save the lasting state to disk."""
        lasting = {name: one.copy() for name, one in self.sessions.items() if one.lasting}
        self._saved.append((dict(self.retained), lasting))

    def die(self, back: int) -> None:
        """Drop all connections. The broker returns with its store of `back` saves ago, 0 for none."""
        self.is_up = False
        for link in tuple(self.links.values()):
            self.cut(link.client, 0)
        retained, sessions = self._saved[-back] if 0 < back <= len(self._saved) else ({}, {})
        self.retained = dict(retained)
        self.sessions = {name: one.copy() for name, one in sessions.items()}

    def begin(self) -> None:
        """Run again."""
        self.is_up = True

    def admit(self, client: Client) -> None:
        """Connect a client."""
        old = self.sessions.get(client.name)
        session = old if old is not None and client.lasting else Session(client.lasting)
        self.sessions[client.name] = session
        link = self.links[client.name] = Link(client)
        link.down.extend(session.unconfirmed.values())
        client.on_admitted(link)

    def cut(self, client: Client, arrive: int) -> None:
        """Break a connection. So many packets that the client has sent still arrive."""
        link = self.links.get(client.name)
        if link is None or link.client is not client:
            return
        for _ in range(min(arrive, len(link.up))):
            self.receive(link)
        del self.links[client.name]
        if not client.lasting:
            self.sessions.pop(client.name, None)
        client.on_lost()

    def receive(self, link: Link) -> Packet:
        """Process the next packet that a client sent."""
        packet = link.up.popleft()
        self._take(link, packet)
        link.client.later.go_on()  # where all is written
        return packet

    def _take(self, link: Link, packet: Packet) -> None:
        match packet.kind:
            case "publish":
                self._deliver_all(packet.topic, packet.payload, retain=packet.retain)
                link.down.append(Packet("confirm", packet.number))
            case "confirm":
                self.sessions[link.client.name].unconfirmed.pop(packet.number, None)
            case "subscribe":
                self._subscribe(link, packet)

    def _subscribe(self, link: Link, packet: Packet) -> None:
        session = self.sessions[link.client.name]
        session.patterns = packet.patterns
        link.down.append(Packet("granted", packet.number))
        for topic, payload in tuple(self.retained.items()):
            if any(matches(pattern, topic) for pattern in packet.patterns):
                self._queue(link.client.name, session, topic, payload, retain=True)

    def _deliver_all(self, topic: str, payload: bytes, *, retain: bool) -> None:
        if retain and payload:
            self.retained[topic] = payload
        elif retain:
            self.retained.pop(topic, None)
        for name, session in self.sessions.items():
            if any(matches(pattern, topic) for pattern in session.patterns):
                self._queue(name, session, topic, payload, retain=False)

    def _queue(self, name: str, session: Session, topic: str, payload: bytes, *, retain: bool) -> None:
        session.number += 1
        packet = Packet("publish", session.number, topic, payload, retain)
        session.unconfirmed[session.number] = packet
        if name in self.links:
            self.links[name].down.append(packet)


class Client:
    """The bus of one process. Like `MqttBus` it resends after a lost connection and acknowledges by hand."""

    def __init__(self, broker: Broker, name: str, deaths: DeathPlan, *, lasting: bool = False) -> None:
        self.broker, self.name, self.deaths, self.lasting = broker, name, deaths, lasting
        self.subscriptions = Subscriptions()
        self.reconnects = 0
        self.connected = False
        self.said: list[tuple[str, bytes]] = []  # published messages, for `watching`
        self._said = RetainedCache()
        self._sent: dict[int, MqttMessage] = {}  # and not confirmed
        self._link: Link | None = None
        self._number = self._connections = 0
        self._listeners: list[Listener] = []
        self._is_hearing = False  # a handler runs
        self.later = AfterPublishQueue(lambda: self._link is not None and bool(self._link.up))

    @property
    def is_linked(self) -> bool:
        """Return whether a connection exists, granted or not."""
        return self._link is not None

    def start(self) -> None:
        if self.broker.is_up and self._link is None:
            self.broker.admit(self)

    def stop(self) -> None:
        link = self.broker.links.get(self.name)
        self.broker.cut(self, len(link.up) if link is not None else 0)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        check_topic(topic)
        self.deaths.at(self.name, f"before it says {kind_of(topic)}")
        self.said.append((topic, payload))
        words = MqttMessage(topic, payload, retain)
        self._said.keep(words, sent=self.connected)
        if self.connected:
            self._send(words)
        self.deaths.at(self.name, f"after it said {kind_of(topic)}")

    def afterwards(self, act: Callable[[], None]) -> None:
        if self._is_hearing:
            self.later.put(act)
        else:
            act()

    def subscribe(self, pattern: str, handler: Handler) -> None:
        self.subscriptions.add(pattern, handler)

    def will(self, topic: str, payload: bytes) -> None:
        """Ignored: no simulated client listens to statuses."""

    def on_connection(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def on_admitted(self, link: Link) -> None:
        """Handle the accepted connection."""
        self._link = link
        self.reconnects += self._connections > 0
        self._connections += 1
        link.up.append(Packet("subscribe", patterns=self.subscriptions.patterns))

    def on_lost(self) -> None:
        """Handle the lost connection."""
        was, self.connected, self._link = self.connected, False, None
        self.later.finish()
        if was:
            self._tell()

    def hear(self) -> Packet:
        """Process the next packet from the broker."""
        assert self._link is not None, "nothing comes without a connection"
        packet = self._link.down.popleft()
        match packet.kind:
            case "confirm":
                self._sent.pop(packet.number, None)
                self.later.finish()
            case "granted":
                self._begin()
            case "publish":
                ack = self._ack(self._link, packet.number)
                self._deliver(Message(packet.topic, packet.payload, packet.retain, ack))
        return packet

    def die(self) -> None:
        """Stop all callbacks, because the process is gone."""
        self.later = AfterPublishQueue(lambda: True)
        self._listeners.clear()

    def _deliver(self, message: Message) -> None:
        sent = self._number
        self._is_hearing = True
        try:
            self.subscriptions.deliver(message)
        finally:
            self._is_hearing = False
        if self._number == sent:  # no publish to wait for
            self.later.finish()

    def _ack(self, link: Link, number: int) -> Callable[[], None]:
        def ack() -> None:
            self.deaths.at(self.name, "before it confirms to the broker")
            if self._link is link:
                link.up.append(Packet("confirm", number))
            self.deaths.at(self.name, "after it confirmed to the broker")

        return ack

    def _begin(self) -> None:
        left, self._sent = tuple(self._sent.values()), {}
        self.connected = True
        for words in self._said.to_republish(left):
            self._send(words)
        self._tell()

    def _send(self, words: MqttMessage) -> None:
        self._number += 1
        self._sent[self._number] = words
        if self._link is not None:
            self._link.up.append(Packet("publish", self._number, words.topic, words.payload, words.retain))

    def _tell(self) -> None:
        for listener in self._listeners:
            listener(self.connected)


def kind_of(topic: str) -> str:
    """Return the kind of a topic: "light" of "lamplight/v1/lamp/public/light/1"."""
    words = topic.split("/")
    return words[-2] if "light" in words else words[-1]
