"""A pseudo-terminal that imitates an RDM6300, for the demo and the tests. Real bytes through a real port."""

from __future__ import annotations

import os
import tty

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import DemoCommand, Seat, codec, topics
from firmware_bridge.drivers import rdm6300

FRAMES_PER_TAG = 6  # a tag stays for a third of a second


class FakeRfidReader:
    """`path` is the port to open."""

    def __init__(self) -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)  # unread bytes are lost, as on a real line
        self.path = os.ttyname(self._theirs)

    def listen(self, bus: Bus, table: str, reader: str, senders: dict[str, Seat]) -> None:
        """Simulate the tags that the page sends. Each becomes a reading of the device that used it last."""

        def lay(message: Message) -> None:
            message.ack()
            command = codec.decode(DemoCommand, message.payload)
            senders[command.tag] = command.sender
            try:
                self.lay(command.tag)
            except ValueError as error:
                raise CodecError(f"Demo: no tag ({error})") from error

        bus.subscribe(topics.demo(table, reader), lay)

    def lay(self, tag: str, frames: int = FRAMES_PER_TAG) -> None:
        """Simulate a tag with ten hex digits. Raises ValueError for another text."""
        self.send(rdm6300.encode(tag) * frames)

    def send(self, data: bytes) -> None:
        """Any bytes, as noise on the line."""
        try:
            os.write(self._ours, data)
        except BlockingIOError:
            return  # the pipe is full without a reader

    def received(self) -> bytes:
        """Return bytes written to the reader since the last call."""
        try:
            return os.read(self._ours, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Pull the plug; it stays out."""
        ours, self._ours = self._ours, -1
        if ours >= 0:
            os.close(ours)
            os.close(self._theirs)
