"""`./table vectors FILE...`: decodes known bytes of readers and compares the result with the expected values.

A file is JSON: {"vectors": [{"protocol", "name", "hex", "expect"}, ...]}. The keys of `expect` are compared, except
`note`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import LamplightError
from companion.system.safe_load import json_of
from firmware_bridge.decode import PROTOCOLS, decode

SKIPPED = frozenset({"btl"})  # the link of a first sketch. The current one has separate vectors
NOTE = "note"


class VectorsError(LamplightError):
    """A file of vectors cannot be read."""

    code = "VECTORSERROR"


@dataclass(frozen=True, slots=True)
class KnownVector:
    """Some bytes and their expected values."""

    protocol: str
    name: str
    data: bytes
    expect: Mapping[str, Any]


def run(files: Sequence[Path], say: Callable[[str], None]) -> bool:
    """Decode every vector of these files and print differences and totals; return whether all passed and every file
    could be read.
    """
    counts = {True: 0, False: 0}
    unread = False
    for file in files:
        try:
            rows = rows_of(file)
        except VectorsError as error:
            unread = True
            say(str(error))
            continue
        for passed, lines in map(result, rows):
            counts[passed] += 1
            for line in lines:
                say(line)
    say(f"{counts[True]} passed, {counts[False]} failed")
    return not (unread or counts[False])


def rows_of(file: Path) -> list[Any]:
    """Return the vectors of a file except skipped protocols; raises VectorsError."""
    try:
        content = json_of(file)
    except (OSError, ValueError) as error:
        raise VectorsError(f"{file} cannot be read as JSON: {error}") from error
    rows = content.get("vectors") if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise VectorsError(f'{file} has no list "vectors"')
    return [row for row in rows if not (isinstance(row, dict) and str(row.get("protocol")) in SKIPPED)]


def result(row: Any) -> tuple[bool, list[str]]:
    """Return whether a vector passed, and a line for each mismatch."""
    try:
        lines = list(differences(vector_of(row)))
    except VectorsError as error:
        lines = [str(error)]
    return not lines, lines


def vector_of(row: Any) -> KnownVector:
    """Return the vector of a row. Raises VectorsError with the missing part."""
    name = row.get("name", "a vector without a name") if isinstance(row, dict) else f"{row!r:.60}"
    try:
        vector = KnownVector(str(row["protocol"]), str(name), bytes.fromhex(row["hex"]), dict(row["expect"]))
    except (TypeError, ValueError, KeyError) as error:
        raise VectorsError(
            f'{name}: it needs "protocol", "hex" with whole bytes and the keys to "expect": {error!r}'
        ) from error
    return vector


def differences(vector: KnownVector) -> Iterator[str]:
    """One line for each differing key."""
    if vector.protocol not in PROTOCOLS:
        yield f'{vector.name}: there is no protocol "{vector.protocol}"; there are {", ".join(sorted(PROTOCOLS))}'
        return
    got = decode(vector.protocol, vector.data)
    for key, wanted in vector.expect.items():
        if key != NOTE and key not in got:
            yield f"{vector.protocol}, {vector.name}: {key} is not told; told are {', '.join(sorted(got)) or 'none'}"
        elif key != NOTE and got[key] != wanted:
            yield f"{vector.protocol}, {vector.name}: {key} should be {wanted!r} and is {got[key]!r}"
