"""All serial readers of a table: configured in the settings, set up on the page, and our own boards.

Only configured lines are opened. The bridge itself is the reader "bridge" on the bus: it answers requests
(`companion.schema.reader_status`).
"""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path

from companion.messaging import Bus
from companion.schema import PortList, PortRequestMessage
from firmware_bridge.bridge_channel import BridgeChannel
from firmware_bridge.port_actions import PortActions, as_sentence, check_readers, driver_lines, ports
from firmware_bridge.readers.configured_readers import KnownReader, KnownReaders, read_status, write_status
from firmware_bridge.readers.reader_supervisor import BridgeFactories, ReaderSupervisor
from firmware_bridge.settings import BridgeProcessSettings

logger = logging.getLogger(__name__)


class ReaderBridge:
    """Build it before the bus is started, then call `turn` about once a second, always from the same thread."""

    def __init__(self, bus: Bus, settings: BridgeProcessSettings, factories: BridgeFactories | None = None) -> None:
        self.settings = settings
        self.readers = ReaderSupervisor(settings, factories or BridgeFactories())
        self.channel = BridgeChannel(bus, settings.table)
        self._actions = PortActions(self.readers, self.channel)
        self._known: KnownReaders | None = None  # as it was last written

    def start(self) -> None:
        """Begin every configured reader. Raises BridgeSettingsError for one that cannot be meant."""
        check_readers(self.settings.readers)
        for config in self.readers.configured():
            self.readers.begin(config)
        self._forget_stale_readers()

    def stop(self) -> None:
        self.readers.end_all()

    def turn(self, wait: float) -> None:
        """Answer a request that comes within `wait` s, then handle lines that were plugged in or changed places."""
        if request := self.channel.next_request(wait):
            self._answer(request)
        try:
            self.readers.update()
        except OSError as error:
            logger.info("what is plugged in is looked at again in a moment: %s", error)
        self.channel.publish_status(self.readers.roster.trouble or next(iter(self.readers.troubles.values()), ""))
        self._write_known()

    def wake(self) -> None:
        """End the wait of `turn`; from any thread, and from a signal."""
        self.channel.wake()

    def _answer(self, request: PortRequestMessage) -> None:
        with contextlib.suppress(OSError):  # ports are changing, so keep the previous list
            self.readers.look()
        sentence = self._actions.run(request)
        self.channel.answer(PortList(request.id, as_sentence(sentence), ports(self.readers), driver_lines()))

    def _forget_stale_readers(self) -> None:
        """Clear readers that a bridge before this one knew, and that are not configured any more."""
        before = read_status(Path(self.settings.folder))
        for reader in before.readers if before else ():
            if reader.name not in self.readers.at_work and reader.name not in self.readers.troubles:
                self.channel.forget(reader.name)

    def _write_known(self) -> None:
        """Write which readers are at work, for the doctor, where that changed."""
        works = ((worker.config, worker.reader.driver) for worker in self.readers.at_work.values())
        known = tuple(
            KnownReader(config.name, config.port, config.driver, str(driver.model), driver.uid)
            for config, driver in works
        )
        readers = KnownReaders(os.getpid(), known)
        if readers == self._known:
            return
        self._known = readers
        try:
            write_status(Path(self.settings.folder), readers)
        except OSError as error:
            logger.warning("what is known of the readers cannot be written: %s", error)
