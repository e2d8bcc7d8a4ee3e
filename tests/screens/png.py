"""Make a small PNG file of a screenshot."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MOST = 300_000  # bytes
COLOURS = (128, 64, 32)
SAMPLE = 12_000  # pixels that a palette is chosen from
ROUNDS = 4
ALIKE, NEAR = 0xFC, 0x02  # colours that differ by less are looked up once
Pixels = NDArray[Any]


def small(png: bytes, most: int = MOST) -> bytes:
    """Reduce to the largest palette that fits: a third of the bytes, without a visible difference.

    Redrawn pictures would otherwise be the largest part of a clone.
    """
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None, "this is no picture"
    for found in (_of_colours(image, count) for count in COLOURS):
        if len(found) <= most:
            return found
    raise ValueError(f"it cannot be drawn in {most} bytes")


def _of_colours(image: Pixels, count: int) -> bytes:
    palette = _palette(image, count)
    keys, back = np.unique(_keys(image & ALIKE | NEAR), return_inverse=True)
    colours = np.stack((keys >> 16, keys >> 8 & 255, keys & 255), axis=1)
    nearest = np.concatenate(
        [_nearest(part, palette) for part in np.array_split(colours, max(1, len(colours) // 4096))]
    )
    return _written(nearest[back].astype(np.uint8).reshape(image.shape[:2]), palette)


def _keys(image: Pixels) -> NDArray[Any]:
    """Each pixel as one number, blue first."""
    wide = image.reshape(-1, 3).astype(np.int64)
    return wide[:, 0] << 16 | wide[:, 1] << 8 | wide[:, 2]


def _palette(image: Pixels, count: int) -> NDArray[Any]:
    """The means of so many groups of like colours."""
    pixels = image.reshape(-1, 3)
    sample = pixels[:: max(1, len(pixels) // SAMPLE)].astype(np.float32)
    count = min(count, len(np.unique(sample, axis=0)))
    cv2.setRNGSeed(1)
    until = (cv2.TERM_CRITERIA_MAX_ITER, ROUNDS, 0.0)
    _, _, centres = cv2.kmeans(sample, count, None, until, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    found: NDArray[Any] = np.round(centres).astype(np.float32)
    return found


def _nearest(colours: NDArray[Any], palette: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = ((colours[:, None, :] - palette[None]) ** 2).sum(axis=2).argmin(axis=1)
    return found


def _written(places: Pixels, palette: NDArray[Any]) -> bytes:
    """As the format has it: a head, the palette, and rows that each begin with their filter, none."""
    high, wide = places.shape
    head = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    rows = np.hstack((np.zeros((high, 1), np.uint8), places)).tobytes()
    chunks = (
        (b"IHDR", head),
        (b"PLTE", palette[:, ::-1].astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*one) for one in (*chunks, (b"IEND", b"")))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
