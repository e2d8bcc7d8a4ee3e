"""A fake PN532 with stickers: answers commands, and may be silent, ignore a command, or send damaged bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.drivers.nfc.iso14443 import CASCADE, bcc
from firmware_bridge.drivers.nfc.pn532_frames import ACK, FROM_CHIP, Pn532Framer, encode


def sticker(uid: str, message: bytes = b"", size: int = 144) -> bytes:
    """The memory of an NTAG with a message, from page 0."""
    number = bytes.fromhex(uid)
    head = number[:3] + bytes([CASCADE ^ bcc(number[:3])]) + number[3:] + bytes([bcc(number[3:]), 0x48, 0, 0])
    tlv = (
        b"\x03" + (bytes([len(message)]) if len(message) < 255 else b"\xff" + len(message).to_bytes(2, "big")) + message
    )
    return head + bytes([0xE1, 0x10, size // 8, 0]) + (tlv + b"\xfe").ljust(size, b"\0") + bytes(16)


@dataclass
class Chip:
    """`laid` maps ids to memory (b"" = not readable). `said` collects received commands."""

    laid: dict[str, bytes] = field(default_factory=dict)
    silent: bool = False
    ic: int = 0x32
    said: list[bytes] = field(default_factory=list)
    nacks: int = 0

    def __post_init__(self) -> None:
        self._framer = Pn532Framer()
        self._last = b""

    def hear(self, data: bytes) -> bytes:
        """Return the answer to bytes of the bridge."""
        out = b""
        for frame in self._framer.feed(data):
            if self.silent:
                continue
            if frame.kind == "nack":
                self.nacks += 1
                out += self._last
            elif frame.kind == "cmd":
                self.said.append(frame.body)
                self._last = encode(bytes([frame.body[0] + 1]) + self.answer(frame.body), FROM_CHIP)
                out += ACK + self._last
        return out

    def answer(self, body: bytes) -> bytes:
        if body[0] == 0x02:
            return bytes([self.ic, 1, 6, 7])
        if body[0] == 0x4A:
            return self.targets()
        if body[0] == 0x40:
            return self.pages(body[1], body[3])
        return b"\0" if body[0] == 0x52 else b""

    def targets(self) -> bytes:
        laid = list(self.laid.items())[:2]
        told = [
            bytes([number, 0, 0x44, 0 if memory else 0x08, len(uid) // 2]) + bytes.fromhex(uid)
            for number, (uid, memory) in enumerate(laid, start=1)
        ]
        return bytes([len(told)]) + b"".join(told)

    def pages(self, target: int, page: int) -> bytes:
        memories = list(self.laid.values())
        if target > len(memories) or page * 4 + 16 > len(memories[target - 1]):
            return b"\x01"
        return b"\0" + memories[target - 1][page * 4 : page * 4 + 16]
