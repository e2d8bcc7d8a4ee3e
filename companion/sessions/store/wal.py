"""SQLite's write-ahead log, as far as one must read it oneself: what was committed and would silently be forgotten.

Where a frame is damaged SQLite takes it for the end, and all that was committed after it is gone without a word. A power
cut leaves such an end too, but never more than one commit behind it: each was synced before the next began.
Format: https://www.sqlite.org/fileformat2.html#walformat
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

MAGIC = 0x377F0682  # the lowest bit says in which order the checksum reads its words
HEADER, FRAME = 32, 24  # bytes
LEAST_PAGE, MOST_PAGE = 512, 65536


class WalFrame(NamedTuple):
    """A page as it is from that frame on."""

    is_commit: bool
    salts: bytes
    told: tuple[int, int]  # its checksum
    over: bytes  # what it is over, beside all that comes before


def forgotten(wal: bytes) -> int:
    """How many commits SQLite would not read although they were synced; a torn last one is none of them.

    >>> forgotten(b"")
    0
    """
    if len(wal) < HEADER:
        return 0
    magic, _version, page = struct.unpack_from(">III", wal)
    order = ">" if magic & 1 else "<"
    so_far, is_read = _checksum(wal[:24], (0, 0), order), magic & ~1 == MAGIC
    is_read = is_read and so_far == struct.unpack_from(">II", wal, 24)
    beyond = 0
    for frame in _frames(wal, page):
        if is_read:
            so_far = _checksum(frame.over, so_far, order)
            is_read = frame.salts == wal[16:24] and frame.told == so_far
        beyond += not is_read and frame.is_commit and frame.salts == _salts_of(wal, page)
    return max(0, beyond - 1)


def _frames(wal: bytes, page: int) -> Iterator[WalFrame]:
    size = page if LEAST_PAGE <= page <= MOST_PAGE and page & (page - 1) == 0 else 4096
    for at in range(HEADER, len(wal) - FRAME - size + 1, FRAME + size):
        _page, after, *_salts, one, two = struct.unpack_from(">IIIIII", wal, at)
        body = wal[at : at + 8] + wal[at + FRAME : at + FRAME + size]
        yield WalFrame(after != 0, wal[at + 8 : at + 16], (one, two), body)


def _salts_of(wal: bytes, page: int) -> bytes:
    """Of this log; where its head is damaged those of the first frame."""
    first = next(_frames(wal, page), None)
    return first.salts if first is not None else b""


def _checksum(content: bytes, so_far: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = so_far
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
