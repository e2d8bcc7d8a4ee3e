"""Frames of the PN532 on a serial line (user manual UM0701-02, 6.2): commands to the chip, its answers, ACK, NACK and its error frame.

00 00 FF LEN LCS TFI data DCS 00, with LEN + LCS and TFI + data + DCS 0 modulo 256. The extended frame of more than
255 bytes has FF FF instead of LEN and LCS, then a length of two bytes with its own LCS. TFI is D4 to the chip and D5
from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.drivers.nfc.pn532_answers import decode_answer

START = b"\x00\xff"
TO_CHIP, FROM_CHIP, ERROR = 0xD4, 0xD5, 0x7F  # TFI; an error frame has its code here
EXTENDED = b"\xff\xff"
ACK, NACK = bytes.fromhex("0000ff00ff00"), bytes.fromhex("0000ffff0000")
LONGEST_DATA = 265  # bytes of TFI and data; the chip takes and gives no more (6.2.1.2)
HEAD = 3  # bytes: the zero in front and the start code


@dataclass(frozen=True, slots=True)
class Pn532Frame:
    """`kind`: "cmd", "rsp", "ack", "nack", "error". `body` without TFI: the code of a command or answer, and its
    data.
    """

    kind: str
    body: bytes = b""


class Pn532FrameError(ValueError):
    """A damaged frame: "lcs", "dcs", "tfi" or "length". `size` is in bytes from the start code."""

    def __init__(self, what: str, size: int) -> None:
        super().__init__(what)
        self.size = size


class Pn532Framer:
    """Splits bytes of the line into frames; damage is counted, never raised."""

    def __init__(self) -> None:
        self.bad_frames = 0
        self._held = bytearray()

    def reset(self) -> None:
        """Drop a partial frame of the previous connection."""
        self._held.clear()

    def feed(self, data: bytes) -> list[Pn532Frame]:
        """Return complete frames. Other bytes are skipped up to the next start code."""
        self._held += data
        frames = []
        while self._skip():
            try:
                whole = frame_in(bytes(self._held))
            except Pn532FrameError:
                self.bad_frames += 1
                del self._held[: len(START)]  # the damaged frame may contain the next start code
                continue
            if whole is None:
                break
            frame, size = whole
            frames.append(frame)
            del self._held[:size]
        return frames

    def _skip(self) -> bool:
        """Drop everything before the next start code; return whether it was found. The last byte may be its first
        zero.
        """
        at = self._held.find(START)
        if at < 0:
            del self._held[: len(self._held) - self._held.endswith(START[:1])]
            return False
        del self._held[:at]
        return True


def frame_in(data: bytes) -> tuple[Pn532Frame, int] | None:
    """Return the frame after this start code and its size without the final zero; None while it is incomplete.

    Raises Pn532FrameError.
    """
    if len(data) < 4:
        return None
    if data[2:4] in {b"\x00\xff", b"\xff\x00"}:
        return Pn532Frame("ack" if data[2] == 0 else "nack"), 4
    head, size = 4, data[2]
    if data[2:4] == EXTENDED:
        if len(data) < 7:
            return None
        head, size = 7, int.from_bytes(data[4:6], "big")
    if sum(data[2:4] if head == 4 else data[4:7]) & 0xFF:
        raise Pn532FrameError("lcs", head)
    if not 1 <= size <= LONGEST_DATA:
        raise Pn532FrameError("length", head)
    return body_in(data, head, size)


def body_in(data: bytes, head: int, size: int) -> tuple[Pn532Frame, int] | None:
    """TFI, data and DCS after the header; None while they are incomplete. Raises Pn532FrameError."""
    if len(data) < head + size + 1:
        return None
    if sum(data[head : head + size + 1]) & 0xFF:
        raise Pn532FrameError("dcs", head + size + 1)
    tfi, body = data[head], data[head + 1 : head + size]
    if size == 1 and tfi not in {TO_CHIP, FROM_CHIP}:
        return Pn532Frame("error", bytes([tfi])), head + size + 1
    if tfi not in {TO_CHIP, FROM_CHIP} or not body:
        raise Pn532FrameError("tfi", head + size + 1)
    return Pn532Frame("cmd" if tfi == TO_CHIP else "rsp", body), head + size + 1


def encode(body: bytes, tfi: int = TO_CHIP) -> bytes:
    r"""Return the frame of a command (or with FROM_CHIP, of an answer); raises ValueError if it is too long.

    >>> encode(bytes([0x02])).hex()
    '0000ff02fed4022a00'
    """
    data = bytes([tfi]) + body
    if len(data) > LONGEST_DATA:
        raise ValueError(f"a frame of the PN532 carries at most {LONGEST_DATA - 1} bytes, not {len(body)}")
    if len(data) < 256:
        size = bytes([len(data), -len(data) & 0xFF])
    else:
        length = len(data).to_bytes(2, "big")
        size = EXTENDED + length + bytes([-sum(length) & 0xFF])
    return b"\x00" + START + size + data + bytes([-sum(data) & 0xFF, 0])


def decode(data: bytes) -> dict[str, object]:
    """Decode the first frame, or the one after an ACK, with `acked`.

    `error`: "start" (no start code), "truncated", "lcs", "dcs", "tfi", "length".

    >>> decode(bytes.fromhex("0000ff02fed4022a00"))["data"]
    '02'
    """
    at = data.find(START)
    if at < 0:
        return {"error": "start"}
    try:
        whole = frame_in(data[at:])
    except Pn532FrameError as damage:
        return {"error": str(damage)}
    if whole is None:
        return {"error": "truncated"}
    frame, size = whole
    rest = data[at + size :]
    if frame.kind == "ack" and START in rest:
        return {**decode(rest), "acked": True}
    woken = {"wakeup_zeros": zeros_before(data[:at]), "wakeup": data[: max(at - 1, 0)].hex()}
    return {**woken, "extended": data[at + 2 : at + 4] == EXTENDED, **describe_frame(frame)}


def zeros_before(lead: bytes) -> int:
    """How many zeros wake the chip up before the frame's own first one."""
    return max(len(lead) - len(lead.rstrip(b"\x00")) - 1, 0)


def describe_frame(frame: Pn532Frame) -> dict[str, object]:
    """Describe a frame."""
    fields: dict[str, object] = {"type": frame.kind}
    if frame.kind == "error":
        return {**fields, "code": frame.body[0]}
    if frame.kind == "cmd":
        return {**fields, "tfi": TO_CHIP, "cmd": frame.body[0], "data": frame.body.hex()}
    if frame.kind == "rsp":
        return {**fields, "tfi": FROM_CHIP, "cmd": frame.body[0], **decode_answer(frame.body[0], frame.body[1:])}
    return fields
