"""Complete fakes of a driver and of a line, for tests of the bridge."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path

import serial

from companion.schema import Expectation, Light, Words
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.serial.serial_port import SerialConnection

HOLD = "import sys; held = open(sys.argv[1], 'rb+', buffering=0); print('held', flush=True); sys.stdin.read()"
"""A program that holds a port."""


def english(inputs: Iterable[tuple[str, Words]]) -> dict[str, str]:
    """Return inputs as English text."""
    return {name: str(told) for name, told in inputs}


class Spoken(Driver):
    """A line protocol: "uid X" identifies the reader, "tag X" lays a tag, "boom" raises. Writes received commands as
    text.
    """

    kind = "spoken"
    baud = 9600
    model = "not yet known"
    uid = ""
    bad_frames = 0

    def __init__(self, mark: str = "") -> None:
        self.mark = mark
        self.told: list[str] = []  # its calls, in order
        self.question: str | None = None
        self._held = b""
        self._out = b""
        self._number = 0

    def on_opened(self) -> None:
        self.told.append("opened")

    def feed(self, data: bytes) -> list[Sighting]:
        *whole, self._held = (self._held + data).split(b"\n")
        return [found for line in whole if (found := self._line(line.decode()))]

    def _line(self, line: str) -> Sighting | None:
        word, _, what = line.partition(" ")
        if word == "uid":
            self.uid, self.model = what, f"board {what}"
        elif word == "tag":
            self._number += 1
            return Sighting("tag", what, question=self.question, mark=f"7:{self._number}" if self.uid else "")
        elif word == "boom":
            raise ZeroDivisionError("a driver's own mistake")
        else:
            self.bad_frames += 1
        return None

    def to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def acknowledge(self, sighting: Sighting) -> None:
        self.told.append(f"kept {sighting.value}")

    def set_question(self, expect: Expectation, token: int) -> None:
        self.told.append(f"expects {expect.expect} {token}")
        self._out += f"question {token}\n".encode()

    def set_light(self, seat: str, light: Light) -> None:
        self.told.append(f"light {seat} {light.colour} {light.mood}")

    def blink(self) -> None:
        self.told.append("blink")


class FakeLine:
    """A line that returns its given bytes, then an error, and records what is written."""

    def __init__(self, *given: bytes | Exception) -> None:
        self.given = list(given)
        self.written = b""
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

    def write(self, data: bytes) -> int:
        if self.given and isinstance(self.given[0], Exception):
            raise self.given.pop(0)
        self.written += data
        return len(data)

    def close(self) -> None:
        self.closed = True


class Desk:
    """Plug and unplug ports, and count attempts to open one."""

    def __init__(self, *lines: FakeLine | Exception) -> None:
        self.lines = list(lines)
        self.tries = 0

    def __call__(self, *_: object) -> SerialConnection:
        self.tries += 1
        line = self.lines.pop(0) if self.lines else serial.SerialException(2, "No such file or directory")
        if isinstance(line, Exception):
            raise line
        return line


class Folder:
    """A folder of links to devices, like /dev/serial/by-id."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def link(self, kind: str, name: str, device: Path) -> Path:
        folder = self.root / kind
        folder.mkdir(parents=True, exist_ok=True)
        device.touch()
        (folder / name).symlink_to(device)
        return folder / name
