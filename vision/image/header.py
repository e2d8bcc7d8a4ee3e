"""Read format and size from the first bytes of a picture. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.i18n import NOTHING, Text, _

Format: TypeAlias = Literal["JPEG", "PNG", "WebP", "GIF", "BMP"]

NOT_READ = (
    (b"<", _("a web page or a drawing in words")),
    (b"II*\0", _("a TIFF picture")),
    (b"MM\0*", _("a TIFF picture")),
    (b"%PDF", _("a PDF document")),
    (b"PK\3\4", _("an archive")),
)
"""How files begin that people take for photographs; all but these are simply no picture."""
PHONE = frozenset({b"heic", b"heix", b"heim", b"hevc", b"mif1", b"msf1", b"avif"})
"""Brands of the pictures that some phones keep."""
FRAMES_OF_JPEG = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers that carry the size."""
PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""Those of a picture that is packed in several passes over all of it."""
ALONE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Markers without a length behind them."""
SCAN = 0xDA
"""Marker after which pixels come."""
LEAST_MARK = 0xC0
"""Lowest marker of a header; pictures have none below."""


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """A picture that is not unpacked yet."""

    format: Format
    width: int
    """Px, as stored: a phone's photograph may have to be turned upright."""
    height: int


def header_of(data: bytes) -> ImageHeader | None:
    """Return the header of a picture; None for other formats, and for truncated data."""
    for start, kind, size_of in _FORMATS:
        if data.startswith(start):
            size = size_of(data)
            return ImageHeader(kind, *size) if size and min(size) > 0 else None
    return None


def foreign_format(data: bytes) -> Text:
    """Return the kind of a file that is not a supported picture; NOTHING if unknown."""
    if data[4:8] == b"ftyp" and data[8:12] in PHONE:
        return _("a HEIC or AVIF picture")
    begin = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:8]
    return next((words for start, words in NOT_READ if begin.startswith(start)), NOTHING)


def scan_at(data: bytes, start: int) -> int | None:
    """Return where the image data of the JPEG at `start` begin, after headers that may contain a thumbnail.

    None if the data end before; -1 if it is not a JPEG.
    """
    at = start + 2
    while at + 4 <= len(data):
        mark = data[at + 1]
        if data[at] != 0xFF or mark < LEAST_MARK:
            return -1
        if mark == SCAN:
            return at
        at += 1 if mark == 0xFF else 2 if mark in ALONE else 2 + max(2, _big(data, at + 2, 2))
    return None


def scans_of(data: bytes) -> int:
    """How many passes a JPEG makes over its picture, at most; each costs the time of a whole one."""
    return data.count(bytes((0xFF, SCAN)))


def is_progressive(data: bytes) -> bool:
    """Return whether a JPEG has several passes: decoding needs the whole file then."""
    at = _frame_at(data)
    return at is not None and data[at + 1] in PROGRESSIVE


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = _frame_at(data)
    return None if at is None else (_big(data, at + 7, 2), _big(data, at + 5, 2))


def _frame_at(data: bytes) -> int | None:
    """Return the offset of the marker with the size; None without one before the pixels."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        mark = data[at + 1]
        if mark in FRAMES_OF_JPEG:
            return at
        if mark == SCAN:
            return None
        at += 1 if mark == 0xFF else 2 if mark in ALONE else 2 + max(2, _big(data, at + 2, 2))
    return None


def _png(data: bytes) -> tuple[int, int] | None:
    return (_big(data, 16, 4), _big(data, 20, 4)) if data[12:16] == b"IHDR" else None


def _webp(data: bytes) -> tuple[int, int] | None:
    if data[8:12] != b"WEBP" or len(data) < 30:
        return None
    match data[12:16]:
        case b"VP8X":
            return _little(data, 24, 3) + 1, _little(data, 27, 3) + 1
        case b"VP8L":
            bits = _little(data, 21, 4)
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return _little(data, 26, 2) & 0x3FFF, _little(data, 28, 2) & 0x3FFF
    return None


def _gif(data: bytes) -> tuple[int, int] | None:
    return _little(data, 6, 2), _little(data, 8, 2)


def _bmp(data: bytes) -> tuple[int, int] | None:
    if _little(data, 14, 4) == 12:  # the header of the first Windows
        return _little(data, 18, 2), _little(data, 20, 2)
    height = int.from_bytes(data[22:26], "little", signed=True)  # below 0: stored from the top
    return _little(data, 18, 4), abs(height)


def _big(data: bytes, at: int, count: int) -> int:
    """0 where the bytes are not there any more."""
    return int.from_bytes(data[at : at + count], "big") if at + count <= len(data) else 0


def _little(data: bytes, at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "little") if at + count <= len(data) else 0


_FORMATS: tuple[tuple[bytes, Format, Callable[[bytes], tuple[int, int] | None]], ...] = (
    (b"\xff\xd8\xff", "JPEG", _jpeg),
    (b"\x89PNG\r\n\x1a\n", "PNG", _png),
    (b"RIFF", "WebP", _webp),
    (b"GIF8", "GIF", _gif),
    (b"BM", "BMP", _bmp),
)
