"""Barcode and QR scanners that act as a serial port: text and a suffix (CR, LF, CR LF, TAB or ETX), no checksum of the line.

Many scanners are keyboards by default; set them to USB-COM. Without a suffix a pause ends a code. The scanner
verifies the check digit of EAN and UPC codes. A wrong one is reported here and drops nothing, because thirteen
digits may be another code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.i18n import _
from companion.schema import Words
from firmware_bridge.drivers.driver import Driver, Sighting, TagPresence

SUFFIX = re.compile(rb"[\r\n\t\x03]+")
STX = "\x02"  # some send it in front
SILENCE = 0.05  # s that end a code without a suffix
LONGEST_CODE = 64  # letters of a code; more is noise or another device
GONE_AFTER = 0.8  # s. A scanner in automatic mode repeats the code in front of it
SHORT_CODE = 3  # letters. Shorter text after unreadable bytes is noise
MOST_STRANGE = 5  # unreadable codes in a row: the speed is wrong
WRONG_SPEED = _("what this scanner sends is no text: set it to 9600 baud, 8 data bits, no parity")
NO_SUFFIX = _(
    "this scanner ends its codes by silence alone: set it to send CR behind a code, two in one go would be read as one; "
    "where its codes are not what is printed, set it to 9600 baud"
)

LENGTHS = {8: "EAN-8", 12: "UPC-A", 13: "EAN-13", 14: "GTIN-14"}
SUFFIXES = {b"": "none", b"\r": "CR", b"\n": "LF", b"\r\n": "CR LF", b"\t": "TAB", b"\x03": "ETX"}


class Scanner(Driver):
    """Parse codes newly shown. `prefix` is required at the beginning of a code. `clock` is in s."""

    kind = "scanner"
    model: Words = _("serial code scanner")
    bad_frames = 0
    trouble: Words = ""
    baud = 9600

    def __init__(self, clock: Callable[[], float], prefix: str = "", gone_after: float = GONE_AFTER) -> None:
        self.prefix, self.clock = prefix, clock
        self._strange = 0  # in a row
        self._held = bytearray()
        self._last_byte_at = 0.0  # time of the last byte, monotonic s
        self._presence = TagPresence(clock, gone_after)

    def on_opened(self) -> None:
        """Drop a partial code."""
        self._held.clear()

    def wait(self) -> float:
        """Silence ends an incomplete code."""
        return SILENCE if self._held else super().wait()

    def feed(self, data: bytes) -> list[Sighting]:
        """Return codes newly shown. Call it with b"" regularly, so that a pause can end a code."""
        now = self.clock()
        ended = [self._take_buffer()] if self._held and now - self._last_byte_at >= SILENCE else []
        codes = [self._code(raw, NO_SUFFIX) for raw in ended]
        if data:
            self._last_byte_at = now
            *whole, rest = SUFFIX.split(bytes(self._held) + data)
            self._held[:] = rest
            codes += [self._code(raw, "") for raw in whole if raw]
        if len(self._held) > 4 * LONGEST_CODE:  # bytes of so many letters at most
            codes.append(self._code(self._take_buffer(), ""))
        return [Sighting("tag", code) for code in codes if code and self._presence.is_new(code)]

    def _take_buffer(self) -> bytes:
        held = bytes(self._held)
        self._held.clear()
        return held

    def _code(self, raw: bytes, remark: Words) -> str:
        """Return the text of a code, or "" (counted) where it is rejected. `remark` is displayed for an accepted
        one.
        """
        text, before = text_in(raw), self._strange
        self._strange = 0 if text else before + 1
        if before and 0 < len(text) < SHORT_CODE:
            self.bad_frames += 1
            return ""
        if text and text.startswith(self.prefix):
            self.trouble = remark
            return text
        self.bad_frames += 1
        if text:
            self.trouble = _(
                "the last code does not begin with {prefix}: it is none of this table's, or another prefix is set",
                prefix=repr(self.prefix),
            )
        elif self._strange >= MOST_STRANGE:
            self.trouble = WRONG_SPEED
        return ""


def text_in(raw: bytes) -> str:
    """Return the text of a code, or "" where it is not UTF-8, not printable, empty or too long."""
    try:
        text = raw.decode("utf-8").removeprefix(STX).strip(" ")
    except UnicodeDecodeError:
        return ""
    return text if len(text) <= LONGEST_CODE and text.isprintable() else ""


def decode(data: bytes) -> dict[str, object]:
    r"""Return the first code of these bytes with its suffix. `error`: "empty", "text".

    >>> decode(b"4006381333931\r\n")["check_ok"]
    True
    """
    end = SUFFIX.search(data)
    raw = data[: end.start()] if end else data
    if not raw.strip(b" \x02"):
        return {"error": "empty"}
    text = text_in(raw)
    if not text:
        return {"error": "text"}
    return {"text": text, "suffix": SUFFIXES.get(end.group() if end else b"", "other"), **check_product_code(text)}


def check_product_code(text: str) -> dict[str, object]:
    """Name the EAN or UPC format by length, and check the last digit."""
    if not (text.isascii() and text.isdigit()) or len(text) not in LENGTHS:
        return {}
    fields: dict[str, object] = {"symbology": LENGTHS[len(text)], "check_digit": check_digit(text[:-1])}
    return {**fields, "check_ok": check_digit(text[:-1]) == int(text[-1])}


def check_digit(digits: str) -> int:
    """Return the digit that belongs behind: from the right the weights are 3, 1, 3, 1, ... (GS1).

    >>> check_digit("400638133393")
    1
    """
    return -sum(int(digit) * (3, 1)[place % 2] for place, digit in enumerate(reversed(digits))) % 10
