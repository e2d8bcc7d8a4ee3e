from __future__ import annotations

import errno
import logging

import pytest
import serial

from firmware_bridge.port import Line, Port
from firmware_bridge.pretend import Pretend
from tests.firmware_bridge.test_rdm6300 import Clock


class FakeLine:
    """A line that gives what it was given, then an error."""

    def __init__(self, *given: bytes | Exception) -> None:
        self.given = list(given)
        self.closed = False

    @property
    def in_waiting(self) -> int:
        if self.given and isinstance(self.given[0], OSError) and self.given[0].errno == errno.EIO:
            raise self.given.pop(0)
        return 0

    def read(self, *_: int) -> bytes:
        if not self.given:
            return b""
        first = self.given.pop(0)
        if isinstance(first, Exception):
            raise first
        return first

    def close(self) -> None:
        self.closed = True


class Desk:
    """Where lines are plugged in and pulled; counts how often somebody tries to open one."""

    def __init__(self, *lines: FakeLine | Exception) -> None:
        self.lines = list(lines)
        self.tries = 0

    def __call__(self, *_: object) -> Line:
        self.tries += 1
        line = self.lines.pop(0) if self.lines else serial.SerialException(2, "No such file or directory")
        if isinstance(line, Exception):
            raise line
        return line


def test_what_comes_is_read() -> None:
    port = Port("/dev/x", 9600, Clock(), Desk(FakeLine(b"ab", b"c")))
    assert [port.read(), port.read(), port.read()] == [b"ab", b"c", b""]


@pytest.mark.parametrize(
    "loss",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "I/O error"),
        TypeError("closed"),
    ],
    ids=["SerialException", "bare OSError", "closed under the read"],
)
def test_a_line_that_is_pulled_is_opened_again(loss: Exception) -> None:
    clock, first = Clock(), FakeLine(b"a", loss)
    port = Port("/dev/x", 9600, clock, Desk(first, FakeLine(b"b")))
    port.read(), port.read()
    assert first.closed
    assert not port.is_open
    assert "is lost" in port.last_error
    clock.now += 0.5
    assert port.read() == b"b"
    assert (port.reconnects, port.last_error) == (1, "")


def test_a_port_that_is_not_there_is_tried_ever_more_slowly_and_named_once(caplog: pytest.LogCaptureFixture) -> None:
    clock, desk = Clock(), Desk()
    port = Port("/dev/serial/by-id/x", 9600, clock, desk)
    with caplog.at_level(logging.WARNING):
        for _ in range(300):
            assert port.read() == b""
            clock.now += 0.1
    assert desk.tries == 9  # at 0, 0.5, 1.5, 3.5, 7.5 and every 5 s
    assert [record.getMessage() for record in caplog.records] == [port.last_error]
    assert "plug it in" in port.last_error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.EACCES, "Permission denied"), "group dialout"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "another program holds"),
        (ValueError("invalid URL"), "no serial port and no URL"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "is its cable in"),
    ],
)
def test_each_failure_names_its_remedy(error: Exception, words: str) -> None:
    port = Port("/dev/x", 9600, Clock(), Desk(error))
    port.read()
    assert words in port.last_error


def test_a_pseudo_terminal_is_a_port() -> None:
    pretend = Pretend()
    port = Port(pretend.path, 9600, Clock())
    assert port.read() == b""
    pretend.send(b"hello")
    assert port.read() == b"hello"
    port.close()
    pretend.close()


def test_a_second_program_is_told_that_the_line_is_taken() -> None:
    pretend = Pretend()
    first, second = Port(pretend.path, 9600, Clock()), Port(pretend.path, 9600, Clock())
    first.read()
    second.read()
    assert first.is_open
    assert not second.is_open
    assert "another program holds" in second.last_error
    first.close()
    pretend.close()
