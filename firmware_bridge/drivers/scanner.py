"""Barcode and QR scanners that act as a serial port: text and a suffix (CR, LF, CR LF or TAB), no checksum.

Many leave the box as a keyboard: set them to USB-COM. A scanner without a suffix ends a code by falling silent.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from firmware_bridge.drivers.driver import Listened, Sighting
from firmware_bridge.drivers.tag import Presence

SUFFIX = re.compile(rb"[\r\n\t]+")
SILENCE = 0.05  # s that end a code without a suffix
MOST = 64  # letters of a code; more is noise or another device
GONE_AFTER = 0.8  # s; a scanner that reads by itself repeats what lies before it


class Scanner(Listened):
    """Bytes of the line in, codes newly shown out. `prefix`: what a code of ours begins with, "" = any. `clock` in s."""

    kind = "scanner"
    model = "serial code scanner"
    baud = 9600

    def __init__(self, clock: Callable[[], float], prefix: str = "", gone_after: float = GONE_AFTER) -> None:
        self.bad_frames = 0
        self.prefix, self.clock = prefix, clock
        self._held = bytearray()
        self._heard = 0.0  # when the last byte came, monotonic s
        self._presence = Presence(clock, gone_after)

    def feed(self, data: bytes) -> list[Sighting]:
        """The codes newly shown; call it with b"" now and then, so that silence can end a code."""
        now = self.clock()
        ended = self._take() if self._held and now - self._heard >= SILENCE else []
        if data:
            self._heard = now
            *whole, rest = SUFFIX.split(bytes(self._held) + data)
            self._held[:] = rest
            ended += whole
        if len(self._held) > MOST:
            ended += self._take()
        codes = [code for raw in ended if raw and (code := self._code(raw))]
        return [Sighting("tag", code) for code in codes if self._presence.is_new(code)]

    def _take(self) -> list[bytes]:
        held = bytes(self._held)
        self._held.clear()
        return [held]

    def _code(self, raw: bytes) -> str:
        """The text of a code, or "" (counted) where it is none of ours."""
        text = raw.decode("ascii", errors="replace").strip(" ")
        if (
            len(text) > MOST
            or not text.isascii()
            or not text.isprintable()
            or not text.startswith(self.prefix)
            or not text
        ):
            self.bad_frames += 1
            return ""
        return text
