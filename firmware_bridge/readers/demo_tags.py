"""The reader that only pretends, for the demo: the page lays tags on it."""

from __future__ import annotations

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import DemoCommand, codec, topics
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import ReaderSettings


def listen_to_demo(bus: Bus, table: str, config: ReaderSettings, pretend: FakeRfidReader) -> None:
    """Let the page lay tags on the reader that only pretends."""

    def lay(message: Message) -> None:
        message.ack()
        tag = codec.decode(DemoCommand, message.payload).tag
        try:
            pretend.lay(tag)
        except ValueError as error:
            raise CodecError(f"Demo: no tag ({error})") from error

    bus.subscribe(topics.demo(table, config.reader), lay)
