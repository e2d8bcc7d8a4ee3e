# ruff: noqa: INP001 - a script that make runs, not a module of the package
"""Packs an image for the drive that a Pico shows while BOOTSEL is held: blocks of 512 bytes that each contain their
address.

python3 uf2.py --family rp2040|rp2350 IMAGE.bin IMAGE.uf2
"""

from __future__ import annotations

import argparse
import struct
from pathlib import Path

BASE = 0x10000000  # of the flash
PAYLOAD = 256
BLOCK = 512
FIRST_MAGIC, SECOND_MAGIC, LAST_MAGIC = 0x0A324655, 0x9E5D5157, 0x0AB16F30
HAS_FAMILY = 0x00002000
FAMILIES = {"rp2040": 0xE48BFF56, "rp2350": 0xE48BFF59}  # the second: an Arm program, secure


def pack(image: bytes, family: int, base: int = BASE) -> bytes:
    """All blocks, the last one filled up with zeros."""
    pieces = [image[at : at + PAYLOAD] for at in range(0, len(image), PAYLOAD)]
    return b"".join(_block(piece, base, number, len(pieces), family) for number, piece in enumerate(pieces))


def unpack(blocks: bytes) -> dict[int, bytes]:
    """Return the data by address. Raises ValueError for another file format."""
    pieces: dict[int, bytes] = {}
    for at in range(0, len(blocks), BLOCK):
        block = blocks[at : at + BLOCK]
        if (
            len(block) != BLOCK
            or struct.unpack_from("<2I", block) != (FIRST_MAGIC, SECOND_MAGIC)
            or struct.unpack("<I", block[-4:]) != (LAST_MAGIC,)
        ):
            raise ValueError(f"the block at {at} is none of UF2")
        _, address, size = struct.unpack_from("<3I", block, 8)
        pieces[address] = block[32 : 32 + size]
    return pieces


def _block(piece: bytes, base: int, number: int, count: int, family: int) -> bytes:
    head = struct.pack(
        "<8I", FIRST_MAGIC, SECOND_MAGIC, HAS_FAMILY, base + number * PAYLOAD, PAYLOAD, number, count, family
    )
    return (head + piece).ljust(BLOCK - 4, b"\0") + struct.pack("<I", LAST_MAGIC)


def main() -> None:
    """Convert an image to UF2."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--family", choices=sorted(FAMILIES), required=True)
    parser.add_argument("image", type=Path)
    parser.add_argument("uf2", type=Path)
    arguments = parser.parse_args()
    arguments.uf2.write_bytes(pack(arguments.image.read_bytes(), FAMILIES[arguments.family]))


if __name__ == "__main__":
    main()
