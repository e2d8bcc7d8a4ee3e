"""One serial reader at one table: what it perceives becomes readings, kept until the rules service has committed them."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import CodecError
from companion.messaging.bus import Bus, Message
from companion.messaging.outbox import Outbox, OutboxError, OutboxSender
from companion.schema import codec, topics
from companion.schema.public_state import Light
from companion.schema.reader_status import ReaderDescription, ReaderStatus
from companion.schema.reading import Expectation, Reading, SeenObject
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.readers.outbox_owner import marked, owner_of
from firmware_bridge.readers.question_tokens import QuestionTokens
from firmware_bridge.serial.serial_port import SerialPort
from firmware_bridge.settings import ReaderSettings

logger = logging.getLogger(__name__)

SOON = 0.25  # s until the next turn while something waits to be kept, to be acknowledged or to be said
STATUS_EVERY = 0.5  # s, at most so often
MOST_HELD = 64  # sightings that wait for a disk
DARK = Light("", "off")  # of a seat whose light was cleared

News: TypeAlias = Expectation | tuple[str, Light] | None
"""What the bus has brought: a question, the light of a seat, or the wish that the reader shows itself."""


@dataclass(frozen=True, slots=True)
class ReaderClocks:
    """`monotonic` decides, `wall` (s, Unix) is shown."""

    monotonic: Callable[[], float]
    wall: Callable[[], float]


@dataclass(frozen=True, slots=True)
class ReaderAssignment:
    """Which table a reader serves, and its settings."""

    table: str
    told: ReaderSettings


class SerialReaderLoop:
    """Build it before the bus is started, then call `turn` for ever; a turn takes as long as a read of the port waits.

    `told.zone` is where what is laid lies, unless the driver says it. The outbox is that of this reader; its mark begins with the
    uid of the board that the reader is, so that another board at the same line is never taken for it.
    """

    def __init__(
        self,
        bus: Bus,
        outbox: Outbox,
        port: SerialPort,
        driver: Driver,
        assignment: ReaderAssignment,
        clocks: ReaderClocks,
    ) -> None:
        self.bus, self.outbox, self.port, self.driver = bus, outbox, port, driver
        self.table, self.told, self.clocks = assignment.table, assignment.told, clocks
        self.reader = self.told.reader
        self.expect = Expectation()  # in force
        self.readings = self.lost = self.bad_expects = 0
        self.owner = owner_of(outbox.mark)  # uid of the board whose readings the outbox holds, "" = not yet known
        self._tokens = QuestionTokens()
        self._news: deque[News] = deque()  # brought by the bus's thread, heeded in ours: a driver is used by one alone
        self._lights: dict[str, Light] = {}  # by seat, as the driver knows them
        self._held: deque[tuple[Reading, Sighting]] = deque()  # perceived, not yet on the disk
        self._trouble = ""  # why a reading could not be kept
        self._stumbled = ""  # a mistake of ours, over what the reader said
        self._openings = 0  # of the port, of which the driver knows
        self._bad_before = 0  # damaged frames up to the last good one
        self._said: ReaderStatus | None = None
        self._described: ReaderDescription | None = None
        self._may_say = 0.0  # the next status, monotonic s
        self._is_to_say = False  # it has changed, and may not be said yet
        self.sender = OutboxSender(bus, outbox, self.table, self.reader, clocks.monotonic)
        bus.subscribe(topics.expect(self.table), self._on_expect)
        bus.subscribe(topics.public_light(self.table, topics.ANY), self._on_light)
        bus.will(topics.reader_status(self.table, self.reader), codec.encode(ReaderStatus("offline")))
        self._describe()

    def begin_anew(self, driver: Driver, why: str) -> None:
        """With another driver in place of one that stumbled; what a board has not been thanked for it tells again."""
        self.driver, self._stumbled = driver, why
        self._openings, self._bad_before = 0, 0
        self._held = deque((reading, sighting) for reading, sighting in self._held if not sighting.mark)
        again: list[News] = [self.expect, *self._lights.items()]
        self._news.extendleft(again)  # what the bus has brought meanwhile is newer

    @property
    def is_stranger(self) -> bool:
        """Whether another board than this reader's own is at the line. What it perceives is left with it."""
        return bool(self.owner and self.driver.uid and self.driver.uid != self.owner)

    def turn(self) -> None:
        """Read what came, keep it, write what is due, and say how it goes."""
        is_new = self.port.ready() and self.port.openings != self._openings
        if is_new:  # the driver hears of it before anything that comes, and the table without waiting for a byte
            self._openings, self._bad_before = self.port.openings, self.driver.bad_frames
            self.driver.opened()
        data = self.port.read(0 if is_new else self.wait)
        self._heed()
        sightings = self.driver.feed(data)
        if self._is_unclaimed:
            self._claim()
        if not self.is_stranger:
            for sighting in sightings:
                self._perceived(sighting)
        self._keep()
        self.port.write(self.driver.to_send())
        self.sender.tick()
        self._describe()
        self._say_status()

    @property
    def wait(self) -> float:
        """In s: how long a turn may take when nothing comes. A reader that idles costs next to nothing."""
        is_busy = bool(self._held) or self._is_to_say or self.outbox.waiting > 0
        return min(self.driver.wait(), SOON) if is_busy else self.driver.wait()

    def blink(self) -> None:
        """Let the reader show which one it is. From any thread."""
        self._bring(None)

    def _bring(self, news: News) -> None:
        self._news.append(news)
        self.port.wake()

    def _heed(self) -> None:
        while self._news:
            match self._news.popleft():
                case None:
                    self.driver.blink()
                case Expectation() as expect:
                    self.expect = expect
                    self.driver.expects(expect, self._tokens(expect.expect))
                case (seat, light):
                    self._lights[seat] = light
                    self.driver.light(seat, light)

    @property
    def _is_unclaimed(self) -> bool:
        return bool(self.driver.uid and not self.owner)

    def _claim(self) -> None:
        """The first board at this line is this reader's own from now on; kept before the first reading of it."""
        try:
            self.outbox.remember(marked(self.driver.uid, ""))
        except OutboxError as error:
            self._complain(str(error))
        else:
            self.owner, self._trouble = self.driver.uid, ""

    def _perceived(self, sighting: Sighting) -> None:
        """Note it with the question of now, whenever the disk can take it."""
        question = self.expect.expect if sighting.question is None else sighting.question
        seen = SeenObject(sighting.kind, sighting.value, sighting.conf)
        zone = sighting.zone or self.told.zone
        source = self.told.source
        reading = Reading("", self.table, source, "", 0, question, zone, (seen,), settled_at=self.clocks.wall())
        if len(self._held) >= MOST_HELD:
            self._keep()  # a scanner that was carried about tells hundreds in one go
        if len(self._held) >= MOST_HELD:  # of a reader that cannot wait: one that can sends no more than its window
            self._held.popleft()
            self.lost += 1
        self._held.append((reading, sighting))
        self._bad_before = self.driver.bad_frames

    def _keep(self) -> None:
        """Put what was perceived on the disk, in its order, then tell its driver; what the disk refuses waits.

        So does what comes before the outbox knows whose it is: the mark of a reading would be lost when it learns that.
        """
        while self._held and not self._is_unclaimed:
            reading, sighting = self._held[0]
            try:
                kept = self.sender.put(reading, marked(self.owner, sighting.mark) if sighting.mark else "")
            except OutboxError as error:
                self._complain(str(error))
                return
            except CodecError as error:  # it will never travel
                self._complain(str(error))
                self.lost += 1
            else:
                self.readings += 1
                self._trouble = ""
                logger.debug("table=%s reader=%s seq=%s %s", self.table, self.reader, kept.seq, sighting.kind)
            self._held.popleft()
            self.driver.kept(sighting)

    def _complain(self, sentence: str) -> None:
        if self._trouble != sentence:
            logger.warning("what %s has read cannot be kept: %s", self.told.name, sentence)
        self._trouble = sentence

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self._bring(codec.decode(Expectation, message.payload) if message.payload else Expectation())
        except CodecError as error:
            self.bad_expects += 1
            if self.bad_expects == 1:
                logger.warning("what is expected cannot be read, the question before it stays in force: %s", error)

    def _on_light(self, message: Message) -> None:
        message.ack()
        seat = topics.parse(message.topic).seat
        self._bring((seat, codec.decode(Light, message.payload) if message.payload else DARK))

    @property
    def status(self) -> ReaderStatus:
        driver = self.driver
        return ReaderStatus(
            "online",
            attached=self.port.is_open,
            readings=self.readings,
            waiting=self.outbox.waiting + len(self._held),
            bad_frames=driver.bad_frames,
            resends=self.sender.resends + driver.resends,
            reconnects=self.port.reconnects,
            last_error=self._trouble
            or self.port.last_error
            or self._stranger()
            or driver.trouble
            or self._damage()
            or self._stumbled,
            lost=self.lost + driver.lost,
            inputs=driver.inputs,
        )

    def _stranger(self) -> str:
        if not self.is_stranger:
            return ""
        return f"the board on {self.port.where} is not that of {self.told.name}: it is looked for at the other lines"

    def _damage(self) -> str:
        """What a reader that only talks cannot say itself: that nothing good has come since the last damage."""
        if self.driver.bad_frames == self._bad_before or self.driver.uid or self.driver.resends:
            return ""  # it is whole, or the driver asks again by itself
        return (
            f"what came last on {self.port.where} is no whole frame of this kind of reader ({self.driver.model}): lay it again; "
            f"where it stays so, is the kind right, is the reader set to {self.driver.baud} baud, is its cable short and whole?"
        )

    def _describe(self) -> None:
        """Said again where more is known: the model of a board comes with its first words."""
        told, driver = self.told, self.driver
        now = ReaderDescription(driver.kind, driver.model, told.source, self.outbox.epoch, driver.reads, told.zone)
        if now != self._described:
            self._described = now
            self.bus.publish(topics.reader_description(self.table, self.reader), codec.encode(now), retain=True)

    def _say_status(self) -> None:
        status, now = self.status, self.clocks.monotonic()
        self._is_to_say = status != self._said and now < self._may_say
        if status == self._said or self._is_to_say:
            return
        self._said, self._may_say = status, now + STATUS_EVERY
        self.bus.publish(topics.reader_status(self.table, self.reader), codec.encode(status), retain=True)
