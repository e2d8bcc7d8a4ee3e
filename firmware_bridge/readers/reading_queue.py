"""Readings on their way to the disk: kept in memory until the outbox stores them, each with its board's mark."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CodecError
from companion.messaging import Bus, Outbox, OutboxError, OutboxSender
from companion.schema import Reading, Seat, SeenObject, Words
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.settings import ReaderSettings

logger = logging.getLogger(__name__)

MOST_HELD = 64  # sightings that wait for a disk


@dataclass(frozen=True, slots=True)
class ReaderClocks:
    """`monotonic` decides, `wall` (s, Unix) is shown."""

    monotonic: Callable[[], float]
    wall: Callable[[], float]


class ReadingQueue:
    """The outbox of one reader and its pending readings. Not thread-safe.

    The outbox's mark begins with the uid of the reader's board, so that another board at the same line is never
    mistaken for it.
    """

    def __init__(self, bus: Bus, outbox: Outbox, table: str, config: ReaderSettings, clocks: ReaderClocks) -> None:
        self.outbox, self.table, self.config, self._wall = outbox, table, config, clocks.wall
        self.sender = OutboxSender(bus, outbox, table, config.reader, clocks.monotonic)
        self.readings = self.lost = 0
        self.trouble: Words = ""  # why a reading could not be kept
        self.senders: dict[str, Seat] = {}  # tags laid from a page -> seat of the device
        self.owner = owner_of(outbox.mark)  # uid of the board whose readings the outbox holds, "" = not yet known
        self._held: deque[tuple[Reading, Sighting]] = deque()  # perceived, not yet on the disk

    def __len__(self) -> int:
        return len(self._held)

    @property
    def waiting(self) -> int:
        """Readings that are held or not acknowledged."""
        return self.outbox.waiting + len(self._held)

    def is_unclaimed(self, driver: Driver) -> bool:
        """Return whether a board is at the line and the outbox has no owner yet."""
        return bool(driver.uid and not self.owner)

    def is_stranger(self, driver: Driver) -> bool:
        """Return whether another board than the owner of the outbox is at the line."""
        return bool(self.owner and driver.uid and driver.uid != self.owner)

    def claim(self, driver: Driver) -> None:
        """Assign the first board at this line to the reader, before the first reading of it is kept."""
        try:
            self.outbox.remember(join_mark(driver.uid, ""))
        except OutboxError as error:
            self._complain(error.sentence)
        else:
            self.owner, self.trouble = driver.uid, ""

    def add(self, sighting: Sighting, question: str, driver: Driver) -> None:
        """Hold a sighting with the question that was open, until the disk can take it."""
        seen_object = SeenObject(sighting.kind, sighting.value, sighting.conf)
        zone = sighting.zone or self.config.zone
        source = self.config.source
        sender = self.senders.get(sighting.value or "", "")
        reading = Reading("", self.table, source, "", 0, question, zone, (seen_object,), self._wall(), sender=sender)
        if len(self._held) >= MOST_HELD:
            self.flush(driver)  # a scanner with a memory sends hundreds at once
        if len(self._held) >= MOST_HELD:  # only a reader without flow control; others send no more than their window
            self._held.popleft()
            self.lost += 1
        self._held.append((reading, sighting))

    def flush(self, driver: Driver) -> None:
        """Store the readings in their order, then acknowledge them to the driver; on a disk error they wait.

        So do readings before the outbox has an owner: their mark would be lost when it gets one.
        """
        while self._held and not self.is_unclaimed(driver):
            reading, sighting = self._held[0]
            try:
                numbered = self.sender.put(reading, join_mark(self.owner, sighting.mark) if sighting.mark else "")
            except OutboxError as error:
                self._complain(error.sentence)
                return
            except CodecError as error:  # it will never travel
                self._complain(error.sentence)
                self.lost += 1
            else:
                self.readings += 1
                self.trouble = ""
                logger.debug(
                    "table=%s reader=%s seq=%s %s", self.table, self.config.reader, numbered.seq, sighting.kind
                )
            self._held.popleft()
            driver.acknowledge(sighting)

    def drop_marked(self) -> None:
        """Drop readings that a board will send again, because they are not acknowledged."""
        self._held = deque((reading, sighting) for reading, sighting in self._held if not sighting.mark)

    def _complain(self, sentence: Words) -> None:
        if self.trouble != sentence:
            logger.warning("what %s has read cannot be kept: %s", self.config.name, sentence)
        self.trouble = sentence


def open_outbox(folder: str, table: str, config: ReaderSettings, adopt: str = "") -> Outbox:
    """Return the outbox of a reader; `adopt`: the uid of its new board. Raises OutboxError."""
    outbox = Outbox(Path(folder) / f"{table}-{config.reader}.outbox.db")
    if adopt:
        outbox.remember(join_mark(adopt, ""))
    return outbox


def join_mark(uid: str, mark: str) -> str:
    """Return a driver's mark with the uid of its board.

    >>> join_mark("0A1B", "7:41"), owner_of("0A1B/7:41"), mark_of("0A1B/7:41")
    ('0A1B/7:41', '0A1B', '7:41')
    """
    return f"{uid}/{mark}"


def owner_of(mark: str) -> str:
    """Return the reader in a mark."""
    return mark.partition("/")[0]


def mark_of(mark: str) -> str:
    """Return the reader's own part of a mark."""
    return mark.partition("/")[2]
