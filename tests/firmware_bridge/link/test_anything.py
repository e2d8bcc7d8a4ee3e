"""Random sequences of faults at one table, shrunk by Hypothesis."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_bridge.link import messages as m
from tests.firmware_bridge.link.table import Table

HAPPENS = st.sampled_from(
    (
        "press",
        "press",
        "fall",
        "step",
        "step",
        "wait",
        "deaf",
        "dumb",
        "noise",
        "reset",
        "unplug",
        "plug",
        "die",
        "die late",
        "disk",
    )
)
QUIET = 12.0  # s, enough for another session


class Evening:
    """A table with faults, and the expected content of its disk."""

    def __init__(self, *, power: bool) -> None:
        self.table, self.power = Table(), power
        self.told: list[str] = []  # accepted by the board
        self.gone: set[str] = set()  # in its memory at a power failure, and not on the disk
        self.full = 0
        self.table.run(0.1)

    def happens(self, what: str) -> None:
        table = self.table
        happening: dict[str, Callable[[], object]] = {
            "press": self._press,
            "fall": self._fall,
            "step": table.step,
            "wait": lambda: table.run(0.3),
            "deaf": self._deaf,
            "dumb": table.driver.to_send,  # everything from the bridge is lost
            "noise": lambda: self._noise(0.0 if table.to_board.rate else 0.02),
            "reset": self._reset,
            "unplug": table.unplug,
            "plug": table.plug,
            "disk": self._disk,
            "die": lambda: self._die("before"),
            "die late": lambda: self._die("after"),
        }
        happening[what]()

    def _fall(self) -> None:
        """Send an event without a reading."""
        self.full += not self.table.board.event(m.TowerEvent(1))

    def _deaf(self) -> None:
        """Drop everything from the board."""
        self.table.clock.now += 0.005
        self.table.board.take()

    def _disk(self) -> None:
        """Fill or free the disk; the line is unaffected."""
        self.table.disk_is_full = not self.table.disk_is_full

    def _noise(self, rate: float) -> None:
        self.table.to_board.rate = self.table.to_bridge.rate = rate

    def _press(self) -> None:
        value = str(len(self.told) + self.full)
        if self.table.board.event(m.TestEvent(int(value))):
            self.told.append(value)
        else:
            self.full += 1

    def _reset(self) -> None:
        board = self.table.board
        if self.power:
            board.reset()
            return
        kept = [m.TestEvent.unpack(e.body).count for e in board.memory.events.values() if e.kind == m.EventKind.TEST]
        self.gone |= {str(count) for count in kept} - set(self.table.values)
        board.power_loss()

    def _die(self, where: str) -> None:
        """Die at the next reading, or now without one."""
        self.table.kill_at = lambda at: at == where
        self.table.step()
        self.table.kill_at = lambda _: False
        self.table.kill()

    def end(self) -> None:
        table = self.table
        self._noise(0.0)
        table.disk_is_full = False
        table.plug()
        table.run(QUIET)


@pytest.mark.slow
@given(st.lists(HAPPENS, max_size=60))
@example(["disk", "press", "step", "step", "die"])
@example(["disk", "press", "step", "step", "unplug", "plug", "step", "step", "disk"])
@example(["press", "step", "deaf", "press", "reset", "press", "die late", "fall", "dumb", "press"])
def test_events_arrive_once_in_order_while_power_lasts(evening: list[str]) -> None:
    played = Evening(power=True)
    for what in evening:
        played.happens(what)
    played.end()
    assert played.table.values == played.told
    assert played.table.board.memory.oldest == played.table.board.memory.next
    if not {"die", "die late"} & set(evening):
        assert played.table.driver.lost == played.full


@pytest.mark.slow
@given(st.lists(HAPPENS, max_size=60))
def test_power_loss_loses_only_unsent_events(evening: list[str]) -> None:
    played = Evening(power=False)
    for what in evening:
        played.happens(what)
    played.end()
    missing = set(played.told) - set(played.table.values)
    assert played.table.values == [value for value in played.told if value not in missing]
    assert missing <= played.gone
    assert played.table.board.memory.oldest == played.table.board.memory.next
