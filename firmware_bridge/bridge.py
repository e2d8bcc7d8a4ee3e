"""All serial readers of a table: those of the settings, those set up on the page, and boards of ours that are plugged in.

Nothing else is opened. The bridge itself is the reader "bridge" on the bus: it answers wishes (`companion.schema.reader_status`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
from dataclasses import replace
from pathlib import Path

from companion.errors import CodecError, LamplightError
from companion.messaging.bus import Bus, Message
from companion.schema import codec, topics
from companion.schema.reader_status import BRIDGE, PortList, PortRequestMessage, ReaderDescription, ReaderStatus
from firmware_bridge.port_answers import ports, spoken, travelling
from firmware_bridge.readers import reader_status_file
from firmware_bridge.readers.driver_registry import driver_lines, driver_of
from firmware_bridge.readers.reader_status_file import KnownReader, KnownReaders
from firmware_bridge.readers.reader_supervisor import BridgeFactories, ReaderSupervisor
from firmware_bridge.readers.reader_worker import ReaderWorker
from firmware_bridge.serial.serial_lines import line_of, same
from firmware_bridge.settings import BridgeProcessSettings, BridgeSettingsError, ReaderSettings, checked

logger = logging.getLogger(__name__)

MOST_WAITING = 16  # wishes; more come from no page
MOST_ID = 64  # letters; the answer has to travel with it


class ReaderBridge:
    """Build it before the bus is started, then call `turn` about once a second; everything but `_on_wish` runs in that thread."""

    def __init__(self, bus: Bus, settings: BridgeProcessSettings, ways: BridgeFactories | None = None) -> None:
        self.bus, self.settings = bus, settings
        self.readers = ReaderSupervisor(settings, ways or BridgeFactories())
        self._wishes: queue.SimpleQueue[PortRequestMessage | None] = queue.SimpleQueue()  # a signal may put into it
        self._said: ReaderStatus | None = None
        self._known: KnownReaders | None = None  # as it was told to whoever looks
        table = settings.table
        bus.subscribe(topics.ports(table, BRIDGE), self._on_wish)
        bus.will(topics.reader_status(table, BRIDGE), codec.encode(ReaderStatus("offline")))
        about = ReaderDescription(BRIDGE, "serial readers", BRIDGE, "", (), "")
        bus.publish(topics.reader_description(table, BRIDGE), codec.encode(about), retain=True)

    @property
    def stations(self) -> dict[str, ReaderWorker]:
        """The readers at work, by their names."""
        return self.readers.at_work

    def start(self) -> None:
        """Every reader that is told. Raises BridgeSettingsError for one that cannot be meant."""
        for told in self.settings.readers:
            driver_of(checked(told), lambda: 0.0)
        names = [told.name for told in self.settings.readers]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise BridgeSettingsError(f'two readers are named "{twice}": give one of them another name')
        lines = [told.port for told in self.settings.readers if told.port]
        if both := next((line for line in lines if sum(same(line, other) for other in lines) > 1), ""):
            raise BridgeSettingsError(
                f"two readers are at {both}: a line is read by one alone, so give one of them another port"
            )
        for told in self.readers.told():
            self.readers.begin(told)
        self._forget_those_of_before()

    def stop(self) -> None:
        self.readers.end_all()

    def turn(self, wait: float) -> None:
        """Grant a wish, where one comes within `wait` s, and see to what was plugged in or changed places."""
        with contextlib.suppress(queue.Empty):
            if wish := self._wishes.get(timeout=wait):
                self._answer(wish)
        try:
            self.readers.see_to()
        except OSError as error:
            logger.info("what is plugged in is looked at again in a moment: %s", error)
        self._say_status()
        self._say_known()

    def wake(self) -> None:
        """End the wait of `turn`; from any thread, and from a signal."""
        self._wishes.put(None)

    def _on_wish(self, message: Message) -> None:
        message.ack()
        wish = codec.decode(PortRequestMessage, message.payload)
        if self._wishes.qsize() >= MOST_WAITING:
            raise CodecError("PortWish: too many at once")
        if len(wish.id) > MOST_ID:
            raise CodecError(f"PortWish: an id of {len(wish.id)} letters, nobody waits for an answer")
        if any("\0" in said for said in (wish.where, wish.name, wish.driver, wish.zone, wish.prefix)):
            raise CodecError("PortWish: a NUL is part of no line and of no name")
        self._wishes.put(wish)

    def _answer(self, wish: PortRequestMessage) -> None:
        with contextlib.suppress(OSError):  # lines come and go just now: those of before are told
            self.readers.look()
        try:
            self._grant(wish)
            sentence = ""
        except LamplightError as error:
            sentence = str(error)
        except OSError as error:
            sentence = f"it cannot be kept ({error.strerror}); is the disk full?"
        told = PortList(wish.id, spoken(sentence), ports(self.readers), driver_lines())
        self.bus.publish(topics.ports_told(self.settings.table, BRIDGE), travelling(told))

    def _grant(self, wish: PortRequestMessage) -> None:
        """Raises BridgeSettingsError where it cannot be, OSError where the disk fails."""
        match wish.act:
            case "look":
                return
            case "use":
                self._use(checked(ReaderSettings(wish.name, wish.driver, wish.where, wish.zone, wish.prefix)))
            case "leave":
                self._leave(wish.where)
            case "blink":
                self._blink(wish.where)

    def _use(self, told: ReaderSettings) -> None:
        readers = self.readers
        driver_of(told, lambda: 0.0)
        if not readers.is_offered(told.port):
            raise BridgeSettingsError(f"there is no line {told.port}: plug it in and look again")
        self._refuse_fixed(told.port)
        if any(one.name == told.name and not same(one.port, told.port) for one in readers.in_use()):
            raise BridgeSettingsError(
                f'another reader is named "{told.name}": choose another name, or leave that one first'
            )
        before, line = readers.user_of(told.port), line_of(told.port, readers.lines)
        told = replace(told, port=before.port if before else line.where if line else told.port)
        readers.roster.keep(readers.roster.now.using(told))
        if before:
            readers.end(before.name)
        if before and before.name != told.name:
            self._forget(before)
        readers.begin(told)
        if why := readers.troubles.get(told.name):
            raise BridgeSettingsError(why)

    def _leave(self, where: str) -> None:
        self._refuse_fixed(where)
        told = self.readers.user_of(where)
        if told is None:
            raise BridgeSettingsError(f"no reader is at {where}")
        self.readers.roster.keep(self.readers.roster.now.leaving(told.port))
        self.readers.end(told.name)
        self._forget(told)

    def _blink(self, where: str) -> None:
        told = self.readers.user_of(where)
        if told is None or told.name not in self.stations:
            raise BridgeSettingsError(f"no reader is at {where}: use it first")
        self.stations[told.name].reader.blink()

    def _refuse_fixed(self, where: str) -> None:
        told = self.readers.user_of(where)
        if told and self.readers.is_fixed(told):
            raise BridgeSettingsError(f"the settings file names {where}: change it there")

    def _forget(self, told: ReaderSettings | KnownReader) -> None:
        """Nobody misses a reader that was let go of on purpose."""
        reader = ReaderSettings(told.name).reader
        for topic in (topics.reader_status, topics.reader_description):
            self.bus.publish(topic(self.settings.table, reader), b"", retain=True)

    def _forget_those_of_before(self) -> None:
        """Readers that a bridge before this one knew, and that nobody tells any more."""
        before = reader_status_file.read_status(Path(self.settings.folder))
        for one in before.readers if before else ():
            if one.name not in self.stations and one.name not in self.readers.troubles:
                self._forget(one)

    def _say_status(self) -> None:
        sentence = self.readers.roster.trouble or next(iter(self.readers.troubles.values()), "")
        status = ReaderStatus("online", attached=True, last_error=sentence)
        if status != self._said:
            self._said = status
            self.bus.publish(topics.reader_status(self.settings.table, BRIDGE), codec.encode(status), retain=True)

    def _say_known(self) -> None:
        """Which readers are at work, for the doctor: written only where it changes."""
        works = ((station.told, station.reader.driver) for station in self.stations.values())
        told = tuple(KnownReader(told.name, told.port, told.driver, by.model, by.uid) for told, by in works)
        readers = KnownReaders(os.getpid(), told)
        if readers == self._known:
            return
        self._known = readers
        try:
            reader_status_file.write_status(Path(self.settings.folder), readers)
        except OSError as error:
            logger.warning("what is known of the readers cannot be written: %s", error)
