"""Tell a JPEG that was damaged inside from a whole one. OpenCV unpacks both, and what it lost is grey, shifted or repeated without a word."""

import re
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import simplejpeg
from numpy.typing import NDArray

from vision.image.header import is_progressive

MOST_PADDING = 4
"""Stray bytes before the end marker. Some webcams send a few in every picture; damage leaves more."""
PADDED = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")
ROWS_OF_BLOCKS = {"420": 2, "440": 2}
"""Subsampling -> rows of 8 px that are packed together; 1 where it is another one."""
COLOURLESS, INKS = "Gray", frozenset({"CMYK", "YCCK"})
LEAST_JUMP = 8.0
"""Levels, of what is counted of a shift; whole pictures reach 5."""
MOST_PIXELS = 16_000_000
"""Limit for analysis at full size: in a reduced picture a soft edge is as sharp as a shift."""
BESIDE = 4
"""Weight by which changes near a border are subtracted: a shift changes nothing there, and a lens leaves no edge so
sharp.
"""
COLUMNS, PLACES = 256, 24
"""Columns that are compared, and places in a row where the shift may begin."""


def is_damaged(data: bytes) -> bool:
    """Return whether the decoder reports a fault: early end, left-over or invalid data. Costs a fifth of decoding."""
    try:
        _, _, colours, _ = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return True
    return _unpacked(data, "CMYK" if colours in INKS else "GRAY", (1, 1)) is None


def is_shifted(data: bytes) -> bool:
    """Return whether everything after one place of a JPEG seems lighter, darker or of another hue. Costs as much as
    decoding.

    True also for objects whose edges are perfectly sharp and exactly on block borders.
    """
    try:
        height, width, colours, subsampling = simplejpeg.decode_jpeg_header(data)
    except ValueError:
        return False
    if colours in INKS or is_progressive(data):
        return False
    by = 1 if height * width <= MOST_PIXELS else 2
    image = _unpacked(data, "BGR", (height // by, width // by))
    row = 8 * (1 if colours == COLOURLESS else ROWS_OF_BLOCKS.get(subsampling, 1)) // by
    return image is not None and any(jump >= LEAST_JUMP for jump in _jumps(image, row))


def _unpacked(data: bytes, space: str, least: tuple[int, int], *, strict: bool = True) -> NDArray[np.uint8] | None:
    """Return the picture as small as it can be unpacked, `least` px high and wide at least; None where the decoder
    stumbles.
    """
    height, width = least
    try:
        image: NDArray[np.uint8] = simplejpeg.decode_jpeg(
            data, space, fastdct=True, fastupsample=True, min_height=height, min_width=width, strict=strict
        )
    except ValueError as error:
        padded = PADDED.fullmatch(str(error))
        is_habit = padded is not None and int(padded[1]) <= MOST_PADDING
        return _unpacked(data, space, least, strict=False) if strict and is_habit else None
    return image


def _jumps(image: NDArray[np.uint8], row: int) -> Iterator[float]:
    """How clear a step is at each border between rows of blocks where there may be one, levels.

    After a damage over which the decoder does not stumble the shift begins in the middle of a row of blocks and ends nowhere. So it is a
    step: to the right of its beginning one row higher than to the left, on the very borders of the blocks, and as high in both parts. No
    edge of a thing in a picture is like that.
    """
    borders = np.arange(row, image.shape[0] - 2, row)
    if len(borders) < 2 or image.shape[1] < PLACES:
        return
    few = image[:, :: max(1, image.shape[1] // COLUMNS)]
    lines = [_light_and_hues(few[borders + offset]) for offset in (-3, -1, 0, 2)]  # hues are packed in pairs of lines
    above, across, below = (later - sooner for sooner, later in pairwise(lines))
    both = np.median(across[:-1] + across[1:], axis=1)
    for border, channel in np.argwhere(np.abs(both) >= LEAST_JUMP):
        at = slice(border, border + 2), slice(None), channel
        yield max(_jump(above[at], across[at], below[at], place) for place in _places(few.shape[1]))


def _places(columns: int) -> range:
    return range(columns // 12, columns - columns // 12, max(1, columns // PLACES))


def _jump(above: NDArray[np.int16], across: NDArray[np.int16], below: NDArray[np.int16], place: int) -> float:
    """Of two borders: how high the lower one steps left of a place and the upper one right of it, less what is not of a step."""
    left, right = (np.median(across[:, part], axis=1) for part in (slice(place), slice(place, None)))
    low, high = float(left[1]), float(right[0])
    if low * high <= 0:
        return 0.0
    beside = [np.median(part) for line in (above, below) for part in (line[1, :place], line[0, place:])]
    rest = max(2 * abs(float(left[0])), 2 * abs(float(right[1])), *(BESIDE * abs(float(one)) for one in beside))
    return min(abs(low), abs(high)) - abs(low - high) - rest


def _light_and_hues(lines: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Return the components that a JPEG stores separately: light, blue and red."""
    blue, green, red = (lines[..., channel].astype(np.int32) for channel in range(3))
    light = (29 * blue + 150 * green + 77 * red) >> 8
    return np.stack([light, (blue - light) // 2, (red - light) // 2], axis=-1).astype(np.int16)
