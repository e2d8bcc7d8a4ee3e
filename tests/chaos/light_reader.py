"""The camera's reader without pictures: the real outbox and sender, with objects from the test."""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.messaging import BrokerCredentials, Message, MqttBus, Outbox, OutboxSender
from companion.schema import Ack, Expectation, ReaderStatus, Reading, SeenObject, codec, topics
from tests.chaos.fuse import Fuse
from tests.chaos.rules import PLACE, kind_of

SOURCE = "vision/cam0"
READER = topics.reader_of(SOURCE)
TURN = 0.02  # s between checks for resending
LOOKS = 2.0  # s to wait for the question


@dataclass(frozen=True, slots=True)
class Told:
    """Arguments of the process."""

    outbox: str
    account: BrokerCredentials
    door: str  # socket for commands


class FusedOutbox(Outbox):
    fuse: Fuse

    def put(self, reading: Reading, mark: str = "") -> Reading:
        self.fuse("before a reading is kept")
        kept = super().put(reading, mark)
        self.fuse("kept, not sent")
        return kept

    def acknowledge(self, ack: Ack) -> int:
        self.fuse("acknowledged, not forgotten")
        gone = super().acknowledge(ack)
        self.fuse("forgotten" if gone else "")
        return gone


class FusedBus(MqttBus):
    fuse: Fuse

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        is_reading = kind_of(topic) == "reading"
        self.fuse("before it is sent" if is_reading else "")
        super().publish(topic, payload, retain=retain)
        self.fuse("sent" if is_reading else "")


class LightReader:
    """Reports throws for the newest question, as a camera does."""

    def __init__(self, told: Told, fuse: Fuse) -> None:
        self.bus = FusedBus(told.account, f"{told.account.user}.{READER}")
        self.outbox = FusedOutbox(Path(told.outbox))
        self.bus.fuse = self.outbox.fuse = fuse
        self.sender = OutboxSender(self.bus, self.outbox, PLACE, READER, time.monotonic)
        self.expect = Expectation()
        self.bus.subscribe(topics.expect(PLACE), self._on_expect)
        self.bus.will(topics.reader_status(PLACE, READER), codec.encode(ReaderStatus("offline")))
        online = codec.encode(ReaderStatus("online", attached=True))
        self.bus.publish(topics.reader_status(PLACE, READER), online, retain=True)

    def _on_expect(self, message: Message) -> None:
        message.ack()
        self.expect = codec.decode(Expectation, message.payload)

    def throw(self, prompt: str, kind: str, faces: tuple[str, ...]) -> str:
        """Publish objects; return the id of the reading."""
        until = time.monotonic() + LOOKS
        while prompt not in {want.prompt for want in self.expect.wants} and time.monotonic() < until:
            time.sleep(TURN / 10)
        seen = tuple(SeenObject(kind, face, 0.99) for face in faces)
        return self.sender.put(Reading("", PLACE, SOURCE, "", 0, self.expect.expect, "tray", seen)).id


def run(told: Told, fuse: Fuse) -> None:
    """Run until killed. A command gives the objects, and the reply is the reading's id."""
    reader = LightReader(told, fuse)
    reader.bus.start()
    Path(told.door).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(told.door)
        door.listen()
        door.settimeout(TURN)
        while True:
            with suppress(TimeoutError):
                _serve(reader, door.accept()[0])
            reader.sender.tick()


def _serve(reader: LightReader, visitor: socket.socket) -> None:
    with visitor, visitor.makefile("rw", encoding="utf-8") as said:
        prompt, kind, *faces = json.loads(said.readline())
        said.write(reader.throw(prompt, kind, tuple(faces)) + "\n")
