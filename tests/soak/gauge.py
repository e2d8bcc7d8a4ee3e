"""Memory, handles and threads of this process, and the size of its files."""

from __future__ import annotations

import ctypes
import gc
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

DATABASE = ("log.db", "log.db-wal", "log.db-shm")
PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes


def limit_malloc() -> None:
    """Have glibc keep as little free memory as with the environment of deploy/systemd/lamplight.service."""
    library = ctypes.CDLL(None)
    for key, value in ((-1, 262144), (-3, 262144), (-8, 2)):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX
        library.mallopt(key, value)


@dataclass(frozen=True, slots=True)
class Gauge:
    """One reading. Sizes in bytes."""

    answers: int  # before this reading
    memory: int  # resident
    objects: int  # known to Python's garbage collector
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
    held = Counter(target.name for target in targets())
    return Gauge(
        answers,
        memory=int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE,
        objects=len(gc.get_objects()),
        handles=sum(many for name, many in held.items() if name not in DATABASE),
        connections=held["log.db"],
        threads=threading.active_count(),
        database=sizes(data, "log.db"),
        wal=sizes(data, "log.db-wal"),
        outbox=sizes(data, "reader.db*"),
        logs=sizes(data, "logs/*"),
        pictures=len(list(data.glob("pictures/*.jpg"))),
    )


def targets() -> Iterator[Path]:
    """The target of each handle of this process."""
    for handle in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the handle of this listing is already closed
            yield handle.readlink()


def sizes(folder: Path, pattern: str) -> int:
    """Size of all files with that name."""
    return sum(path.stat().st_size for path in folder.glob(pattern))


def kinds() -> Counter[str]:
    """Number of objects of each kind."""
    gc.collect()
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())


def most_grown(before: Counter[str], after: Counter[str], most: int = 8) -> str:
    """The kinds of which there are more now, to find a leak."""
    grown = after - before
    return ", ".join(f"{kind} +{count}" for kind, count in grown.most_common(most))
