"""Collect the inputs of the health check from the running application and from the machine."""

from __future__ import annotations

import os
import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.messaging import Bus, MqttBus, ReadingConsumer
from companion.ops.health.inputs import BackupState, HealthInputs
from companion.ops.health.machine import MachineInfo, free, write_fault
from companion.presentation import ReaderStates
from companion.schema import Words
from companion.sessions import SessionManager, SqlEventLog
from companion.system.clock_jumps import ClockJumpDetector
from companion.web.sse import MOST_STREAMS, TABLET_RESERVE, SnapshotBroadcaster

GRACE = 10.0  # s for which the broker may be away: it is started again in less
WARM = 600.0  # s after which lazy loading is over
SOON = 30.0  # s over which the readings that wait are compared
FEW = 8  # readings that may wait
REMEMBERED = 12 * 3600.0  # s for which clock jumps, dropped readings and invented readers are reported: a game night
OFTEN, SELDOM = 30.0, 120.0  # s between looks at the disk, and at our own files
PROBED = 900.0  # s between test writes while the disk seems well: each one wears out an SD card
PERCENT = re.compile(r"(\d+) ?%")
SOURCES = Path(__file__).parents[3]
PACKAGES = ("companion", "vision/service", "firmware_bridge")


@dataclass(frozen=True, slots=True)
class MonitoredParts:
    """The parts of the running application that are monitored."""

    sessions: SessionManager
    log: SqlEventLog
    bus: Bus
    consumer: ReadingConsumer
    readers: ReaderStates
    broadcaster: SnapshotBroadcaster


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine and its clocks, for the collector."""

    info: MachineInfo = field(default_factory=MachineInfo)
    clock: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time
    stamp: Callable[[], int] | None = None
    """Fingerprint of our own files on the disk; None: `stamp_of_sources`."""


class HealthCollector:
    """Collects every few seconds, in one thread."""

    def __init__(
        self,
        parts: MonitoredParts,
        data: Path,
        *,
        backups: Callable[[], BackupState] = BackupState,
        machine: Machine | None = None,
    ) -> None:
        """`backups` returns their state, and is called twice a minute."""
        self._parts, self._senses, self._data = parts, parts.readers, data
        self._backups = backups
        machine = machine or Machine()
        self.machine, self._clock = machine.info, machine.clock
        self._stamp = machine.stamp or stamp_of_sources
        self._begun, self._steps = self._clock(), ClockJumpDetector(machine.wall, self._clock)
        self._reached = self._clock()
        self._met: frozenset[str] = frozenset()
        self._waiting: dict[str, deque[tuple[float, int]]] = {}
        self._jumped, self._jumped_at = 0.0, float("-inf")
        self._lost: deque[tuple[float, int]] = deque([(self._clock(), 0)])
        self._beyond, self._crowded_at = 0, float("-inf")
        self._memory = 0
        self._unwritten, self._disk_at, self._probed_at = "", float("-inf"), float("-inf")
        self._saved = BackupState()
        self._first, self._old, self._files_at = self._stamp(), False, self._clock()

    def __call__(self) -> HealthInputs:
        """Collect the inputs. Raises OSError if the data folder is gone."""
        now, senses = self._clock(), self._senses.summaries()
        self._met |= {sense.reader for sense in senses if sense.state == "ready"}
        self._look_at_clock(now)
        self._look_at_disk(now)
        memory = self.machine.memory
        if not self._memory and now - self._begun > WARM:
            self._memory = memory
        if self._parts.bus.connected:
            self._reached = now
        return HealthInputs(
            connected=now - self._reached < GRACE,
            is_refused=isinstance(self._parts.bus, MqttBus) and self._parts.bus.is_refused,
            senses=senses,
            met=self._met,
            batteries=tuple(self._batteries()),
            growing=tuple(self._growing_queues(now)),
            free=free(self._data),
            unwritten=self._unwritten,
            shut=tuple(self._parts.sessions.broken),
            stumbled=self._parts.sessions.tables.titles_with_rule_errors(),
            rooms=max(0, MOST_STREAMS - TABLET_RESERVE - self._parts.broadcaster.streams),
            unheard=self._count_dropped(now),
            is_crowded=self._is_crowded(now),
            jumped=self._jumped,
            memory=memory,
            memory_before=self._memory,
            is_old=self._old,
            heat=self.machine.heat,
            is_weak=self.machine.is_weak,
            backups=self._saved,
        )

    def _look_at_clock(self, now: float) -> None:
        if step := self._steps.jump():
            self._jumped, self._jumped_at = step, now
        if now - self._jumped_at > REMEMBERED:
            self._jumped = 0.0

    def _count_dropped(self, now: float) -> int:
        """Return the number of readings that were dropped in the last hours."""
        dropped = self._parts.consumer.counts["failed"]
        if dropped > self._lost[-1][1]:
            self._lost.append((now, dropped))
        while len(self._lost) > 1 and self._lost[1][0] <= now - REMEMBERED:
            self._lost.popleft()
        return self._lost[-1][1] - self._lost[0][1]

    def _is_crowded(self, now: float) -> bool:
        """Return whether more reader names came recently than a table may have."""
        beyond = self._parts.consumer.counts["crowded"] + self._senses.refused
        if beyond != self._beyond:
            self._beyond, self._crowded_at = beyond, now
        return now - self._crowded_at < REMEMBERED

    def _look_at_disk(self, now: float) -> None:
        if now - self._disk_at >= OFTEN:
            self._disk_at, self._saved = now, self._backups()
            seems_well = os.access(self._data, os.W_OK) and free(self._data) > 0  # a broken disk needs the test write
            if self._unwritten or now - self._probed_at >= PROBED or not seems_well:
                self._unwritten, self._probed_at = write_fault(self._data), now
        if now - self._files_at >= SELDOM:
            self._old, self._files_at = self._stamp() != self._first, now

    def _batteries(self) -> Iterator[tuple[Words, int]]:
        titles = {sense.reader: sense.title for sense in self._senses.summaries()}
        for reader in self._senses.details():
            percent = next(
                (PERCENT.search(str(value)) for name, value in reader.status.inputs if name == "battery"), None
            )
            if percent is not None:
                yield titles.get(reader.reader, reader.reader), int(percent[1])

    def _growing_queues(self, now: float) -> Iterator[tuple[Words, int]]:
        """Yield readers with more unsent readings than half a minute ago."""
        titles = {sense.reader: sense.title for sense in self._senses.summaries()}
        for reader in self._senses.details():
            before = self._waiting.setdefault(reader.reader, deque())
            before.append((now, reader.status.waiting))
            while before[0][0] < now - SOON:
                before.popleft()
            if reader.status.waiting >= FEW and reader.status.waiting > before[0][1]:
                yield titles.get(reader.reader, reader.reader), reader.status.waiting


def stamp_of_sources() -> int:
    """Return a fingerprint of our own files, which changes with an update."""
    return hash(tuple(sorted(_files_with_times())))


def _files_with_times() -> Iterator[tuple[Words, int]]:
    """Yield each file with its time of writing, ns. An update may delete one meanwhile."""
    for path in (path for package in PACKAGES for path in (SOURCES / package).rglob("*.py")):
        with suppress(FileNotFoundError):
            yield str(path), path.stat().st_mtime_ns
