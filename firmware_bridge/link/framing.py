"""Frames on the line: header, sequence byte, payload and CRC-16/CCITT-FALSE, all in COBS, and a zero byte behind.

The header is `version << 4 | type`. Anything may come between two zeros: text of a bootloader, bytes of a wrong
speed, half a frame. It is counted and dropped.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

from companion.errors import CodecError
from firmware_bridge.link.messages import MOST_PAYLOAD, VERSION

DELIMITER = 0
CRC_START = 0xFFFF
CRC_SIZE = 2  # bytes
SHORTEST_FRAME = 2 + CRC_SIZE  # bytes of a frame without payload
LONGEST_FRAME = SHORTEST_FRAME + MOST_PAYLOAD  # bytes of the longest frame, CRC included
MOST_ENCODED = LONGEST_FRAME + 1  # bytes between two zeros; COBS adds one to fewer than 255
BLOCK = 254  # bytes other than zero that one code byte of COBS covers at most


@dataclass(frozen=True, slots=True)
class LinkFrame:
    """One frame. `type` and `version` 0..15, `seq` 0..255; messages.py decodes the payload."""

    type: int
    seq: int
    payload: bytes = b""
    version: int = VERSION


class LinkFramer:
    """Split received bytes into frames. Damaged and oversized ones are dropped and counted, never raised."""

    def __init__(self) -> None:
        self.bad_frames = 0
        self._held = bytearray()  # since the last zero
        self._too_long = False

    def reset(self) -> None:
        """Drop a partial frame of the previous connection."""
        self._held.clear()
        self._too_long = False

    def feed(self, data: bytes) -> list[LinkFrame]:
        """Return complete frames. An empty frame is not damage."""
        *ended, rest = data.split(b"\0")
        frames = [frame for piece in ended if (frame := self._end(piece)) is not None]
        self._hold(rest)
        return frames

    def _end(self, piece: bytes) -> LinkFrame | None:
        self._hold(piece)
        whole, too_long = bytes(self._held), self._too_long
        self.reset()
        if not whole:
            return None
        frame = None if too_long else decode_frame(whole)
        self.bad_frames += frame is None
        return frame

    def _hold(self, piece: bytes) -> None:
        """Keep at most one frame of a line without zeros."""
        room = MOST_ENCODED - len(self._held)
        self._too_long |= len(piece) > room
        self._held += piece[:room]


def encode_frame(frame: LinkFrame) -> bytes:
    """Return the bytes of the line, the zero included; raises CodecError where the payload is too long.

    >>> encode_frame(LinkFrame(type=1, seq=0)).hex()
    '0211034d2d00'
    """
    if len(frame.payload) > MOST_PAYLOAD:
        raise CodecError(f"a frame carries at most {MOST_PAYLOAD} bytes, not {len(frame.payload)}")
    body = bytes([frame.version << 4 | frame.type, frame.seq]) + frame.payload
    return cobs_encode(seal_frame(body)) + bytes([DELIMITER])


def decode_frame(encoded: bytes) -> LinkFrame | None:
    """Decode the bytes between two zeros, or return None where they are invalid."""
    raw = cobs_decode(encoded)
    if raw is None or not SHORTEST_FRAME <= len(raw) <= LONGEST_FRAME or seal_frame(raw[:-CRC_SIZE]) != raw:
        return None
    return LinkFrame(type=raw[0] & 0x0F, seq=raw[1], payload=raw[2:-CRC_SIZE], version=raw[0] >> 4)


def seal_frame(body: bytes) -> bytes:
    """Return the bytes and their CRC, its low byte first.

    A CRC with the high byte first stays valid when a zero after it is lost or added, as one flipped bit of the last
    COBS block or the delimiter does: 21 of 1,271,376 flipped bits passed, against 1 in this order.
    """
    return body + crc(body).to_bytes(CRC_SIZE, "little")


def crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE.

    >>> hex(crc(b"123456789"))
    '0x29b1'
    """
    return crc_hqx(data, CRC_START)


def cobs_encode(data: bytes) -> bytes:
    """Encode without zeros; adds one byte for every 254 begun.

    >>> cobs_encode(bytes([0x11, 0, 0x22])).hex()
    '02110222'
    """
    *ended, last = data.split(b"\0")
    encoded = b"".join(map(_blocks, ended)) + _blocks(last)
    return encoded[:-1] if last and len(last) % BLOCK == 0 else encoded  # a full last block needs no successor


def _blocks(piece: bytes) -> bytes:
    """One piece without zeros and the zero behind it: full blocks, which stand for no zero, and one that does."""
    full = len(piece) // BLOCK * BLOCK
    blocks = b"".join(b"\xff" + piece[at : at + BLOCK] for at in range(0, full, BLOCK))
    return blocks + bytes([len(piece) - full + 1]) + piece[full:]


def cobs_decode(encoded: bytes) -> bytes | None:
    """Decode COBS, or return None where the input is empty, has a zero or is truncated.

    >>> cobs_decode(bytes.fromhex("02110222")).hex()
    '110022'
    """
    if not encoded or DELIMITER in encoded:
        return None
    decoded, at = bytearray(), 0
    while at < len(encoded):
        code = encoded[at]
        block = encoded[at + 1 : at + code]
        if len(block) != code - 1:
            return None
        decoded += block
        at += code
        if code <= BLOCK and at < len(encoded):
            decoded.append(0)
    return bytes(decoded)
