"""Answers of NTAG and Ultralight stickers: GET_VERSION, READ, ACK or a refusal (NXP data sheets)."""

from __future__ import annotations

from firmware_bridge.drivers.nfc import type2_memory
from firmware_bridge.drivers.nfc.iso14443 import has_valid_crc

VERSION_SIZE, READ_SIZE = 8, 16  # bytes of the two answers
PRODUCTS = {  # product type, subtype, major, storage -> name, third byte of the initial container (None: not for NDEF)
    (3, 1, 1, 0x0B): ("MF0UL11", None),
    (3, 2, 1, 0x0B): ("MF0ULH11", None),
    (3, 1, 1, 0x0E): ("MF0UL21", None),
    (3, 2, 1, 0x0E): ("MF0ULH21", None),
    (4, 1, 1, 0x0B): ("NTAG210", 0x06),
    (4, 2, 2, 0x0B): ("NTAG210u", 0x06),
    (4, 1, 1, 0x0E): ("NTAG212", 0x10),
    (4, 2, 1, 0x0F): ("NTAG213", 0x12),
    (4, 4, 1, 0x0F): ("NTAG213F", 0x12),
    (4, 2, 3, 0x0F): ("NTAG213TT", 0x12),
    (4, 2, 1, 0x11): ("NTAG215", 0x3E),
    (4, 2, 1, 0x13): ("NTAG216", 0x6D),
    (4, 4, 1, 0x13): ("NTAG216F", 0x6D),
    (4, 5, 1, 0x13): ("NT3H1101", 0x6D),
    (4, 5, 1, 0x15): ("NT3H1201", 0xEA),
    (4, 5, 2, 0x13): ("NT3H2111", 0x6D),
    (4, 5, 2, 0x15): ("NT3H2211", 0xEA),
}
ACK = 0x0A  # of four bits; every other answer so short is a refusal


def decode(data: bytes) -> dict[str, object]:
    """Parse an answer of a tag: GET_VERSION (8 bytes), READ (16 bytes, four pages from page 0 or from the
    container), ACK or a refusal. Each may end with its CRC_A.

    `error`: "truncated", "vendor", "crc".

    >>> decode(bytes.fromhex("0004040201001303"))["product"]
    'NTAG216'
    """
    if len(data) in {VERSION_SIZE + 2, READ_SIZE + 2}:
        return decode(data[:-2]) if has_valid_crc(data) else {"error": "crc"}
    if len(data) == 1:
        return {"ack": True} if data[0] & 0x0F == ACK else {"ack": False, "nak": data[0] & 0x0F}
    if len(data) == VERSION_SIZE:
        return describe_version(data)
    if len(data) < VERSION_SIZE:
        return {"error": "truncated"}
    fields = (
        type2_memory.describe_container(bytes(12) + data[:4])
        if type2_memory.is_formatted(data[:4])
        else type2_memory.decode(data)
    )
    return {
        **fields,
        "pages": [data[at : at + type2_memory.PAGE].hex() for at in range(0, len(data), type2_memory.PAGE)],
    }


def describe_version(version: bytes) -> dict[str, object]:
    """Return the eight bytes of GET_VERSION: fixed, vendor, type, subtype, major, minor, storage, protocol."""
    if version[0] != 0 or version[1] != 4:
        return {"error": "vendor"}
    _, vendor, kind, subtype, major, minor, storage, protocol = version
    product, cc2 = PRODUCTS.get((kind, subtype, major, storage), ("unknown", None))
    least = 1 << (storage >> 1)  # bytes. An odd storage means "up to the next power of two"
    return {
        "product": product,
        "vendor": vendor,
        "type": kind,
        "subtype": subtype,
        "major": major,
        "minor": minor,
        "storage": storage,
        "protocol": protocol,
        "bytes_at_least": least,
        "cc2_factory": cc2,
    }
