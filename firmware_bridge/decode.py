"""One way to ask what bytes say: `decode(protocol, data)`, for the test vectors and for people who look at a line.

The answer is a dict of plain values; damage is {"error": what}. Each protocol's own words stand in the docstring of its function.
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
    """`encoded`: these bytes in COBS. `decoded`: what they say where they are COBS themselves, with or without the zero behind;
    else `error`: "cobs".
    """
    decoded = cobs_decode(data.removesuffix(b"\0"))
    told: dict[str, object] = {"error": "cobs"} if decoded is None else {"decoded": decoded.hex()}
    return {"encoded": cobs_encode(data).hex(), **told}


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
    """What bytes say in a protocol; {"error": "protocol"} for one that is not known. Never raises, whatever the bytes are.

    >>> decode("crc16-ccitt-false", b"123456789")
    {'crc': '29b1'}
    """
    said = PROTOCOLS.get(protocol)
    return said(data) if said else {"error": "protocol"}
