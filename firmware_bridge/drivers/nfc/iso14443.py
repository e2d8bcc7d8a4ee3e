"""ISO 14443-3 type A: commands of a 13.56 MHz reader, CRC_A and the check bytes of an id."""

from __future__ import annotations

from functools import reduce
from operator import xor

CRC_START = 0x6363
CASCADE = 0x88  # precedes each incomplete part of an id of 7 or 10 bytes
SHORT_FRAMES = {0x26: "REQA", 0x52: "WUPA"}  # frames of 7 bits
LEVELS = {0x93: 1, 0x95: 2, 0x97: 3}  # SEL, by cascade level


def crc_a(data: bytes) -> bytes:
    """CRC_A as sent, low byte first.

    >>> crc_a(bytes.fromhex("5000")).hex()
    '57cd'
    """
    crc = CRC_START
    for byte in data:
        byte ^= crc & 0xFF  # noqa: PLW2901  # as in annex B of the standard
        byte = (byte ^ byte << 4) & 0xFF  # noqa: PLW2901
        crc = (crc >> 8) ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return (crc & 0xFFFF).to_bytes(2, "little")


def has_valid_crc(data: bytes) -> bool:
    """Return whether the last two bytes are the CRC_A of the others."""
    return len(data) > 2 and crc_a(data[:-2]) == data[-2:]


def bcc(part: bytes) -> int:
    """Return the check byte behind four bytes of an id."""
    return reduce(xor, part, 0)


def command_of(data: bytes) -> dict[str, object]:
    """Parse a frame of the reader. Empty for unknown ones.

    >>> command_of(bytes.fromhex("9320"))
    {'command': 'ANTICOLL', 'level': 1}
    """
    if len(data) == 1 and data[0] in SHORT_FRAMES:
        return {"command": SHORT_FRAMES[data[0]], "bits": 7}
    if len(data) >= 2 and data[0] in LEVELS and data[1] >= 0x20:
        return {"command": "SELECT" if data[1] == 0x70 else "ANTICOLL", "level": LEVELS[data[0]]}
    if data[:2] == b"\x50\x00" and (len(data) == 2 or has_valid_crc(data)):
        return {"command": "HLTA"}
    return {}


def decode(data: bytes) -> dict[str, object]:
    """CRC_A of the bytes, the name of a command, and whether they end with their own CRC_A."""
    fields: dict[str, object] = {"crc_a": crc_a(data).hex(), "crc_ok": has_valid_crc(data), **command_of(data)}
    if has_valid_crc(data):
        fields["data"] = data[:-2].hex()
    return fields
