"""One serial reader at one table: what is laid on it becomes a reading, kept until the rules service has committed it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from companion.bus.bus import Bus, Message
from companion.bus.outbox import Outbox, OutboxError
from companion.bus.sender import Sender
from companion.errors import CodecError
from companion.wire import codec, topics
from companion.wire.expect import Expect
from companion.wire.reading import Reading, Seen
from companion.wire.status import ReaderDescription, ReaderStatus
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.port import Port

logger = logging.getLogger(__name__)

STATUS_EVERY = 0.5  # s, at most so often


@dataclass(frozen=True, slots=True)
class Clocks:
    """`monotonic` decides, `wall` (s, Unix) is shown."""

    monotonic: Callable[[], float]
    wall: Callable[[], float]


class Bridge:
    """Build it before the bus is started, then call `turn` for ever; a turn takes as long as a read of the port waits.

    `source` is "bridge/<name>", `zone` where what is laid lies ("bag").
    """

    def __init__(
        self,
        bus: Bus,
        outbox: Outbox,
        port: Port,
        driver: Driver,
        *,
        table: str,
        source: str,
        zone: str,
        clocks: Clocks,
    ) -> None:
        self.bus, self.outbox, self.port, self.driver = bus, outbox, port, driver
        self.table, self.source, self.zone, self.clocks = table, source, zone, clocks
        self.reader = topics.reader_of(source)
        self.expect = Expect()  # in force
        self.readings = self.lost = self.bad_expects = 0
        self._trouble = ""  # why a reading could not be kept
        self._said: ReaderStatus | None = None
        self._may_say = 0.0  # the next status, monotonic s
        self.sender = Sender(bus, outbox, table, self.reader, clocks.monotonic)
        bus.subscribe(topics.expect(table), self._on_expect)
        bus.will(topics.reader_status(table, self.reader), codec.encode(ReaderStatus("offline")))
        described = ReaderDescription(driver.kind, driver.model, source, outbox.epoch, ("tag",), zone)
        bus.publish(topics.reader_description(table, self.reader), codec.encode(described), retain=True)

    def turn(self) -> None:
        """Read what came, send what is due, and say how it goes."""
        for sighting in self.driver.feed(self.port.read()):
            self._laid(sighting)
        self.sender.tick()
        self._say_status()

    def _laid(self, sighting: Sighting) -> None:
        seen = Seen(sighting.kind, sighting.value, conf=sighting.conf)
        reading = Reading(
            "", self.table, self.source, "", 0, self.expect.expect, self.zone, (seen,), settled_at=self.clocks.wall()
        )
        try:
            kept = self.sender.put(reading)
        except (CodecError, OutboxError) as error:
            self.lost += 1
            if self._trouble != str(error):
                logger.warning("a tag was read and could not be kept: %s", error)
            self._trouble = str(error)
            return
        self.readings += 1
        self._trouble = ""
        logger.debug("table=%s reader=%s seq=%s tag=%s", self.table, self.reader, kept.seq, sighting.value)

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self.expect = codec.decode(Expect, message.payload) if message.payload else Expect()
        except CodecError as error:
            self.bad_expects += 1
            if self.bad_expects == 1:
                logger.warning("what is expected cannot be read, the question before it stays in force: %s", error)

    @property
    def status(self) -> ReaderStatus:
        return ReaderStatus(
            "online",
            attached=self.port.is_open,
            readings=self.readings,
            waiting=self.outbox.waiting,
            bad_frames=self.driver.bad_frames,
            resends=self.sender.resends,
            reconnects=self.port.reconnects,
            last_error=self._trouble or self.port.last_error,
        )

    def _say_status(self) -> None:
        if self.clocks.monotonic() < self._may_say or (status := self.status) == self._said:
            return
        self._said, self._may_say = status, self.clocks.monotonic() + STATUS_EVERY
        self.bus.publish(topics.reader_status(self.table, self.reader), codec.encode(status), retain=True)
