"""Read foreign files in bounded time and memory: only plain files, of limited size and nesting.

Each function raises OSError for a file that cannot be read, and ValueError for wrong content. Callers turn either into a sentence with
the name of the file and the remedy.
"""

from __future__ import annotations

import errno
import json
import tomllib
import zipfile
from pathlib import Path
from stat import S_ISREG
from typing import Any

PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Compressions that are accepted in a ZIP. LZMA allocates gigabytes if the file asks for it."""
MOST_TEXT = 4 << 20  # bytes of a text that people write
MOST_DOTS = 30_000_000  # squares of the dots of each line: TOML's reader takes 1 s for 100 000 000 of them
MOST_WHOLE = 2**63  # a whole number of TOML has 64 bits; Python reads longer ones, and cannot say them


def bytes_of(path: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes. Does not wait at a pipe. Raises OSError."""
    if not S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is a folder, a pipe or a device", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"more than {most / 1e6:g} MB are not read", str(path))
    return content


def text_of(path: Path, most: int = MOST_TEXT) -> str:
    """Return a text in UTF-8; some editors begin it with a byte order mark. Raises OSError, ValueError."""
    return bytes_of(path, most).decode("utf-8-sig")


def toml_of(path: Path, most: int = MOST_TEXT) -> dict[str, Any]:
    """Return a file of TOML. Raises OSError, ValueError."""
    return toml_in(text_of(path, most))


def json_of(path: Path, most: int = MOST_TEXT) -> Any:
    """Return a file of JSON. Raises OSError, ValueError."""
    return json_in(text_of(path, most))


def toml_in(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ValueError.

    >>> toml_in("a = 0x" + "f" * 20)
    Traceback (most recent call last):
        ...
    ValueError: a whole number has more than 64 bits
    """
    if sum(line.count(".") ** 2 for line in text.splitlines()) > MOST_DOTS:
        raise ValueError("a key has more parts than any key needs")
    try:
        values = tomllib.loads(text)
    except RecursionError as error:
        raise ValueError("values lie too deep in each other") from error
    _look_at_numbers(values)
    return values


def json_in(text: str | bytes) -> Any:
    """Parse JSON. Raises ValueError."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("values lie too deep in each other") from error


def _look_at_numbers(values: dict[str, Any]) -> None:
    waiting: list[Any] = [values]
    while waiting:
        match waiting.pop():
            case dict(inner):
                waiting += inner.values()
            case list(inner):
                waiting += inner
            case int(number) if not -MOST_WHOLE <= number < MOST_WHOLE:
                raise ValueError("a whole number has more than 64 bits")
