"""A reader at work: its client of the bus, its outbox, its line and the thread that turns it."""

from __future__ import annotations

import logging
import threading
import time

from companion.i18n import _
from companion.messaging import MqttBus
from firmware_bridge.readers.driver_registry import DriverFactory, driver_of
from firmware_bridge.readers.reader import SerialReaderLoop
from firmware_bridge.readers.reading_queue import ReaderClocks, ReadingQueue, mark_of, open_outbox
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.serial.serial_port import SerialPort
from firmware_bridge.settings import BridgeProcessSettings, BusFactory, ReaderSettings

logger = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0  # s after an unexpected error
SYSTEM_CLOCKS = ReaderClocks(time.monotonic, time.time)


class ReaderWorker:
    """Works from `start` to `stop`. Raises OutboxError or BridgeSettingsError where it cannot be made.

    `adopt`: the uid of another board, which this reader is from now on.
    """

    def __init__(
        self,
        settings: BridgeProcessSettings,
        config: ReaderSettings,
        join: BusFactory = MqttBus,
        drive: DriverFactory = driver_of,
        adopt: str = "",
    ) -> None:
        self.config = config
        self._outbox = open_outbox(settings.folder, settings.table, config, adopt)
        self._drive = drive
        self._pause = FIRST_PAUSE
        driver = drive(config, time.monotonic, mark_of(self._outbox.mark))  # may raise: only the outbox is open yet
        self._pretend = FakeRfidReader() if not config.port else None
        where = self._pretend.path if self._pretend else config.port
        port = SerialPort(where, driver.baud, time.monotonic)
        self._bus = join(settings.account, f"{settings.account.user}.{config.reader}")
        queue = ReadingQueue(self._bus, self._outbox, settings.table, config, SYSTEM_CLOCKS)
        self.reader = SerialReaderLoop(self._bus, queue, port, driver, SYSTEM_CLOCKS)
        if self._pretend:
            self._pretend.listen(self._bus, settings.table, config.reader, queue.senders)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"reader {config.name}")

    def start(self) -> None:
        self._bus.start()
        self._thread.start()

    def request_stop(self) -> None:
        """Request its thread to end; `stop` waits for that."""
        self._ended.set()
        self.reader.port.wake()

    def stop(self) -> None:
        """End it and publish that; the outbox keeps its readings."""
        self.request_stop()
        self._thread.join()
        self._bus.stop()
        self.reader.port.close()
        self._outbox.close()
        if self._pretend:
            self._pretend.close()

    def _work(self) -> None:
        while not self._ended.is_set():
            try:
                self.reader.turn()
            except Exception as error:  # a bug: this reader restarts, others go on
                logger.exception("the reader %s stumbled; it begins anew in %g s", self.config.name, self._pause)
                self._begin_anew(type(error).__name__)
            if not self.reader.port.is_open and not self._ended.is_set():  # the bell may have rung for the turn
                self.reader.port.pause(self.reader.wait)

    def _begin_anew(self, mistake: str) -> None:
        """Restart from the stored state, after a growing pause."""
        self._ended.wait(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        why = _(
            "Lamplight stumbled over what this reader said ({mistake}) and began anew: please report it",
            mistake=mistake,
        )
        self.reader.restart(self._drive(self.config, time.monotonic, mark_of(self._outbox.mark)), why)
