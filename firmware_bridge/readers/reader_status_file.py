"""File with the status of the readers, for commands that run while the bridge holds the ports."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CodecError
from companion.schema import codec
from companion.system.atomic_write import write_atomically

FILE = "known.json"


@dataclass(frozen=True, slots=True)
class KnownReader:
    """One reader."""

    name: str
    where: str
    driver: str
    model: str  # with the firmware's version, after a board's HELLO
    uid: str = ""


@dataclass(frozen=True, slots=True)
class KnownReaders:
    """All of one bridge."""

    pid: int  # of the bridge that knows them
    readers: tuple[KnownReader, ...] = ()


def write_status(folder: Path, readers: KnownReaders) -> None:
    """Write it completely. Raises OSError."""
    write_atomically(folder / FILE, json.dumps(codec.to_json(readers), indent=1))


def read_status(folder: Path) -> KnownReaders | None:
    """Return the stored status, or None where it is missing or unreadable."""
    try:
        return codec.from_json(KnownReaders, json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, CodecError, RecursionError):
        return None
