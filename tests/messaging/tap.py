"""A client made of a plain socket: it records every byte of the broker and can send invalid packets."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from time import monotonic
from types import TracebackType
from typing import Self

from companion.messaging import BrokerCredentials
from tests.messaging.heard import SECONDS

CONNACK, PUBLISH, PUBACK, SUBACK, PINGRESP = 2, 3, 4, 9, 13  # packet types
CLEAN, WILL, WILL_AT_ONCE, RETAINED, PASSWORD, USER = 0x02, 0x04, 0x08, 0x20, 0x40, 0x80
QOS_1 = 0x02
CLOSED = -1  # the broker closed the connection instead of answering CONNECT
KEEPALIVE = 60  # s
PING = b"\xc0\x00"


class Tap:
    """Connects at once. `code` is the answer: 0, a refusal, or CLOSED. Acknowledges only with `acknowledges`."""

    def __init__(
        self,
        account: BrokerCredentials,
        client: str,
        *,
        lasting: bool = False,
        will: tuple[str, bytes] | None = None,
        keepalive: int = KEEPALIVE,
        acknowledges: bool = False,
    ) -> None:
        self.bytes = bytearray()
        self._acknowledges = acknowledges
        self._at = 0  # end of the parsed bytes
        self._numbers = count(1)
        self.line = socket.create_connection((account.host, account.port), timeout=SECONDS)
        self.send(connect(account, client, lasting=lasting, will=will, keepalive=keepalive))
        answer = self.next(CONNACK)
        self.code = answer[1] if answer else CLOSED

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def send(self, packet: bytes) -> None:
        """Send any bytes. The next `next` notices a closed connection."""
        with suppress(OSError):
            self.line.sendall(packet)

    def subscribe(self, *patterns: str) -> bytes:
        """Return the granted QoS of each, b"" where the connection is closed. Sends one packet each, because the
        broker may disconnect over one.
        """
        granted = b""
        for pattern in patterns:
            body = struct.pack("!H", next(self._numbers)) + text(pattern) + b"\x01"
            self.send(packet(0x82, body))
            granted += (self.next(SUBACK) or b"")[2:]
        return granted

    def publish(self, topic: str | bytes, payload: bytes, *, retain: bool = False) -> bool:
        """Return whether the broker has acknowledged the message. It may drop it silently."""
        body = text(topic) + struct.pack("!H", next(self._numbers)) + payload
        self.send(packet(0x32 | retain, body))
        return self.next(PUBACK) is not None

    def drain(self) -> bool:
        """Read all earlier messages; return False if the broker has disconnected."""
        self.send(PING)
        return self.next(PINGRESP) is not None

    def next(self, kind: int) -> bytes | None:
        """The body of the next packet of a type; None if the broker disconnects first. Raises AssertionError on a
        timeout.
        """
        until = monotonic() + SECONDS
        while monotonic() < until:
            for found, body in self._packets():
                if found == kind:
                    return body
            if not self._read():
                return None
        raise AssertionError(f"no packet of kind {kind} came")

    def is_cut(self, seconds: float = SECONDS) -> bool:
        """Return whether the broker disconnects within that time."""
        until = monotonic() + seconds
        self.line.settimeout(0.1)
        while monotonic() < until:
            try:
                if not self._read():
                    return True
            except TimeoutError:
                continue
        self.line.settimeout(SECONDS)
        return False

    def close(self) -> None:
        """Close without DISCONNECT, so the will is published."""
        self.line.close()

    def _read(self) -> bool:
        try:
            came = self.line.recv(1 << 16)
        except ConnectionError:
            return False
        self.bytes += came
        return bool(came)

    def _packets(self) -> Iterator[tuple[int, bytes]]:
        while (found := whole(self.bytes, self._at)) is not None:
            kind, begin, end = found
            first, self._at = self.bytes[self._at], end
            body = bytes(self.bytes[begin:end])
            if self._acknowledges and kind == PUBLISH and first & QOS_1:
                number = 2 + int.from_bytes(body[:2])  # after the topic
                self.send(packet(PUBACK << 4, body[number : number + 2]))
            yield kind, body


def connect(
    account: BrokerCredentials,
    client: str,
    *,
    lasting: bool,
    will: tuple[str, bytes] | None = None,
    keepalive: int = KEEPALIVE,
) -> bytes:
    """Encode the CONNECT packet of MQTT 3.1.1."""
    flags = (0 if lasting else CLEAN) | (USER | PASSWORD if account.user else 0)
    body = text(client)
    if will is not None:
        flags |= WILL | WILL_AT_ONCE | RETAINED
        body += text(will[0]) + struct.pack("!H", len(will[1])) + will[1]
    if account.user:
        body += text(account.user) + text(account.password)
    return packet(0x10, text("MQTT") + bytes((4, flags)) + struct.pack("!H", keepalive) + body)


def packet(first: int, body: bytes) -> bytes:
    """Encode a packet: its first byte, the length, and the body.

    >>> packet(0x30, b"x" * 200)[:3]
    b'0\\xc8\\x01'
    """
    left, length = len(body), bytearray()
    while True:
        left, seven = left >> 7, left & 0x7F
        length.append(seven | (0x80 if left else 0))
        if not left:
            return bytes([first]) + bytes(length) + body


def whole(came: bytes | bytearray, at: int) -> tuple[int, int, int] | None:
    """Type, start and end of the body of the packet at a position; None while it is incomplete."""
    length, shift = 0, 0
    for place in range(at + 1, min(at + 5, len(came))):
        length |= (came[place] & 0x7F) << shift
        shift += 7
        if not came[place] & 0x80:
            end = place + 1 + length
            return (came[at] >> 4, place + 1, end) if end <= len(came) else None
    return None


def text(said: str | bytes) -> bytes:
    """Encode an MQTT string; bytes may be invalid UTF-8."""
    raw = said if isinstance(said, bytes) else said.encode()
    return struct.pack("!H", len(raw)) + raw
