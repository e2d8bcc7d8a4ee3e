"""RDM6300 and RDM630, 125 kHz, 9600 baud 8N1, send only: STX, ten hex digits of the tag, two of their XOR, ETX.

The first byte is the tag's version, the other four its number, which is printed on the tag in ten decimal digits.
ID-12, ID-20 and compatible readers send CR LF before ETX. A common sketch adds instead of XOR: such a frame counts
as damaged.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor

from companion.i18n import _
from companion.schema import Words
from firmware_bridge.drivers.driver import Driver, Sighting, TagPresence

STX, ETX = 0x02, 0x03
DIGITS = 12  # of tag and checksum
FRAME_SIZE = DIGITS + 2  # bytes, with STX and ETX
LONGEST = FRAME_SIZE + 2  # with CR LF
GONE_AFTER = 0.4  # s. The module repeats a tag every 50 to 65 ms, so this is six lost frames
HEX_DIGITS = frozenset(b"0123456789ABCDEF")
SILENCE = 0.2  # s that end an incomplete frame; the fourteen bytes take 15 ms
MOST_WASTED = 200  # bytes in a row without a frame: another reader or another speed
NOT_AN_RDM6300 = _(
    "what this line says is no RDM6300: look whether it is the right kind of reader, and speaks 9600 baud"
)


class Rdm6300(Driver):
    """Reports newly laid tags. `clock` is monotonic, in s."""

    kind = "rdm6300"
    model = "RDM6300 125 kHz"
    bad_frames = 0
    baud = 9600

    def __init__(self, clock: Callable[[], float], gone_after: float = GONE_AFTER) -> None:
        self.clock = clock
        self._last_byte_at = 0.0  # time of the last byte, monotonic s
        self._wasted = 0  # other bytes since the last good frame
        self._before = False  # no pause since the line was opened, so the tag was there before
        self._noisy = False  # the last bytes were damaged
        self._held = bytearray()  # an incomplete frame, from its STX on
        self._presence = TagPresence(clock, gone_after)

    def on_opened(self) -> None:
        """Drop a partial frame. A tag that is there already does not answer the current question."""
        self._held.clear()
        self._noisy = False
        self._before = True

    @property
    def trouble(self) -> Words:
        return NOT_AN_RDM6300 if self._wasted >= MOST_WASTED else ""

    def wait(self) -> float:
        """Silence ends an incomplete frame."""
        return SILENCE if self._held else super().wait()

    def feed(self, data: bytes) -> list[Sighting]:
        """Return the newly laid tags; a damaged frame is counted and skipped up to the next STX."""
        now = self.clock()
        if self._held and now - self._last_byte_at >= SILENCE:
            self._damage(len(self._held))
            self._noisy = False  # a new problem may follow
        if data:
            self._last_byte_at = now
        self._before &= bool(data)
        self._held += data
        question = "" if self._before else None
        return [
            Sighting("tag", number, question=question) for number in self._frames() if self._presence.is_new(number)
        ]

    def _frames(self) -> list[str]:
        tags = []
        while self._skip_noise() and (size := frame_size(self._held)):
            number = tag_in(bytes(self._held[:size]))
            if number is None:
                self._damage(1)  # the damaged frame may contain the next STX
            else:
                self._noisy = False
                self._wasted = 0
                tags.append(number)
                del self._held[:size]
        return tags

    def _skip_noise(self) -> bool:
        """Drop everything before the next STX; return whether it was found."""
        start = self._held.find(STX)
        noise = len(self._held) if start < 0 else start
        if noise:
            self._damage(noise)
        return start >= 0

    def _damage(self, size: int) -> None:
        """Drop so many bytes; consecutive damage counts once."""
        self.bad_frames += not self._noisy
        self._noisy = True
        self._wasted += size
        del self._held[:size]


def frame_size(held: bytearray) -> int:
    """Bytes of the frame that begins here, 0 while it is incomplete. Two more if CR replaces ETX."""
    size = LONGEST if held[FRAME_SIZE - 1 : FRAME_SIZE] == b"\r" else FRAME_SIZE
    return size if len(held) >= size else 0


def tag_in(frame: bytes) -> str | None:
    """Return the ten digits of a whole frame, or None if it is invalid.

    >>> tag_in(bytes.fromhex("0236324533303836434544303803"))
    '62E3086CED'
    """
    return None if "error" in (fields := decode(frame)) else f"{fields['version']:02X}{fields['tag']:08X}"


def decode(data: bytes) -> dict[str, object]:
    """Decode one frame, or return `error`: "start", "truncated", "end", "digits", "checksum".

    >>> decode(bytes.fromhex("0231303030383646343434323603"))["printed"]
    '0008844356'
    """
    if data[:1] != bytes([STX]):
        return {"error": "start"}
    if len(data) < FRAME_SIZE or not (size := frame_size(bytearray(data))):
        return {"error": "truncated"}
    if data[size - 1] != ETX or data[1 + DIGITS : size - 1] not in {b"", b"\r\n"}:
        return {"error": "end"}
    if not HEX_DIGITS.issuperset(digits := data[1 : 1 + DIGITS]):
        return {"error": "digits"}
    *number, checksum = bytes.fromhex(digits.decode("ascii"))
    return describe_tag(bytes(number), checksum) if reduce(xor, number) == checksum else {"error": "checksum"}


def describe_tag(number: bytes, checksum: int) -> dict[str, object]:
    """Describe a tag's number."""
    tag = int.from_bytes(number[1:], "big")
    return {
        "version": number[0],
        "tag": tag,
        "tag_hex": number[1:].hex(),
        "printed": printed_number(number.hex()),
        "wiegand": f"{tag >> 16 & 0xFF:03d},{tag & 0xFFFF:05d}",  # the other number on many tags: 8 and 16 bits
        "checksum": checksum,
    }


def encode(tag: str) -> bytes:
    """Return the frame of a tag of ten hex digits; raises ValueError for other text. Used by fake readers.

    >>> encode("62E3086CED").hex()
    '0236324533303836434544303803'
    """
    number = bytes.fromhex(tag)
    if len(number) != 5:
        raise ValueError(f'"{tag}" is no tag of ten hexadecimal digits')
    return bytes([STX]) + number.hex().upper().encode() + f"{reduce(xor, number):02X}".encode() + bytes([ETX])


def printed_number(tag: str) -> str:
    """Return the number that stands on the tag.

    >>> printed_number("100086F444")
    '0008844356'
    """
    return f"{int.from_bytes(bytes.fromhex(tag)[1:], 'big'):010d}"
