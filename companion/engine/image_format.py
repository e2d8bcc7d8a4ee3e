"""Is it a picture that a page can show? Told by its first bytes, without unpacking it: PNG, JPEG and WebP, within caps."""

from __future__ import annotations

import struct

from companion.errors import ContentError
from companion.i18n import _
from companion.schema import Words

MOST_BYTES = 12_000_000  # of one picture
MOST_PIXELS = 40_000_000  # a browser holds four bytes for each
NO_SIZE_MARKERS = (0xC4, 0xC8, 0xCC)  # of JPEG: tables that are numbered among the frames
WEBP_HEAD = 30


def image_kind(name: Words, content: bytes) -> str:
    """Return "png", "jpg" or "webp" from the first bytes and the size in pixels. Raises ContentError for other content."""
    if not content:
        raise ContentError(_("{name} is empty, or too large to be read: it is left out.", name=name))
    if len(content) > MOST_BYTES:
        raise ContentError(
            _(
                "{name} has {size} MB, at most {most} MB are kept: make it smaller.",
                name=name,
                size=len(content) // 1_000_000,
                most=MOST_BYTES // 1_000_000,
            )
        )
    size = png_size(content) or jpeg_size(content) or webp_size(content)
    if size is None:
        raise ContentError(_("{name} is no picture that can be shown: a PNG, JPEG or WebP file is needed.", name=name))
    wide, high = size
    if not 0 < wide * high <= MOST_PIXELS:
        raise ContentError(
            _(
                "{name} is {wide} by {high} pixels, at most {most} megapixels are kept: make it smaller.",
                name=name,
                wide=str(wide),
                high=str(high),
                most=MOST_PIXELS // 1_000_000,
            )
        )
    return "png" if content[:1] == b"\x89" else "jpg" if content[:1] == b"\xff" else "webp"


def png_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, None = not a PNG."""
    if not content.startswith(b"\x89PNG\r\n\x1a\n") or content[12:16] != b"IHDR" or len(content) < 24:
        return None
    wide, high = struct.unpack_from(">II", content, 16)
    return wide, high


def jpeg_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG, out of its first frame."""
    if not content.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker, length = content[at + 1], struct.unpack_from(">H", content, at + 2)[0]
        if marker == 0xFF:  # a byte that fills
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in NO_SIZE_MARKERS:
            high, wide = struct.unpack_from(">HH", content, at + 5)
            return wide, high
        else:
            at += 2 + max(2, length)
    return None


def webp_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a WebP, of each of its three kinds."""
    if not content.startswith(b"RIFF") or content[8:12] != b"WEBP" or len(content) < WEBP_HEAD:
        return None
    match content[12:16]:
        case b"VP8 ":
            wide, high = struct.unpack_from("<HH", content, 26)
            return wide & 0x3FFF, high & 0x3FFF
        case b"VP8L":
            bits = int.from_bytes(content[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    return None
