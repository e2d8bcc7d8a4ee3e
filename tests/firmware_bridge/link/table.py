"""A board, a noisy line and a bridge with a disk, all in memory with simulated time."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from firmware_bridge.drivers.boards.board import BoardDriver
from firmware_bridge.drivers.driver import Sighting
from tests.firmware_bridge.link.fake_board import Clock, FakeBoard, NoisyLine

STEP = 0.005  # s of simulated time


class ProcessKilledError(Exception):
    """The bridge's process ends here."""


class Table:
    """`disk` has the bridge's readings and its mark."""

    def __init__(self, noise: float = 0.0, seed: int = 1, board: Callable[[Clock, int], Any] = FakeBoard) -> None:
        self.clock = Clock()
        self.board = board(self.clock, seed)
        self.chance = random.Random(seed + 3)
        self.to_board, self.to_bridge = NoisyLine(noise, seed + 1), NoisyLine(noise, seed + 2)
        self.disk: list[Sighting] = []
        self.held: list[Sighting] = []  # perceived, not yet stored
        self.disk_is_full = False
        self.plugged = True
        self.kill_at: Callable[[str], bool] = lambda _: False  # the process ends "before" or "after" the disk write
        self.driver = self._start()

    def _start(self) -> BoardDriver:
        mark = self.disk[-1].mark if self.disk else ""
        return BoardDriver(self.clock, mark, choose=lambda: self.chance.randrange(1, 0x10000))

    def kill(self) -> None:
        """Restart the bridge with only its disk."""
        self.held.clear()
        self.driver = self._start()

    def unplug(self) -> None:
        """Drop bytes in transit. The board keeps its power."""
        self.plugged = False
        self.board.take()

    def plug(self) -> None:
        self.plugged = True
        self.driver.on_opened()

    def step(self) -> None:
        """Run a few ms: the board, then the bridge."""
        self.clock.now += STEP
        said = self.board.take()
        if not self.plugged:
            return
        try:
            self._hear(self.to_bridge(said))
        except ProcessKilledError:
            self.kill()

    def _hear(self, data: bytes) -> None:
        self.held += self.driver.feed(data)
        while self.held and not self.disk_is_full:
            self._crash("before")
            self.disk.append(self.held[0])
            self._crash("after")
            self.driver.acknowledge(self.held.pop(0))
        self.board.feed(self.to_board(self.driver.to_send()))

    def _crash(self, where: str) -> None:
        if self.kill_at(where):
            raise ProcessKilledError

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.step()

    def run_until(self, holds: Callable[[], bool], seconds: float = 600.0) -> None:
        """Run for at most so many seconds of simulated time."""
        for _ in range(round(seconds / STEP)):
            if holds():
                return
            self.step()
        raise AssertionError(f"it did not come to that in {seconds} s; trouble: {self.driver.trouble!r}")

    @property
    def values(self) -> list[str]:
        return [sighting.value for sighting in self.disk]
