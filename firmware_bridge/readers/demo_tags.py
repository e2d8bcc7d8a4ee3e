"""The reader that only pretends, for the demo: the page lays tags on it."""

from __future__ import annotations

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import DemoCommand, codec, topics
from firmware_bridge.readers.reading_queue import ReadingQueue
from firmware_bridge.serial.fake_reader import FakeRfidReader


def listen_to_demo(bus: Bus, queue: ReadingQueue, pretend: FakeRfidReader) -> None:
    """Let the page simulate tags on a fake reader. Each becomes a reading of the device that used it last."""

    def lay(message: Message) -> None:
        message.ack()
        command = codec.decode(DemoCommand, message.payload)
        queue.senders[command.tag] = command.sender
        try:
            pretend.lay(command.tag)
        except ValueError as error:
            raise CodecError(f"Demo: no tag ({error})") from error

    bus.subscribe(topics.demo(queue.table, queue.config.reader), lay)
