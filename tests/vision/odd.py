"""Pictures as people, phones and attackers make them, built byte by byte."""

from __future__ import annotations

import base64
import struct
import zlib

import cv2
import numpy as np

from vision.image.decoder import Image

SCENE = np.full((90, 160, 3), (40, 90, 30), np.uint8)
SCENE[10:40, 20:60] = (40, 220, 240)
SCENE[60:80, 100:150] = (230, 120, 30)
CMYK = base64.b64decode(
    b"/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0NB8nOT04Mj"
    b"wuMzQy/8AAFAgAMABABEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC"
    b"AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dX"
    b"Z3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E"
    b"QwBNAFkASwAAPwD3+vn+vn+vf6KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK"
    b"KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK//2Q=="
)  # fmt: skip
"""64 x 48 px, red, in four printing inks, inverted as Adobe writes them."""


def packed(ending: str, image: Image = SCENE, *parameters: int) -> bytes:
    """A picture in the format of that ending."""
    return bytes(cv2.imencode(ending, image, parameters)[1].tobytes())


def png_of(width: int, height: int, data: bytes = b"") -> bytes:
    """Return a grey PNG that claims that size and contains `data`, packed."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def bomb() -> bytes:
    """20 000 x 20 000 px in 50 kB."""
    return png_of(20_000, 20_000, bytes(2501 * 20_000))


def turned(orientation: int, image: Image = SCENE) -> bytes:
    """Return a phone's JPEG: stored in sensor orientation, with an orientation tag."""
    told = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + told
    data = packed(".jpg", image)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:]


def moving(ending: str) -> bytes:
    """Three pictures in one file, the scene first."""
    film = cv2.Animation()
    film.frames = [np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]) for picture in _film()]
    film.durations = np.array([100] * 3)
    done, data = cv2.imencodeanimation(ending, film)
    assert done
    return bytes(data.tobytes())


def _film() -> list[Image]:
    return [SCENE, SCENE[::-1].copy(), SCENE[:, ::-1].copy()]


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
