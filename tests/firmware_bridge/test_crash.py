"""The bridge dies at any point between a board's event and its acknowledgement, repeatedly: each event is committed
once.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.messaging import MemoryBus, Outbox, consume_readings
from companion.messaging.reading_consumer import Outcome
from companion.schema import Reading
from firmware_bridge.drivers.boards.board import BoardDriver
from firmware_bridge.drivers.driver import Sighting
from firmware_bridge.readers.reader import SerialReaderLoop
from firmware_bridge.readers.reading_queue import ReaderClocks, ReadingQueue, mark_of
from firmware_bridge.serial.serial_port import SerialPort
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard, NoisyLine

EVENTS = 200
POINTS = (
    "before it is kept",
    "after it is kept",
    "before the driver hears of it",
    "after",
    "before it is written",
    "after it",
)


class Crash(BaseException):
    """kill -9."""


class Fate:
    """Raises at a point, sometimes."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.struck: list[str] = []

    def __call__(self, point: str) -> None:
        if self.random.random() < 0.04:
            self.struck.append(point)
            raise Crash(point)


class Fated(Outbox):
    def __init__(self, path: Path, fate: Fate) -> None:
        super().__init__(path)
        self.fate = fate

    def put(self, reading: Reading, mark: str = "") -> Reading:
        self.fate(POINTS[0])
        kept = super().put(reading, mark)
        self.fate(POINTS[1])
        return kept


class FatedBoard(BoardDriver):
    fate: Fate

    def acknowledge(self, sighting: Sighting) -> None:
        self.fate(POINTS[2])
        super().acknowledge(sighting)
        self.fate(POINTS[3])


class Wire:
    """The line to a board in memory."""

    in_waiting = 0

    def __init__(self, board: FakeBoard, fate: Fate, noise: float) -> None:
        self.board, self.fate = board, fate
        self.down, self.up = NoisyLine(noise, 3), NoisyLine(noise, 4)

    def read(self, _size: int = 1) -> bytes:
        return self.up(self.board.take())

    def write(self, data: bytes) -> int:
        self.fate(POINTS[4])
        self.board.feed(self.down(data))
        self.fate(POINTS[5])
        return len(data)

    def close(self) -> None:
        """Do nothing: the board receives no sign."""


class World:
    """A board, the rules service, and successive bridge processes."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.path = folder / "outbox.db"
        self.clock, self.fate = Clock(), Fate(seed)
        self.board = FakeBoard(self.clock, seed)
        self.hub = MemoryBus()
        self.taken: list[str] = []
        self._ids: set[str] = set()
        consume_readings(self.hub, "+", self.take)
        self.hub.start()

    def take(self, reading: Reading) -> Outcome:
        if reading.id in self._ids:
            return "duplicate"
        self._ids.add(reading.id)
        self.taken.append(str(reading.objects[0].value))
        return "committed"

    def live(self) -> None:
        """Run until all events have arrived or the next crash."""
        outbox, bus = Fated(self.path, self.fate), self.hub.peer()
        driver = FatedBoard(self.clock, mark_of(outbox.mark))
        driver.fate = self.fate
        wire = Wire(self.board, self.fate, 0.002)
        port = SerialPort("board", driver.baud, self.clock, lambda *_: wire)
        clocks = ReaderClocks(self.clock, lambda: 0.0)
        queue = ReadingQueue(bus, outbox, "t1", ReaderSettings(), clocks)
        reader = SerialReaderLoop(bus, queue, port, driver, clocks)
        bus.start()
        try:
            while len(self.taken) < EVENTS:
                reader.turn()
                self.clock.now += 0.02
                assert self.clock.now < 10_000, f"{len(self.taken)} of {EVENTS} came"
        except Crash:
            bus.cut()
        finally:
            port.close()
            outbox.close()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_board_event_is_committed_once_despite_bridge_crashes(tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, seed)
    world.board.flood = EVENTS
    while len(world.taken) < EVENTS:
        world.live()
    assert world.taken == [str(number) for number in range(EVENTS)]
    assert set(world.fate.struck) == set(POINTS)
