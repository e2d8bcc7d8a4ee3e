"""The driver of a board against its real program, over a pty."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
import serial

from companion.schema import Expectation, ExpectedAnswer, Light
from firmware_bridge.drivers.boards.board import BoardDriver
from firmware_bridge.drivers.driver import Sighting
from tests.firmware_bridge.fakes import english
from tests.firmware_bridge.simulated import UID, Simulated, board

__all__ = ["board"]

pytestmark = pytest.mark.firmware

DEADLINE = 20.0  # s


class Line:
    """Run a driver like the bridge, without a bus. Every sighting is stored at once."""

    def __init__(self, port: str) -> None:
        self.driver = BoardDriver(time.monotonic, zones=("bag", "pile"))
        self.line = serial.Serial(port, self.driver.baud, timeout=0.01)
        self.seen: list[Sighting] = []
        self.driver.on_opened()

    def until(self, is_so: Callable[[], object]) -> None:
        end = time.monotonic() + DEADLINE
        while not is_so():
            assert time.monotonic() < end, f"this did not come true in {DEADLINE} s; {self.driver.inputs}"
            for sighting in self.driver.feed(self.line.read(max(1, self.line.in_waiting))):
                self.seen.append(sighting)
                self.driver.acknowledge(sighting)
            self.line.write(self.driver.to_send())

    def inputs(self) -> dict[str, str]:
        return english(self.driver.inputs)


@pytest.fixture
def line(board: Simulated) -> Iterator[Line]:
    line = Line(board.port)
    line.until(lambda: line.driver.uid)
    yield line
    line.line.close()


def lamps(board: Simulated) -> set[str]:
    """The colours of the ring."""
    colours = board.tell("lamps").split()[0]
    return set(re.findall("......", colours))


def test_simulated_tags_and_buttons_carry_the_question(board: Simulated, line: Line) -> None:
    assert line.driver.uid == UID
    line.driver.set_question(Expectation("p7", (ExpectedAnswer("p7.0", ("token", "tag")),)), 700)
    board.lay(1, "04A1B2C3D4E5F6")
    line.until(lambda: len(line.seen) == 1)
    board.press(2)
    line.until(lambda: len(line.seen) == 2)
    tag, press = line.seen
    assert (tag.kind, tag.value, tag.zone) == ("tag", "04A1B2C3D4E5F6", "pile")
    assert (press.kind, press.value, press.question) == ("press", f"{UID[-8:]}:b3", "p7")
    assert line.inputs()["reader 2"] == "04A1B2C3D4E5F6"


def test_simulated_ring_is_lit_again_after_power_cut(board: Simulated, line: Line) -> None:
    line.driver.set_light("1", Light("#ff0000"))
    line.until(lambda: len(lamps(board)) == 1 and "000000" not in lamps(board))
    red = lamps(board)
    board.lose_power()
    line.until(lambda: line.driver.trouble)
    line.until(lambda: lamps(board) == red)
    assert str(line.driver.trouble) == "the board was switched on; what it had not sent is lost"
