"""A serial line that may vanish and return: a path, a name under /dev/serial/by-id, a pseudo-terminal or a socket://
URL.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import select
import socket
import termios
import threading
from collections.abc import Callable
from typing import Any, Protocol

import serial

from companion.i18n import _
from companion.schema import Words
from firmware_bridge.bluetooth.ble_line import SCHEME, open_ble
from firmware_bridge.bluetooth.bluez import BleError
from firmware_bridge.serial.port_users import find_port_users, names_of

logger = logging.getLogger(__name__)

READ_WAIT = 1.0  # s, at most, that a read waits for a first byte
SHORT_WAIT = 0.05  # s. For a line that cannot be polled together with the bell
WRITE_WAIT = 1.0  # s that a line may refuse bytes before it counts as lost
FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0  # s between attempts to open
MOST_BYTES = 4096  # at once
TO_THE_BOOTLOADER = 1200  # baud: at this speed a board with its own USB starts its bootloader
LINE_ERRORS = (OSError, TypeError, termios.error)
"""Exceptions of an unplugged line. pyserial raises TypeError when the line is closed during a read, and
`termios.error` is not an OSError.
"""


class SerialConnection(Protocol):
    """Interface of pyserial's objects, with `fileno` where the system can poll it."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1) -> bytes: ...

    def write(self, data: bytes) -> int | None: ...

    def close(self) -> None: ...


Opener = Callable[[str, int], SerialConnection]


def open_line(where: str, baud: int) -> SerialConnection:
    """Open a line for ourselves alone; raises OSError (SerialException is one) or ValueError.

    Two programs on one line both lose bytes without an error, so the lock is taken where the system has one.
    """
    if baud == TO_THE_BOOTLOADER:
        raise ValueError(f"no reader is spoken to with {baud} baud: it would send a board into its bootloader")
    if where.startswith(SCHEME):
        return open_ble(where)
    is_waited_for = "://" not in where or where.startswith("socket://")
    timeout = 0 if is_waited_for else SHORT_WAIT
    lock = {} if "://" in where else {"exclusive": True}
    line = serial.serial_for_url(where, baudrate=baud, timeout=timeout, write_timeout=WRITE_WAIT, **lock)
    tune(line)
    connection: SerialConnection = line
    return connection


def tune(line: Any) -> None:
    """Send small packets of a socket at once, and leave DTR unchanged when a line is closed, to avoid another reset
    of the board.

    pyserial has a name for neither.
    """
    if isinstance(sock := getattr(line, "_socket", None), socket.socket):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    elif (handle := fileno(line)) is not None and os.isatty(handle):
        attributes = termios.tcgetattr(handle)
        attributes[2] &= ~termios.HUPCL
        termios.tcsetattr(handle, termios.TCSANOW, attributes)


def fileno(line: object) -> int | None:
    """Return the descriptor to poll, or None (RFC 2217, Bluetooth)."""
    try:
        return int(line.fileno())  # type: ignore[attr-defined]
    except (AttributeError, OSError, ValueError):
        return None


class SerialPort:
    """A line that is opened again when it is lost; for one thread, but for `wake`.

    `clock` is monotonic, in s; `most_wait` in s is the longest wait of a read.
    """

    def __init__(
        self,
        where: str,
        baud: int,
        clock: Callable[[], float],
        opener: Opener = open_line,
        most_wait: float = READ_WAIT,
    ) -> None:
        self.where, self.baud, self.clock, self.opener, self.most_wait = where, baud, clock, opener, most_wait
        self.openings = 0  # so often it was opened
        self.last_error: Words = ""  # a sentence with the remedy, "" = all is well
        self._line: SerialConnection | None = None
        self._handle: int | None = None
        self._due = 0.0  # when opening is tried again, monotonic s
        self._wait = FIRST_WAIT
        self._hanging = threading.Lock()  # guards the bell while it is closed
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._rope, False)

    @property
    def is_open(self) -> bool:
        return self._line is not None

    @property
    def reconnects(self) -> int:
        return max(0, self.openings - 1)

    def ready(self) -> bool:
        """Return whether the line is open. Retries when due."""
        return self._line is not None or self._open()

    def read(self, wait: float = READ_WAIT) -> bytes:
        """Return received bytes, b"" after `wait` s, after the bell, or without a line."""
        if not self.ready():
            return b""
        assert self._line is not None
        try:
            return self._read(self._line, min(wait, self.most_wait))
        except LINE_ERRORS as error:
            self._lose(error)
            return b""

    def write(self, data: bytes) -> None:
        """Send; bytes that cannot be sent are lost, as on any line."""
        if self._line is None or not data:
            return
        try:
            self._line.write(data)
        except LINE_ERRORS as error:
            self._lose(error)

    def pause(self, wait: float) -> None:
        """Wait for the next retry without a line, at most `wait` s, or for the bell."""
        left = max(0.0, min(wait, self._due - self.clock()))
        if left and select.select([self._bell], [], [], left)[0]:
            self._hush()

    def wake(self) -> None:
        """End the wait of `read` or `pause` in the other thread."""
        with self._hanging, contextlib.suppress(BlockingIOError):  # it rings already
            if self._rope >= 0:
                os.write(self._rope, b"!")

    def close(self) -> None:
        """For good."""
        self._shut()
        with self._hanging:
            if self._rope >= 0:
                os.close(self._bell)
                os.close(self._rope)
            self._bell = self._rope = -1

    def _read(self, line: SerialConnection, wait: float) -> bytes:
        if self._handle is None:
            first = line.read(1)
            return first + line.read(line.in_waiting) if first and line.in_waiting else first
        ready = select.select([self._handle, self._bell], [], [], wait)[0]
        if self._bell in ready:
            self._hush()
        return line.read(MOST_BYTES) if self._handle in ready else b""

    def _hush(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._bell, MOST_BYTES)

    def _open(self) -> bool:
        if self.clock() < self._due:
            return False
        try:
            self._line = self.opener(self.where, self.baud)
        except (*LINE_ERRORS, ValueError) as error:
            self._fail(error)
            return False
        if self.last_error:
            logger.info("the reader on %s is there", self.where)
        self._handle = fileno(self._line)
        self.openings += 1
        self.last_error, self._wait, self._due = "", FIRST_WAIT, 0.0
        return True

    def _shut(self) -> None:
        line, self._line, self._handle = self._line, None, None
        if line is not None:
            try:
                line.close()
            except LINE_ERRORS as error:
                logger.debug("%s did not close: %s", self.where, error)

    def _lose(self, error: Exception) -> None:
        self._shut()
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Log once, and retry with growing delays."""
        before, self.last_error = self.last_error, error_sentence(self.where, error)
        if before != self.last_error:
            logger.warning("%s", self.last_error)
        self._due = self.clock() + self._wait
        self._wait = min(2 * self._wait, LONGEST_WAIT)


def error_sentence(where: str, error: Exception) -> Words:
    """Return what is wrong with a line, with the remedy."""
    if isinstance(error, BleError):
        return error.sentence
    number, text = getattr(error, "errno", None), str(error)
    if number == errno.ENOENT or "No such file" in text:
        return _(
            "there is no reader at {where}: plug it in, or choose another name from /dev/serial/by-id", where=where
        )
    if number in {errno.EACCES, errno.EPERM} or "Permission denied" in text:
        return _(
            "the line {where} may not be opened: add the user of this service to the group dialout and start it again",
            where=where,
        )
    if number in {errno.EAGAIN, errno.EBUSY} or "exclusively lock" in text:
        return _(
            "{who} holds {where}: close it (ModemManager and serial monitors do this)",
            who=names_of(find_port_users(where)),
            where=where,
        )
    if isinstance(error, ValueError) or "Inappropriate ioctl" in text:
        return _("the address {where} is no serial port and no URL like socket://host:port", where=where)
    if number is None or number == errno.EIO:  # errors of pyserial and the system for a removed line
        logger.debug("%s: %s", where, text)
        return _("the reader on {where} is lost: look whether its cable is in", where=where)
    return _(
        "the reader on {where} is lost ({why}): look whether its cable is in", where=where, why=os.strerror(number)
    )
