"""What the running bridge knows of its readers, in a file beside its outboxes, for whoever looks while it holds the lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from companion.errors import CodecError
from companion.schema import codec
from companion.system.atomic_write import write_whole

FILE = "known.json"


@dataclass(frozen=True, slots=True)
class Known:
    """One reader."""

    name: str
    where: str
    driver: str
    model: str  # with the firmware's version, of a board that has said HELLO
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Readers:
    """All of one bridge."""

    pid: int  # of the bridge that knows them
    readers: tuple[Known, ...] = ()


def tell(folder: Path, readers: Readers) -> None:
    """Write it whole. Raises OSError."""
    write_whole(folder / FILE, json.dumps(codec.to_json(readers), indent=1))


def told(folder: Path) -> Readers | None:
    """What was told last, None where nothing was, or nothing that can be read."""
    try:
        return codec.from_json(Readers, json.loads((folder / FILE).read_text(encoding="utf-8")))
    except (OSError, ValueError, CodecError, RecursionError):
        return None
