"""Decode known bytes of readers, and `./table vectors FILE...`, which compares the result with the expected values.

A file is JSON: {"vectors": [{"protocol", "name", "hex", "expect"}, ...]}. The keys of `expect` are compared, except
`note`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.system.safe_load import json_of
from firmware_bridge.drivers import dice, nfc, rdm6300, scanner
from firmware_bridge.drivers.boards import hx711
from firmware_bridge.link.framing import cobs_decode, cobs_encode, crc

SKIPPED_SECTIONS = frozenset({"btl"})  # the link of a first sketch. The current one has separate vectors
NOTE = "note"


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
    """Decode bytes to plain values, or {"error": name} where they are damaged or the protocol is unknown. Never raises.

    >>> decode("crc16-ccitt-false", b"123456789")
    {'crc': '29b1'}
    """
    decoder = PROTOCOLS.get(protocol)
    return decoder(data) if decoder else {"error": "protocol"}


def run(files: Sequence[Path], say: Callable[[str], None]) -> bool:
    """Decode every vector of these files and print differences and totals; return whether all passed and every file
    could be read.
    """
    counts = {True: 0, False: 0}
    unread = False
    for file in files:
        try:
            rows = rows_of(file)
        except (OSError, TypeError, ValueError) as error:
            unread = True
            say(f"{file} cannot be read: {error}")
            continue
        for lines in map(list, map(differences, rows)):
            counts[not lines] += 1
            for line in lines:
                say(line)
    say(f"{counts[True]} passed, {counts[False]} failed")
    return not (unread or counts[False])


def rows_of(file: Path) -> list[Any]:
    """Return the vectors of a file except skipped protocols. Raises OSError, TypeError or ValueError."""
    content = json_of(file)
    rows = content.get("vectors") if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise TypeError('it has no list "vectors"')
    return [row for row in rows if not (isinstance(row, dict) and str(row.get("protocol")) in SKIPPED_SECTIONS)]


def differences(row: Any) -> Iterator[str]:
    """One line for each differing key of a vector, or for what it lacks."""
    name = row.get("name", "a vector without a name") if isinstance(row, dict) else f"{row!r:.60}"
    try:
        protocol, data, expect = str(row["protocol"]), bytes.fromhex(row["hex"]), dict(row["expect"])
    except (TypeError, ValueError, KeyError) as error:
        yield f'{name}: it needs "protocol", "hex" with whole bytes and the keys to "expect": {error!r}'
        return
    if protocol not in PROTOCOLS:
        yield f'{name}: there is no protocol "{protocol}"; there are {", ".join(sorted(PROTOCOLS))}'
        return
    decoded = decode(protocol, data)
    for key, wanted in expect.items():
        if key != NOTE and key not in decoded:
            yield f"{protocol}, {name}: {key} is not told; told are {', '.join(sorted(decoded)) or 'none'}"
        elif key != NOTE and decoded[key] != wanted:
            yield f"{protocol}, {name}: {key} should be {wanted!r} and is {decoded[key]!r}"
