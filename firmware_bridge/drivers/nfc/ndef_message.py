"""NDEF messages on stickers: records of text, an address or other data (NFC Forum: NDEF, RTD Text, URI, Smart
Poster).

This module finds the ends of records and joins chunks. PyPI's ndeflib parses their content, and its exceptions are
caught here. A damaged message has an `error` and no record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import ndef

from firmware_bridge.drivers.nfc.type2_memory import NDEF, tlvs

MB, ME, CF, SR, IL = 0x80, 0x40, 0x20, 0x10, 0x08  # message begin, end; chunked; short; with id
EMPTY, WELL_KNOWN, MIME, ABSOLUTE, EXTERNAL, UNKNOWN, UNCHANGED = range(7)  # type name formats
UTF16 = 0x80  # of a text's first byte
TEXT, URI, POSTER, ACTION = b"T", b"U", b"Sp", b"act"  # types of the NFC Forum
ACTIONS = ("exec", "save", "edit")
MOST_BYTES = 8192  # bytes of a message; the largest type 2 tag holds fewer


@dataclass(frozen=True, slots=True)
class NdefRecord:
    """A record of the tag, its chunks joined."""

    tnf: int
    type: bytes
    id: bytes
    payload: bytes


def records(message: bytes) -> list[NdefRecord]:
    """Split a message into records. Raises ValueError: "truncated", "flags", "tnf". Bytes after the last record are
    ignored.
    """
    if len(message) > MOST_BYTES:
        raise ValueError("length")
    whole: list[NdefRecord] = []
    chunked = False
    for flags, record in record_chunks(message):
        if chunked != (record.tnf == UNCHANGED):
            raise ValueError("tnf")
        if chunked:
            first = whole.pop()
            record = NdefRecord(first.tnf, first.type, first.id, first.payload + record.payload)  # noqa: PLW2901  # it is longer now
        whole.append(record)
        chunked = bool(flags & CF)
    return whole


def record_chunks(message: bytes) -> Iterator[tuple[int, NdefRecord]]:
    """Yield the flags and content of each record or chunk, up to the one that ends the message; raises ValueError as
    `records`.
    """
    rest, first, flags = message, True, 0
    while not flags & ME and (rest or not first):
        flags, record, rest = first_chunk(rest)
        if bool(flags & MB) != first or (flags & ME and flags & CF):
            raise ValueError("flags")
        yield flags, record
        first = False


def first_chunk(data: bytes) -> tuple[int, NdefRecord, bytes]:
    """Return the first record or chunk of these bytes, and the rest; raises ValueError "truncated", "tnf"."""
    flags = data[0] if data else 0
    sizes = data[1 : 3 + (0 if flags & SR else 3) + bool(flags & IL)]
    if len(data) <= len(sizes) or len(sizes) < 2 + (0 if flags & SR else 3) + bool(flags & IL):
        raise ValueError("truncated")
    kind, name = sizes[0], sizes[-1] if flags & IL else 0
    size = int.from_bytes(sizes[1:2] if flags & SR else sizes[1:5], "big")
    start = 1 + len(sizes)
    if len(data) < start + kind + name + size:
        raise ValueError("truncated")
    cuts = (start, start + kind, start + kind + name, start + kind + name + size)
    parts = [data[one:other] for one, other in pairwise(cuts)]
    return flags, check_chunk(NdefRecord(flags & 7, *parts)), data[cuts[-1] :]


def check_chunk(record: NdefRecord) -> NdefRecord:
    """Return the record. Raises ValueError("tnf") where type and type format do not match."""
    typed = record.tnf in {WELL_KNOWN, MIME, ABSOLUTE, EXTERNAL}
    if record.tnf > UNCHANGED or typed != bool(record.type) or (record.tnf == EMPTY and (record.id or record.payload)):
        raise ValueError("tnf")
    return record


def content(record: NdefRecord) -> Any:
    """Return the ndeflib record of a text or an address; raises ValueError("record") if it cannot be read."""
    payload = record.payload
    if record.type == TEXT and payload[:1] and payload[0] & UTF16:
        payload = with_byte_order(payload)
    whole = bytes([MB | ME | WELL_KNOWN, len(record.type)]) + len(payload).to_bytes(4, "big") + record.type + payload
    try:
        (read,) = ndef.message_decoder(whole, errors="strict")
    except (ndef.DecodeError, ValueError) as error:  # it promises the first alone
        raise ValueError("record") from error
    return read


def with_byte_order(payload: bytes) -> bytes:
    """Add the byte order mark to a UTF-16 text without one. It is big-endian (RTD Text 3.4), and ndeflib would use the
    machine's order.
    """
    start = 1 + (payload[0] & 0x3F)
    marked = payload[start : start + 2] in {b"\xfe\xff", b"\xff\xfe"}
    return payload if marked else payload[:start] + b"\xfe\xff" + payload[start:]


def record_values(record: NdefRecord) -> dict[str, object]:
    """Return plain values of a record, and those of a poster in `records`. Raises ValueError("record")."""
    values: dict[str, object] = {
        "tnf": record.tnf,
        "type": record.type.decode("utf-8", errors="replace"),
        "id": record.id.decode("utf-8", errors="replace"),
        "payload": record.payload.hex(),
    }
    if record.tnf == ABSOLUTE:
        return {**values, "uri": values["type"]}
    if record.tnf != WELL_KNOWN or record.type not in {TEXT, URI, POSTER}:
        return values
    return {**values, **(poster_values(record.payload) if record.type == POSTER else content_values(record))}


def content_values(record: NdefRecord) -> dict[str, object]:
    """Return the content of a text or address."""
    read = content(record)
    if record.type == URI:
        return {"uri": read.iri}
    return {"lang": read.language, "text": read.text, "encoding": read.encoding}


def poster_values(payload: bytes) -> dict[str, object]:
    """Return the address of a Smart Poster, its titles by language and its action; a poster has exactly one address."""
    inside = [record for record in records(payload) if record.tnf == WELL_KNOWN]
    parts = [content_values(record) for record in inside if record.type == URI]
    if len(parts) != 1:
        raise ValueError("record")
    titles = {
        str(part["lang"]): part["text"] for part in (content_values(record) for record in inside if record.type == TEXT)
    }
    if titles:
        lang = "en" if "en" in titles else next(iter(titles))
        parts.append({"titles": titles, "lang": lang, "title": titles[lang], "text": titles[lang]})
    actions = [record.payload for record in inside if record.type == ACTION]
    if actions and len(actions[0]) == 1 and actions[0][0] < len(ACTIONS):
        parts.append({"action": ACTIONS[actions[0][0]]})
    return {key: value for part in parts for key, value in part.items()}


def decode(data: bytes) -> dict[str, object]:
    """Decode a message, bare or in TLVs: the first record's fields, and all of them in `records`.

    `error`: "truncated", "flags", "tnf", "record", "length".

    >>> decode(bytes.fromhex("030cd101085402656e736b756c6cfe"))["text"]
    'skull'
    """
    try:
        message = data if not data or (data[0] & MB and data[0] != 0xFE and data[0] != 0xFD) else in_tlvs(data)
        contents = [record_values(record) for record in records(message)]
    except ValueError as error:
        return {"error": str(error)}
    return {**(contents[0] if contents else {}), "records": contents, "ndef": message.hex()}


def in_tlvs(area: bytes) -> bytes:
    """Return the first NDEF message, or b"". Raises ValueError("truncated")."""
    return next((tlv.value for tlv in tlvs(area) if tlv.kind == NDEF), b"")


def texts(message: bytes) -> list[str]:
    """Return the texts and addresses of a message, for people; raises ValueError as `records` and `content`."""
    contents = [record_values(record) for record in records(message)]
    return [
        str(values.get("text") or values.get("uri")) for values in contents if values.get("text") or values.get("uri")
    ]
