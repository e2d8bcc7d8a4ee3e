"""One serial reader at one table: its sightings become readings, kept until the rules service has committed them."""

from __future__ import annotations

from companion.i18n import _
from companion.messaging import Bus
from companion.schema import ReaderStatus, Words
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.readers.reader_channel import ReaderNews, ReaderReports
from firmware_bridge.readers.reading_queue import ReaderClocks, ReadingQueue
from firmware_bridge.serial.serial_port import SerialPort

SHORT_WAIT = 0.25  # s until the next turn while something waits to be stored, acknowledged or published


class SerialReaderLoop:
    """Build it before the bus is started, then call `turn` repeatedly. A turn takes as long as a read of the port.

    Objects are in the zone of the settings unless the driver names one.
    """

    def __init__(self, bus: Bus, queue: ReadingQueue, port: SerialPort, driver: Driver, clocks: ReaderClocks) -> None:
        self.queue, self.port, self.driver, self.clocks = queue, port, driver, clocks
        self.config = queue.config
        self._stumbled: Words = ""  # an unexpected error in the driver
        self._openings = 0  # of the port, of which the driver knows
        self._bad_before = 0  # damaged frames up to the last good one
        self.news = ReaderNews(bus, queue.table, port.wake)
        self.reports = ReaderReports(bus, queue.table, self.config, queue.outbox.epoch)
        self.reports.describe(driver)

    def restart(self, driver: Driver, why: Words) -> None:
        """Replace a failed driver; a board sends its unacknowledged events again."""
        self.driver, self._stumbled = driver, why
        self._openings, self._bad_before = 0, 0
        self.queue.drop_marked()
        self.news.repeat()

    @property
    def is_stranger(self) -> bool:
        """Return whether another board is at the line. Its events stay with it."""
        return self.queue.is_stranger(self.driver)

    def turn(self) -> None:
        """Read the received bytes, keep readings, write what is due, and publish the status."""
        is_new = self.port.ready() and self.port.openings != self._openings
        if is_new:  # the driver is informed before any data come, and the table without waiting for a byte
            self._openings, self._bad_before = self.port.openings, self.driver.bad_frames
            self.driver.on_opened()
        data = self.port.read(0 if is_new else self.wait)
        self.news.pass_on(self.driver)
        sightings = self.driver.feed(data)
        if self.queue.is_unclaimed(self.driver):
            self.queue.claim(self.driver)
        if not self.is_stranger:
            for sighting in sightings:
                question = self.news.expect.expect if sighting.question is None else sighting.question
                self.queue.add(sighting, question, self.driver)
                self._bad_before = self.driver.bad_frames
        self.queue.flush(self.driver)
        self.port.write(self.driver.to_send())
        self.queue.sender.tick()
        self.reports.describe(self.driver)
        self.reports.publish_status(self.status, self.clocks.monotonic())

    @property
    def wait(self) -> float:
        """How many seconds a turn may take when nothing comes. An idle reader costs almost nothing."""
        is_busy = self.reports.is_waiting or self.queue.waiting > 0
        return min(self.driver.wait(), SHORT_WAIT) if is_busy else self.driver.wait()

    @property
    def status(self) -> ReaderStatus:
        driver, queue = self.driver, self.queue
        return ReaderStatus(
            "online",
            attached=self.port.is_open,
            readings=queue.readings,
            waiting=queue.waiting,
            bad_frames=driver.bad_frames,
            resends=queue.sender.resends + driver.resends,
            reconnects=self.port.reconnects,
            last_error=queue.trouble
            or self.port.last_error
            or self._stranger_text()
            or driver.trouble
            or self._damage()
            or self._stumbled,
            lost=queue.lost + driver.lost,
            inputs=driver.inputs,
        )

    def _stranger_text(self) -> Words:
        if not self.is_stranger:
            return ""
        return _(
            "the board on {where} is not that of {name}: it is looked for at the other lines",
            where=self.port.where,
            name=self.config.name,
        )

    def _damage(self) -> Words:
        """Report damage of a reader that only sends: no good data since the last damage."""
        if self.driver.bad_frames == self._bad_before or self.driver.uid or self.driver.resends:
            return ""  # it is complete, or the driver requests it again
        return _(
            "what came last on {where} is no whole frame of this kind of reader ({model}): lay it again; where it stays so, look whether the kind is right, the reader is set to {baud} baud, and its cable is short and whole",
            where=self.port.where,
            model=self.driver.model,
            baud=str(self.driver.baud),
        )
