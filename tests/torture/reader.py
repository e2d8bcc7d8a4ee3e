"""A reader's process: report the tray once, with the product's own outbox and sender."""

from __future__ import annotations

from collections.abc import Callable

from companion.messaging import Message, OutboxSender
from companion.schema import Expectation, Reading, SeenObject, codec, topics
from tests.torture.broker import Client
from tests.torture.kept import DyingOutbox
from tests.torture.rules import PLACE


class Reader:
    """One reader from start to end. Things present at the start are not reported."""

    senders: type[OutboxSender] = OutboxSender

    def __init__(self, source: str, outbox: DyingOutbox, bus: Client, clock: Callable[[], float]) -> None:
        self.source, self.outbox, self.bus = source, outbox, bus
        self.expect = Expectation()
        self.sender = self.senders(bus, outbox, PLACE, topics.reader_of(source), clock)
        bus.subscribe(topics.expect(PLACE), self._on_expect)

    def settle(self, zone: str, objects: tuple[SeenObject, ...], wall: float, picture: str) -> Reading:
        """Report a new arrangement under the question in force. Its picture identifies it."""
        return self.sender.put(Reading("", PLACE, self.source, "", 0, self.expect.expect, zone, objects, wall, picture))

    def _on_expect(self, message: Message) -> None:
        message.ack()
        self.expect = codec.decode(Expectation, message.payload)
