"""A serial line that may vanish and come back: a path, a name under /dev/serial/by-id, a pseudo-terminal or a socket:// URL."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable
from typing import Protocol

import serial

logger = logging.getLogger(__name__)

READ_WAIT = 0.05  # s that a read waits for a first byte
FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0  # s between attempts to open


class Line(Protocol):
    """What pyserial opens."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1) -> bytes: ...

    def close(self) -> None: ...


Opener = Callable[[str, int], Line]


def open_line(where: str, baud: int) -> Line:
    """Open a line for ourselves alone; raises OSError (SerialException is one).

    Two programs on one line both lose bytes and neither is told, so the lock is asked for where the system has one.
    """
    lock = {} if "://" in where else {"exclusive": True}
    line: Line = serial.serial_for_url(where, baudrate=baud, timeout=READ_WAIT, **lock)
    return line


class Port:
    """A line that is opened again when it is lost. `clock` is monotonic, in s."""

    def __init__(self, where: str, baud: int, clock: Callable[[], float], opener: Opener = open_line) -> None:
        self.where, self.baud, self.clock, self.opener = where, baud, clock, opener
        self.reconnects = 0
        self.last_error = ""  # a sentence with the remedy, "" = all is well
        self._line: Line | None = None
        self._opened = False  # ever
        self._due = 0.0  # when opening is tried again, monotonic s
        self._wait = FIRST_WAIT

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def read(self) -> bytes:
        """What came, b"" where nothing did within READ_WAIT or the line is not there."""
        if self._line is None and not self._open():
            return b""
        assert self._line is not None
        try:
            first = self._line.read(1)
            return first + self._line.read(self._line.in_waiting) if first and self._line.in_waiting else first
        except (OSError, TypeError) as error:  # pyserial raises TypeError where the line is closed while it is read
            self._lose(error)
            return b""

    def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            try:
                line.close()
            except OSError as error:
                logger.debug("%s did not close: %s", self.where, error)

    def _open(self) -> bool:
        if self.clock() < self._due:
            return False
        try:
            self._line = self.opener(self.where, self.baud)
        except (OSError, ValueError) as error:
            self._fail(error)
            return False
        if self.last_error:
            logger.info("the reader on %s is there", self.where)
        self.reconnects += self._opened
        self._opened, self.last_error, self._wait, self._due = True, "", FIRST_WAIT, 0.0
        return True

    def _lose(self, error: Exception) -> None:
        self.close()
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Say it once, and try again later and later."""
        said, self.last_error = self.last_error, sentence(self.where, error)
        if said != self.last_error:
            logger.warning("%s", self.last_error)
        self._due = self.clock() + self._wait
        self._wait = min(2 * self._wait, LONGEST_WAIT)


def sentence(where: str, error: Exception) -> str:
    """What is wrong with a line, and what helps."""
    number, text = getattr(error, "errno", None), str(error)
    if number == errno.ENOENT or "No such file" in text:
        return f"there is no reader at {where}: plug it in, or choose another name from /dev/serial/by-id"
    if number in {errno.EACCES, errno.EPERM} or "Permission denied" in text:
        return f"{where} may not be opened: add the user of this service to the group dialout and start it again"
    if number in {errno.EAGAIN, errno.EBUSY} or "exclusively lock" in text:
        return f"another program holds {where}: close it (ModemManager and serial monitors do this)"
    if isinstance(error, ValueError):
        return f"{where} is no serial port and no URL like socket://host:port"
    return f"the reader on {where} is lost: is its cable in? ({text})"
