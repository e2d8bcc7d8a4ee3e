"""All serial readers of a table: those of the settings, those set up on the page, and boards of ours that are plugged in.

Nothing else is opened. The bridge itself is the reader "bridge" on the bus: it answers wishes (`companion.wire.ports`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.bus.bus import Bus, Message
from companion.errors import CodecError, LamplightError
from companion.wire import codec, topics
from companion.wire.ports import BRIDGE, PortLine, PortsTold, PortWish
from companion.wire.status import ReaderDescription, ReaderStatus
from firmware_bridge import lines
from firmware_bridge.ble import SCHEME
from firmware_bridge.holders import holders, said
from firmware_bridge.kinds import driver_lines, driver_of
from firmware_bridge.known import Known, Readers, tell
from firmware_bridge.lines import BOARD, Found, line_of, same
from firmware_bridge.nearby import Nearby
from firmware_bridge.roster import Roster
from firmware_bridge.settings import ReaderSettings, Settings, SettingsError, checked
from firmware_bridge.station import Station

logger = logging.getLogger(__name__)

MOST_WAITING = 16  # wishes; more come from no page


def make(settings: Settings, told: ReaderSettings, adopt: str) -> Station:
    return Station(settings, told, adopt=adopt)


def spoken(sentence: str) -> str:
    """As a page shows it: with a capital letter, where it begins with a word, and a full stop.

    >>> spoken("there is no such line"), spoken("/dev/x is gone"), spoken("Is it in?"), spoken("")
    ('There is no such line.', '/dev/x is gone.', 'Is it in?', '')
    """
    first, _, rest = sentence.partition(" ")
    begun = f"{first.capitalize()} {rest}" if first.isalpha() and first.islower() and rest else sentence
    return f"{begun}." if begun and begun[-1] not in ".?!" else begun


def held_by(where: str) -> str:
    """The names of the programs that hold a line, "" where none is known."""
    found = holders(where)
    return said(found) if found else ""


@dataclass(frozen=True, slots=True)
class Ways:
    """How the bridge reaches the world; tests give it another one."""

    look: Callable[[], tuple[Found, ...]] = lines.found
    changed_at: Callable[[], tuple[int, ...]] = lines.changed_at
    station: Callable[[Settings, ReaderSettings, str], Station] = make
    holders: Callable[[str], str] = held_by
    nearby: Callable[[], tuple[Found, ...]] = field(default_factory=lambda: Nearby(time.monotonic))


class Bridge:
    """Build it before the bus is started, then call `turn` about once a second; everything but `_on_wish` runs in that thread."""

    def __init__(self, bus: Bus, settings: Settings, ways: Ways | None = None) -> None:
        self.bus, self.settings, self.ways = bus, settings, ways or Ways()
        self.roster = Roster(Path(settings.folder))
        self.stations: dict[str, Station] = {}  # by the reader's name
        self.troubles: dict[str, str] = {}  # by the reader's name: why it is not at work
        self._wishes: queue.SimpleQueue[PortWish | None] = queue.SimpleQueue()  # a signal may put into it
        self._lines: tuple[Found, ...] = ()
        self._seen_at: tuple[int, ...] | None = None  # when the lines were looked at
        self._said: ReaderStatus | None = None
        self._known: Readers | None = None  # as it was told to whoever looks
        table = settings.table
        bus.subscribe(topics.ports(table, BRIDGE), self._on_wish)
        bus.will(topics.reader_status(table, BRIDGE), codec.encode(ReaderStatus("offline")))
        about = ReaderDescription(BRIDGE, "serial readers", BRIDGE, "", (), "")
        bus.publish(topics.reader_description(table, BRIDGE), codec.encode(about), retain=True)

    def start(self) -> None:
        """Every reader that is told. Raises SettingsError for one that cannot be meant."""
        for told in self.settings.readers:
            driver_of(checked(told), lambda: 0.0)
        names = [told.name for told in self.settings.readers]
        if twice := next((name for name in names if names.count(name) > 1), ""):
            raise SettingsError(f'two readers are named "{twice}": give one of them another name')
        for told in self._told():
            self._begin(told)

    def stop(self) -> None:
        for name in tuple(self.stations):
            self._end(name)

    def turn(self, wait: float) -> None:
        """Grant a wish, where one comes within `wait` s, and see to what was plugged in or changed places."""
        with contextlib.suppress(queue.Empty):
            if wish := self._wishes.get(timeout=wait):
                self._answer(wish)
        if (now := self.ways.changed_at()) != self._seen_at:
            dice = tuple(line for line in self._lines if line.where.startswith(SCHEME))  # heard only while a page looks
            self._seen_at, self._lines = now, (*self.ways.look(), *dice)
            self._welcome()
        self._settle()
        self._say_status()
        self._say_known()

    def wake(self) -> None:
        """End the wait of `turn`; from any thread, and from a signal."""
        self._wishes.put(None)

    def _told(self) -> tuple[ReaderSettings, ...]:
        """The settings' readers, then those of the page that do not stand in their way."""
        fixed = self.settings.readers
        free = (
            one
            for one in self.roster.now.readers
            if not any(one.name == other.name or one.port == other.port for other in fixed)
        )
        return (*fixed, *free)

    def _begin(self, told: ReaderSettings, adopt: str = "") -> None:
        try:
            station = self.ways.station(self.settings, told, adopt)
        except LamplightError as error:
            self.troubles[told.name] = str(error)
            logger.warning("the reader %s cannot be used: %s", told.name, error)
            return
        self.troubles.pop(told.name, None)
        self.stations[told.name] = station
        station.start()

    def _end(self, name: str) -> None:
        self.troubles.pop(name, None)
        if station := self.stations.pop(name, None):
            station.stop()

    def _welcome(self) -> None:
        """Boards of ours are used unasked, each under the last letters of its number."""
        for line in self._lines:
            if (
                line.is_ours
                and not self._user_of(line.where)
                and not any(same(line.where, left) for left in self.roster.now.left)
            ):
                name = f"board-{line.serial[-6:].lower()}" if line.serial.isalnum() else "board"
                if name not in self.stations:
                    logger.info("a board of ours is at %s: it is the reader %s", line.where, name)
                    self._begin(ReaderSettings(name, BOARD, line.where))

    def _settle(self) -> None:
        """A reader's name follows its board, whatever line that is at now; a board nobody knows takes the place of one that is gone."""
        for name, station in tuple(self.stations.items()):
            if self.stations.get(name) is not station or not station.reader.is_stranger:
                continue
            uid = station.reader.driver.uid
            owner = next((other for other in self.stations.values() if other.reader.owner == uid), None)
            if owner is not None:
                self._exchange(station, owner)
            elif not any(other.reader.driver.uid == station.reader.owner for other in self.stations.values()):
                logger.info("another board is at the line of the reader %s: it takes its place", name)
                self._end(name)
                self._begin(station.told, uid)

    def _exchange(self, one: Station, other: Station) -> None:
        """Each at the line of the other."""
        logger.info("the boards of the readers %s and %s have changed places", one.told.name, other.told.name)
        pairs = (replace(one.told, port=other.told.port), replace(other.told, port=one.told.port))
        for station in (one, other):
            self._end(station.told.name)
        for told in pairs:
            self._move(told)
            self._begin(told)

    def _move(self, told: ReaderSettings) -> None:
        """Keep the new line of a reader of the page; one of the settings is found anew at each start."""
        if any(one.name == told.name for one in self.roster.now.readers):
            try:
                self.roster.keep(self.roster.now.moved(told.name, told.port))
            except OSError as error:
                logger.warning("the new line of the reader %s cannot be kept: %s", told.name, error)

    def _user_of(self, where: str) -> ReaderSettings | None:
        return next((told for told in self._in_use() if same(told.port, where)), None)

    def _in_use(self) -> tuple[ReaderSettings, ...]:
        """What is read, and what should be."""
        at_work = {name: station.told for name, station in self.stations.items()}
        return (*at_work.values(), *(told for told in self._told() if told.name not in at_work))

    def _on_wish(self, message: Message) -> None:
        message.ack()
        if self._wishes.qsize() >= MOST_WAITING:
            logger.warning("too many wishes about the readers at once: one is dropped")
            return
        try:
            self._wishes.put(codec.decode(PortWish, message.payload))
        except CodecError as error:
            logger.warning("a wish about the readers cannot be read: %s", error)

    def _answer(self, wish: PortWish) -> None:
        self._seen_at = None
        self._lines = (*self.ways.look(), *self.ways.nearby())
        try:
            self._grant(wish)
            sentence = ""
        except LamplightError as error:
            sentence = str(error)
        except OSError as error:
            sentence = f"it cannot be kept ({error.strerror}); is the disk full?"
        told = PortsTold(wish.id, spoken(sentence), tuple(self._ports()), driver_lines())
        self.bus.publish(topics.ports_told(self.settings.table, BRIDGE), codec.encode(told))

    def _grant(self, wish: PortWish) -> None:
        """Raises SettingsError where it cannot be, OSError where the disk fails."""
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
        driver_of(told, lambda: 0.0)
        if not self._is_offered(told.port):
            raise SettingsError(f"there is no line {told.port}: plug it in and look again")
        self._refuse_fixed(told.port)
        if any(one.name == told.name and not same(one.port, told.port) for one in self._in_use()):
            raise SettingsError(f'another reader is named "{told.name}": choose another name, or leave that one first')
        before = self._user_of(told.port)
        self.roster.keep(self.roster.now.using(told))
        if before:
            self._end(before.name)
        if before and before.name != told.name:
            self._forget(before)
        self._begin(told)
        if why := self.troubles.get(told.name):
            raise SettingsError(why)

    def _leave(self, where: str) -> None:
        self._refuse_fixed(where)
        told = self._user_of(where)
        if told is None:
            raise SettingsError(f"no reader is at {where}")
        self.roster.keep(self.roster.now.leaving(told.port))
        self._end(told.name)
        self._forget(told)

    def _forget(self, told: ReaderSettings) -> None:
        """Nobody misses a reader that was let go of on purpose."""
        for topic in (topics.reader_status, topics.reader_description):
            self.bus.publish(topic(self.settings.table, told.reader), b"", retain=True)

    def _blink(self, where: str) -> None:
        told = self._user_of(where)
        if told is None or told.name not in self.stations:
            raise SettingsError(f"no reader is at {where}: use it first")
        self.stations[told.name].reader.blink()

    def _refuse_fixed(self, where: str) -> None:
        if any(same(told.port, where) for told in self.settings.readers):
            raise SettingsError(f"the settings file names {where}: change it there")

    def _is_offered(self, where: str) -> bool:
        """Whether a page may ask for it: nobody makes the bridge open what is no line of this table."""
        if not where or where in self.settings.lines:
            return bool(where)
        return line_of(where, self._lines) is not None or self._user_of(where) is not None

    def _ports(self) -> Iterator[PortLine]:
        """Every line, those in use first."""
        used = self._in_use()
        for told in used:
            yield self._used(told)
        free = [line for line in self._lines if not any(same(line.where, told.port) for told in used)]
        for line in free:
            yield self._free(line)
        for where in self.settings.lines:
            if not any(same(where, told.port) for told in used) and line_of(where, free) is None:
                yield self._free(Found(where, where, where.rpartition("/")[2]))

    def _used(self, told: ReaderSettings) -> PortLine:
        line, station = line_of(told.port, self._lines), self.stations.get(told.name)
        status = station.reader.status if station else None
        why = self.troubles.get(told.name, status.last_error if status else "")
        is_there = status is not None and status.attached
        is_held = not is_there and told.port and line is not None and self.ways.holders(told.port)
        return PortLine(
            told.port,
            line.title if line else (station.reader.driver.model if station else told.driver),
            "used" if is_there else "held" if is_held else "gone",
            spoken(why),
            told.driver,
            told.name,
            told.zone,
            told.prefix,
            fixed=told in self.settings.readers,
        )

    def _free(self, line: Found) -> PortLine:
        likely = BOARD if line.is_ours else line.likely
        if who := self.ways.holders(line.device):
            return PortLine(line.where, line.title, "held", f"{who} holds it: close it to use the line here.", likely)
        return PortLine(line.where, line.title, "free", "", likely)

    def _say_status(self) -> None:
        sentence = self.roster.trouble or next(iter(self.troubles.values()), "")
        status = ReaderStatus("online", attached=True, last_error=sentence)
        if status != self._said:
            self._said = status
            self.bus.publish(topics.reader_status(self.settings.table, BRIDGE), codec.encode(status), retain=True)

    def _say_known(self) -> None:
        """Which readers are at work, for the doctor: written only where it changes."""
        works = ((station.told, station.reader.driver) for station in self.stations.values())
        known = Readers(
            os.getpid(), tuple(Known(told.name, told.port, told.driver, by.model, by.uid) for told, by in works)
        )
        if known == self._known:
            return
        self._known = known
        try:
            tell(Path(self.settings.folder), known)
        except OSError as error:
            logger.warning("what is known of the readers cannot be written: %s", error)
