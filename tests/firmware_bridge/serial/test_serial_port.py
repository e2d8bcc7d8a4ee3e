from __future__ import annotations

import errno
import logging
import socket
import termios
import threading
import time

import pytest
import serial

from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.serial.serial_port import SerialPort, open_line
from tests.firmware_bridge.fakes import Desk, FakeLine
from tests.firmware_bridge.link.fake_board import Clock


@pytest.mark.parametrize(
    "loss",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "I/O error"),
        TypeError("closed"),
    ],
    ids=["SerialException", "bare OSError", "closed under the read"],
)
def test_unplugged_port_is_reopened(loss: Exception) -> None:
    clock, first = Clock(), FakeLine(b"a", loss)
    port = SerialPort("/dev/x", 9600, clock, Desk(first, FakeLine(b"b")))
    port.read(), port.read()
    assert first.closed
    assert not port.is_open
    assert "is lost" in str(port.last_error)
    clock.now += 0.5
    assert port.read() == b"b"
    assert (port.reconnects, port.last_error) == (1, "")


def test_missing_port_is_retried_slowly_and_named_once(caplog: pytest.LogCaptureFixture) -> None:
    clock, desk = Clock(), Desk()
    port = SerialPort("/dev/serial/by-id/x", 9600, clock, desk)
    with caplog.at_level(logging.WARNING):
        for _ in range(300):
            assert port.read() == b""
            clock.now += 0.1
    assert desk.tries == 9  # at 0, 0.5, 1.5, 3.5, 7.5 and then every 5 s
    assert [record.getMessage() for record in caplog.records] == [str(port.last_error)]
    assert "plug it in" in str(port.last_error)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (serial.SerialException(errno.EACCES, "Permission denied"), "group dialout"),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "another program holds /dev/x"),
        (ValueError("invalid URL"), "no serial port and no URL"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), "whether its cable is in"),
    ],
)
def test_port_failures_name_their_remedy(error: Exception, words: str) -> None:
    port = SerialPort("/dev/x", 9600, Clock(), Desk(error))
    port.read()
    assert words in str(port.last_error)


@pytest.mark.parametrize("loss", [OSError(errno.EIO, "I/O error"), serial.SerialTimeoutException("Write timeout")])
def test_port_that_accepts_no_bytes_is_lost(loss: Exception) -> None:
    port = SerialPort("/dev/x", 9600, Clock(), Desk(FakeLine(b"", loss)))
    port.read()
    port.write(b"hello")
    assert not port.is_open
    assert "is lost" in str(port.last_error)


def test_bell_ends_a_read() -> None:
    pretend = FakeRfidReader()
    port = SerialPort(pretend.path, 9600, time.monotonic, most_wait=60)
    port.read(0)
    ringing = threading.Timer(0.02, port.wake)
    ringing.start()
    assert port.read(60) == b""  # the wait ends before the minute
    ringing.join()
    port.close()
    pretend.close()


def test_closing_a_line_does_not_hang_up() -> None:
    pretend = FakeRfidReader()
    attributes = termios.tcgetattr(pretend._theirs)
    attributes[2] |= termios.HUPCL  # as on a real line at first
    termios.tcsetattr(pretend._theirs, termios.TCSANOW, attributes)
    line = open_line(pretend.path, 115200)
    assert not termios.tcgetattr(line.fileno())[2] & termios.HUPCL  # type: ignore[attr-defined]
    line.close()
    pretend.close()


def test_port_never_opens_at_the_bootloader_speed() -> None:
    with pytest.raises(ValueError, match="bootloader"):
        open_line("/dev/ttyACM0", 1200)


@pytest.mark.slow
def test_socket_is_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}", 9600, time.monotonic)
        assert port.read(0) == b""
        board, _ = server.accept()
        board.sendall(b"hello")
        assert port.read(5) == b"hello"
        port.write(b"you too")
        assert board.recv(20) == b"you too"
        board.close()
        assert port.read(5) == b""
        assert "is lost" in str(port.last_error)
        port.close()
