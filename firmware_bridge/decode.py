"""Decode bytes of any protocol: `decode(protocol, data)`, for test vectors and for debugging.

The result is a dict of plain values, with {"error": name} for damage. The function of each protocol documents its
keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from firmware_bridge.drivers import dice, nfc, rdm6300, scanner
from firmware_bridge.drivers.boards import hx711
from firmware_bridge.link.framing import cobs_decode, cobs_encode, crc


def crc16(data: bytes) -> dict[str, object]:
    """CRC-16/CCITT-FALSE of these bytes, as the link has it."""
    return {"crc": f"{crc(data):04x}"}


def cobs(data: bytes) -> dict[str, object]:
    """Return `encoded`, the bytes in COBS, and `decoded`, the bytes read as COBS with or without a final zero, else
    `error`: "cobs".
    """
    decoded = cobs_decode(data.removesuffix(b"\0"))
    fields: dict[str, object] = {"error": "cobs"} if decoded is None else {"decoded": decoded.hex()}
    return {"encoded": cobs_encode(data).hex(), **fields}


PROTOCOLS: Mapping[str, Callable[[bytes], dict[str, object]]] = {
    "rdm6300": rdm6300.decode,
    **nfc.DECODERS,
    **dice.DECODERS,
    "hx711": hx711.decode,
    "crc16-ccitt-false": crc16,
    "cobs": cobs,
    "serial_scanner": scanner.decode,
}


def decode(protocol: str, data: bytes) -> dict[str, object]:
    """Decode bytes. Return {"error": "protocol"} for an unknown protocol. Never raises.

    >>> decode("crc16-ccitt-false", b"123456789")
    {'crc': '29b1'}
    """
    decoder = PROTOCOLS.get(protocol)
    return decoder(data) if decoder else {"error": "protocol"}
