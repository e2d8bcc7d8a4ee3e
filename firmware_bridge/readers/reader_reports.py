"""Publish a reader's description and status, retained, and its will."""

from __future__ import annotations

from companion.messaging import Bus
from companion.schema import ReaderDescription, ReaderStatus, codec, topics
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.settings import ReaderSettings

STATUS_EVERY = 0.5  # s, at most so often


class ReaderReports:
    """Build it before the bus is started. Publishes only what has changed."""

    def __init__(self, bus: Bus, table: str, config: ReaderSettings, epoch: str) -> None:
        self._bus, self._table, self._config, self._epoch = bus, table, config, epoch
        self._described: ReaderDescription | None = None
        self._status: ReaderStatus | None = None
        self._not_before = 0.0  # the next status, monotonic s
        self.is_waiting = False
        """Whether a changed status waits for its rate limit."""
        bus.will(topics.reader_status(table, config.reader), codec.encode(ReaderStatus("offline")))

    def describe(self, driver: Driver) -> None:
        """Publish what the reader is, again where more is known: the model of a board comes with its first words."""
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
