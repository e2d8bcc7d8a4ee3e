"""The memory of NFC Forum type 2 tags, NTAG21x and Ultralight stickers: pages of four bytes.

Pages 0 to 2 hold the id with check bytes and locks, page 3 the capability container, pages from 4 TLVs: 0 null, 1
lock control, 2 memory control, 3 NDEF message, FD proprietary, FE terminator. Areas named by 1 and 2 are not part of
a TLV's value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware_bridge.drivers.nfc.iso14443 import CASCADE, bcc

PAGE = 4  # bytes
HEADER = 4 * PAGE  # before the TLVs
MAGIC = 0xE1  # first byte of a capability container
MAJOR = 1  # of the mapping version, in the upper half of the container's second byte
UNIT = 8  # bytes; the container gives the size of the TLV area in these
NULL, LOCK, MEMORY, NDEF, END = 0x00, 0x01, 0x02, 0x03, 0xFE
LONG_LENGTH = 0xFF  # as a length: two bytes with the length follow


@dataclass(frozen=True, slots=True)
class Tlv:
    """One TLV. `value` excludes reserved bytes. `at` is the offset of its type without reserved bytes."""

    kind: int
    value: bytes
    at: int


def tlvs(area: bytes) -> Iterator[Tlv]:
    """Yield the TLVs of bytes that stand alone, without a tag around them; raises ValueError("truncated")."""
    yield from tlvs_in(area, range(len(area)))


def tlvs_in(memory: bytes, places: Sequence[int]) -> Iterator[Tlv]:
    """Yield the TLVs at these addresses of a memory, up to the terminator. Addresses that a TLV reserves are skipped by
    later ones.

    Raises ValueError("truncated") where a length exceeds the area.
    """
    left, taken = list(places), 0
    while left and memory[left[0]] != END:
        kind = memory[left[0]]
        if kind == NULL:
            left, taken = left[1:], taken + 1
            continue
        head, size = length_at(memory, left)
        if len(left) < head + size:
            raise ValueError("truncated")
        value = bytes(memory[place] for place in left[head : head + size])
        yield Tlv(kind, value, taken)
        reserved = reserved_by(kind, value)
        left, taken = [place for place in left[head + size :] if place not in reserved], taken + head + size


def length_at(memory: bytes, left: Sequence[int]) -> tuple[int, int]:
    """Bytes of the head and of the value of the TLV at the first of these places; raises ValueError("truncated")."""
    head = [memory[place] for place in left[:4]]
    if len(head) < 2 or (head[1] == LONG_LENGTH and len(head) < 4):
        raise ValueError("truncated")
    return (4, head[2] << 8 | head[3]) if head[1] == LONG_LENGTH else (2, head[1])


def reserved_by(kind: int, value: bytes) -> range:
    """Return the addresses that a lock or memory control TLV takes out of the area; none for others.

    Its three bytes are page and offset, size (bits for locks, bytes for memory; 0 = 256), and in the lower half of
    the last one the page size as a power of two.
    """
    if kind not in {LOCK, MEMORY} or len(value) != 3:
        return range(0)
    start = (value[0] >> 4) * (1 << (value[2] & 0x0F)) + (value[0] & 0x0F)
    size = value[1] or 256
    return range(start, start + ((size + 7) // 8 if kind == LOCK else size))


def decode(data: bytes) -> dict[str, object]:
    """Decode memory from page 0: id, container and the first NDEF message.

    `uid_ok` is False after a wrong check byte. A truncated message gives `error`: "truncated".
    """
    if len(data) < PAGE * 2:
        return {"error": "truncated"}
    return {**describe_uid(data), **(describe_container(data) if len(data) >= HEADER else {}), **describe_message(data)}


def describe_uid(memory: bytes) -> dict[str, object]:
    """Describe the id in a tag's memory."""
    uid, bcc0, bcc1 = memory[0:3] + memory[4:8], memory[3], memory[8] if len(memory) > 8 else None
    fits = bcc0 == CASCADE ^ bcc(uid[:3]) and bcc1 in {bcc(uid[3:]), None}
    return {"uid": uid.hex(), "bcc0": bcc0, "bcc1": bcc1, "uid_ok": fits}


def describe_container(memory: bytes) -> dict[str, object]:
    """Parse the capability container. Empty where the tag is not formatted for NDEF."""
    cc = memory[12:16]
    formatted = is_formatted(cc)
    return {
        "cc": cc.hex(),
        "formatted": formatted,
        "readable": formatted and cc[3] >> 4 == 0,
        "writeable": formatted and cc[3] & 0x0F == 0,
        "size": cc[2] * UNIT if formatted else 0,
    }


def is_formatted(cc: bytes) -> bool:
    """Return whether a container declares NDEF in a known mapping."""
    return len(cc) == PAGE and cc[0] == MAGIC and cc[1] >> 4 == MAJOR


def describe_message(memory: bytes) -> dict[str, object]:
    """Return the NDEF message, its length and capacity. Empty where there is none, or the memory ends with the
    header.
    """
    if not is_formatted(memory[12:16]) or len(memory) <= HEADER:
        return {}
    try:
        return {"ndef": message.hex(), **room(memory)} if (message := message_in(memory)) is not None else {}
    except ValueError as error:
        return {"error": str(error)}


def message_in(memory: bytes) -> bytes | None:
    """Return the value of the first NDEF TLV, or None. Raises ValueError("truncated")."""
    if not is_formatted(memory[12:16]):
        return None
    end = min(len(memory), HEADER + memory[14] * UNIT)
    return next((tlv.value for tlv in tlvs_in(memory, range(HEADER, end)) if tlv.kind == NDEF), None)


def room(memory: bytes) -> dict[str, object]:
    """`length` of the message and `capacity` in bytes: the space from its TLV on, less the TLV's header."""
    before = list(until_message(memory))
    *controls, message = before
    reserved = {place for tlv in controls for place in reserved_by(tlv.kind, tlv.value)}
    size = memory[14] * UNIT
    free = size - message.at - len(reserved.intersection(range(HEADER, HEADER + size)))
    return {"length": len(message.value), "capacity": free - 2 if free - 2 < LONG_LENGTH else free - 4}


def until_message(memory: bytes) -> Iterator[Tlv]:
    """Yield the TLVs up to the first message and with it."""
    for tlv in tlvs_in(memory, range(HEADER, min(len(memory), HEADER + memory[14] * UNIT))):
        yield tlv
        if tlv.kind == NDEF:
            return
