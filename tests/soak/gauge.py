"""Memory, handles and threads of this process, and the size of its files."""

from __future__ import annotations

import gc
import os
import threading
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

DATABASE = ("log.db", "log.db-wal", "log.db-shm")
PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes


@dataclass(frozen=True, slots=True)
class Gauge:
    """One reading. Sizes in bytes."""

    answers: int  # before this reading
    memory: int  # resident
    handles: int  # without those of the database
    connections: int  # to the database: a pool opens one more for two requests at once, and keeps it
    threads: int
    database: int
    wal: int
    outbox: int
    logs: int
    pictures: int  # files


def look(answers: int, data: Path) -> Gauge:
    """Read this process and its data folder, after a garbage collection."""
    gc.collect()
    held = Counter[str]()
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the handle of this listing is already closed
            held[handle.readlink().name] += 1
    return Gauge(
        answers,
        memory=int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE,
        handles=sum(many for name, many in held.items() if name not in DATABASE),
        connections=held["log.db"],
        threads=threading.active_count(),
        database=sizes(data, "log.db"),
        wal=sizes(data, "log.db-wal"),
        outbox=sizes(data, "reader.db*"),
        logs=sizes(data, "logs/*"),
        pictures=len(list(data.glob("pictures/*.jpg"))),
    )


def sizes(folder: Path, pattern: str) -> int:
    """Return the size of all files with that name."""
    return sum(path.stat().st_size for path in folder.glob(pattern))


def count_kinds() -> Counter[str]:
    """Count the objects of each class, to find a leak."""
    gc.collect()
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
