"""RDM6300 and RDM630, 125 kHz, 9600 baud 8N1, one way: STX, ten hex digits of the tag, two of their XOR, ETX.

The first byte is the tag's version, the four after it its number; printed on the tag is that number in ten decimal digits.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from firmware_bridge.drivers.driver import Listened, Sighting
from firmware_bridge.drivers.tag import Presence

STX, ETX = 0x02, 0x03
FRAME = 14  # bytes, with STX and ETX
GONE_AFTER = 0.4  # s; the module repeats a tag every 50 to 65 ms, so this is six lost frames
HEX_DIGITS = frozenset(b"0123456789ABCDEF")


class Rdm6300(Listened):
    """Bytes of the line in, newly laid tags out. `clock` is monotonic, in s."""

    kind = "rdm6300"
    model = "RDM6300 125 kHz"
    baud = 9600

    def __init__(self, clock: Callable[[], float], gone_after: float = GONE_AFTER) -> None:
        self.bad_frames = 0
        self._noisy = False  # the last bytes were no good frame
        self._held = bytearray()  # from an STX on, not yet a whole frame
        self._presence = Presence(clock, gone_after)

    def feed(self, data: bytes) -> list[Sighting]:
        """The tags newly laid; a damaged frame is counted and skipped up to the next STX."""
        self._held += data
        return [Sighting("tag", number) for number in self._frames() if self._presence.is_new(number)]

    def _frames(self) -> list[str]:
        found = []
        while self._skip_noise() and len(self._held) >= FRAME:
            number = decode(bytes(self._held[:FRAME]))
            if number is None:
                self._damage(1)  # the next STX may lie inside the damaged frame
            else:
                self._noisy = False
                found.append(number)
                del self._held[:FRAME]
        return found

    def _skip_noise(self) -> bool:
        """Let go of what is before the next STX; whether there is one."""
        start = self._held.find(STX)
        noise = len(self._held) if start < 0 else start
        if noise:
            self._damage(noise)
        return start >= 0

    def _damage(self, size: int) -> None:
        """Let go of so many bytes; what is damaged in one go counts once."""
        self.bad_frames += not self._noisy
        self._noisy = True
        del self._held[:size]


def decode(frame: bytes) -> str | None:
    """The ten digits of a whole frame, or None where anything about it is wrong.

    >>> decode(bytes.fromhex("0236324533303836434544303803"))
    '62E3086CED'
    """
    digits = frame[1:-1]
    if len(frame) != FRAME or frame[0] != STX or frame[-1] != ETX or not HEX_DIGITS.issuperset(digits):
        return None
    *number, checksum = bytes.fromhex(digits.decode("ascii"))
    return digits[:10].decode("ascii") if reduce(xor, number) == checksum else None


def encode(tag: str) -> bytes:
    """The frame of a tag of ten hex digits; raises ValueError for another. For readers that only pretend.

    >>> encode("62E3086CED").hex()
    '0236324533303836434544303803'
    """
    number = bytes.fromhex(tag)
    if len(number) != 5:
        raise ValueError(f'"{tag}" is no tag of ten hexadecimal digits')
    return bytes([STX]) + number.hex().upper().encode() + f"{reduce(xor, number):02X}".encode() + bytes([ETX])


def printed(tag: str) -> str:
    """The number that stands on the tag.

    >>> printed("100086F444")
    '0008844356'
    """
    return f"{int.from_bytes(bytes.fromhex(tag)[1:], 'big'):010d}"
