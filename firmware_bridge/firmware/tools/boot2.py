# ruff: noqa: INP001 - a script that make runs, not a module of the package
"""Writes the checksum of the first 256 bytes of an RP2040 image into their last four, as its ROM requires.

python3 boot2.py IMAGE.bin
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

SIZE = 252  # bytes that are summed
POLYNOMIAL = 0x04C11DB7


def checksum(data: bytes) -> int:
    """CRC-32 with the highest bit first, from all ones, not turned round at the end.

    >>> hex(checksum(b"123456789"))
    '0x376e6e7'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1) ^ (POLYNOMIAL if crc & 0x80000000 else 0)
            crc &= 0xFFFFFFFF
    return crc


def seal(image: bytes) -> bytes:
    """Return the image with its checksum. Raises ValueError where boot2 is longer than its room, or missing."""
    if len(image) <= SIZE + 4 or any(image[SIZE : SIZE + 4]) or not any(image[:SIZE]):
        raise ValueError("the image does not begin with a boot2 of at most 252 bytes")
    return image[:SIZE] + struct.pack("<I", checksum(image[:SIZE])) + image[SIZE + 4 :]


def main(arguments: list[str]) -> int:
    """Write the checksum of the second bootloader stage."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    path = Path(arguments[0])
    path.write_bytes(seal(path.read_bytes()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
