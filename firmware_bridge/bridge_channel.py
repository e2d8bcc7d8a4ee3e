"""The bridge itself on the bus: the reader "bridge", which takes requests of pages and answers them."""

from __future__ import annotations

import contextlib
import queue
from dataclasses import replace

from companion.errors import CodecError
from companion.i18n import _
from companion.messaging import Bus, Message
from companion.schema import BRIDGE, PortList, PortRequestMessage, ReaderDescription, ReaderStatus, Words, codec, topics
from firmware_bridge.settings import ReaderSettings

MOST_WAITING = 16  # requests; more come from no page
MOST_ID = 64  # letters; the answer has to travel with it


class BridgeChannel:
    """Build it before the bus is started. `wake` is called from any thread and from a signal, the rest from one thread."""

    def __init__(self, bus: Bus, table: str) -> None:
        self._bus, self._table = bus, table
        self._requests: queue.SimpleQueue[PortRequestMessage | None] = queue.SimpleQueue()  # a signal may put into it
        self._status: ReaderStatus | None = None
        bus.subscribe(topics.ports(table, BRIDGE), self._on_request)
        bus.will(topics.reader_status(table, BRIDGE), codec.encode(ReaderStatus("offline")))
        about = ReaderDescription(BRIDGE, _("serial readers"), BRIDGE, "", (), "")
        bus.publish(topics.reader_description(table, BRIDGE), codec.encode(about), retain=True)

    def next_request(self, wait: float) -> PortRequestMessage | None:
        """Return the next request of a page; None if none comes within `wait` s or `wake` was called."""
        with contextlib.suppress(queue.Empty):
            return self._requests.get(timeout=wait)
        return None

    def wake(self) -> None:
        """End the wait of `next_request`."""
        self._requests.put(None)

    def answer(self, ports: PortList) -> None:
        self._bus.publish(topics.ports_told(self._table, BRIDGE), encode_port_list(ports))

    def publish_status(self, trouble: Words) -> None:
        """Publish the bridge's status where it changed; `trouble`: a sentence, "" = all is well."""
        status = ReaderStatus("online", attached=True, last_error=trouble)
        if status != self._status:
            self._status = status
            self._bus.publish(topics.reader_status(self._table, BRIDGE), codec.encode(status), retain=True)

    def forget(self, name: str) -> None:
        """Clear what a deliberately removed reader has published."""
        reader = ReaderSettings(name).reader
        for topic in (topics.reader_status, topics.reader_description):
            self._bus.publish(topic(self._table, reader), b"", retain=True)

    def _on_request(self, message: Message) -> None:
        message.ack()
        request = codec.decode(PortRequestMessage, message.payload)
        if self._requests.qsize() >= MOST_WAITING:
            raise CodecError("PortWish: too many at once")
        if len(request.id) > MOST_ID:
            raise CodecError(f"PortWish: an id of {len(request.id)} letters, nobody waits for an answer")
        words = (request.where, request.name, request.driver, request.zone, request.prefix)
        if any("\0" in word for word in words):
            raise CodecError("PortWish: a NUL is part of no line and of no name")
        self._requests.put(request)


def encode_port_list(ports: PortList) -> bytes:
    """Encode a reply. The last ports are left out where it would be too long."""
    while True:
        try:
            return codec.encode(ports)
        except CodecError:
            if not ports.ports:
                raise
            ports = replace(ports, ports=ports.ports[:-1])
