"""Packets on a line, each after its length in one byte. A Bluetooth notification has an end, bytes of a line have
none.
"""

from __future__ import annotations

LONGEST_PACKET = 255  # bytes of a packet; a notification has at most 244


def pack_packet(packet: bytes) -> bytes:
    """One packet as bytes of a line; raises ValueError if it is too long.

    >>> pack_packet(b"R").hex()
    '0152'
    """
    if len(packet) > LONGEST_PACKET:
        raise ValueError(f"a packet has at most {LONGEST_PACKET} bytes, not {len(packet)}")
    return bytes([len(packet)]) + packet


class PacketReader:
    """Splits bytes of the line into packets."""

    def __init__(self) -> None:
        self._held = bytearray()

    def reset(self) -> None:
        """Drop a partial packet of the previous connection."""
        self._held.clear()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the packets that are complete now, except empty ones."""
        self._held += data
        packets = []
        while self._held and len(self._held) > self._held[0]:
            size = self._held[0] + 1
            packets.append(bytes(self._held[1:size]))
            del self._held[:size]
        return [packet for packet in packets if packet]
