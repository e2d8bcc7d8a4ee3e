"""What this process holds at a moment: memory, handles, threads, and what lies on the disk."""

from __future__ import annotations

import gc
import os
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")  # bytes


@dataclass(frozen=True, slots=True)
class Gauge:
    """One look. Sizes in bytes."""

    answers: int  # that were given before it
    memory: int  # resident
    objects: int  # that Python's collector knows
    handles: int
    threads: int
    database: int
    wal: int
    outbox: int
    logs: int
    pictures: int  # files


def look(answers: int, data: Path) -> Gauge:
    """At this process and at its data folder; what is garbage is taken away before."""
    gc.collect()
    return Gauge(
        answers,
        memory=int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE,
        objects=len(gc.get_objects()),
        handles=sum(1 for _ in Path("/proc/self/fd").iterdir()),
        threads=threading.active_count(),
        database=sizes(data, "log.db"),
        wal=sizes(data, "log.db-wal"),
        outbox=sizes(data, "reader.db*"),
        logs=sizes(data, "logs/*"),
        pictures=len(list(data.glob("pictures/*.jpg"))),
    )


def sizes(folder: Path, pattern: str) -> int:
    """Bytes of all the files of that name."""
    return sum(path.stat().st_size for path in folder.glob(pattern))


def kinds() -> Counter[str]:
    """How many objects of each kind there are."""
    gc.collect()
    return Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())


def most_grown(before: Counter[str], after: Counter[str], most: int = 8) -> str:
    """The kinds of which more are there now, for whoever looks for a leak."""
    grown = after - before
    return ", ".join(f"{kind} +{count}" for kind, count in grown.most_common(most))
