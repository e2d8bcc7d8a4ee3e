"""The bus side of a reader: publish its description and status, receive questions, lights and identify requests."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from companion.errors import CodecError
from companion.messaging import Bus, Message
from companion.schema import Expectation, Light, ReaderDescription, ReaderStatus, codec, topics
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.settings import ReaderSettings

logger = logging.getLogger(__name__)

STATUS_EVERY = 0.5  # s between two publications of a status
LIGHT_OFF = Light("", "off")  # of a seat whose light was cleared
MOST_TOKENS = 0xFFFF  # a token has two bytes, and is never 0

News: TypeAlias = Expectation | tuple[str, Light] | None
"""A question, the light of a seat, or None as a request to identify itself."""


class ReaderNews:
    """Brought by the bus's thread, passed on in the reader's: a driver is used by one alone.

    Build it before the bus is started. `wake` ends the wait of the reader's thread.
    """

    def __init__(self, bus: Bus, table: str, wake: Callable[[], None]) -> None:
        self.expect = Expectation()  # in force
        self.bad_expects = 0
        self._wake = wake
        self._tokens = QuestionTokens()
        self._waiting: deque[News] = deque()
        self._lights: dict[str, Light] = {}  # by seat, as the driver knows them
        bus.subscribe(topics.expect(table), self._on_expect)
        bus.subscribe(topics.public_light(table, topics.ANY), self._on_light)

    def blink(self) -> None:
        """Let the reader show which one it is. From any thread."""
        self._add(None)

    def pass_on(self, driver: Driver) -> None:
        """Pass new messages to the driver."""
        while self._waiting:
            match self._waiting.popleft():
                case None:
                    driver.blink()
                case Expectation() as expect:
                    self.expect = expect
                    driver.set_question(expect, self._tokens(expect.expect))
                case (seat, light):
                    self._lights[seat] = light
                    driver.set_light(seat, light)

    def repeat(self) -> None:
        """Send a new driver the current state; messages since then are newer."""
        again: list[News] = [self.expect, *self._lights.items()]
        self._waiting.extendleft(again)

    def _add(self, news: News) -> None:
        self._waiting.append(news)
        self._wake()

    def _on_expect(self, message: Message) -> None:
        message.ack()
        try:
            self._add(codec.decode(Expectation, message.payload) if message.payload else Expectation())
        except CodecError as error:
            self.bad_expects += 1
            if self.bad_expects == 1:
                logger.warning("what is expected cannot be read, the question before it stays in force: %s", error)

    def _on_light(self, message: Message) -> None:
        message.ack()
        seat = topics.parse(message.topic).seat
        self._add((seat, codec.decode(Light, message.payload) if message.payload else LIGHT_OFF))


class QuestionTokens:
    """Numbers for questions, for readers that cannot store names. Not thread-safe.

    They start at a random number, so that a token of an earlier process on a board is unlikely to match.
    """

    def __init__(self, first: int = 0) -> None:
        self._next = first or 1 + secrets.randbelow(MOST_TOKENS)
        self._of: dict[str, int] = {}

    def __call__(self, question: str) -> int:
        """Return the token of a question, the same each time, 0 without a question."""
        if not question:
            return 0
        if question not in self._of:
            if len(self._of) >= MOST_TOKENS // 2:
                del self._of[next(iter(self._of))]  # the oldest; its number is reused only after as many others
            self._of[question] = self._next
            self._next = self._next % MOST_TOKENS + 1
        return self._of[question]


class ReaderReports:
    """Publishes only changes. Create it before the bus is started."""

    def __init__(self, bus: Bus, table: str, config: ReaderSettings, epoch: str) -> None:
        self._bus, self._table, self._config, self._epoch = bus, table, config, epoch
        self._described: ReaderDescription | None = None
        self._status: ReaderStatus | None = None
        self._not_before = 0.0  # the next status, monotonic s
        self.is_waiting = False
        """Whether a changed status waits for its rate limit."""
        bus.will(topics.reader_status(table, config.reader), codec.encode(ReaderStatus("offline")))

    def describe(self, driver: Driver) -> None:
        """Publish the description, again when more is known: a board's model comes with its HELLO."""
        config = self._config
        now = ReaderDescription(driver.kind, driver.model, config.source, self._epoch, driver.reads, config.zone)
        if now != self._described:
            self._described = now
            topic = topics.reader_description(self._table, config.reader)
            self._bus.publish(topic, codec.encode(now), retain=True)

    def publish_status(self, status: ReaderStatus, now: float) -> None:
        """Publish how the reader is, where that changed and it is time; `now`: monotonic s.

        A change of the connection is published at once: otherwise an old error would remain visible while readings
        arrive.
        """
        is_due = now >= self._not_before or self._status is None or status.attached != self._status.attached
        self.is_waiting = status != self._status and not is_due
        if status == self._status or self.is_waiting:
            return
        self._status, self._not_before = status, now + STATUS_EVERY
        self._bus.publish(topics.reader_status(self._table, self._config.reader), codec.encode(status), retain=True)
