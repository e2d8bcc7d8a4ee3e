"""Spoil files before one reader: accepted or refused with a sentence, in little time and memory, without leftovers."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import TypeAlias

import psutil

from companion.errors import MOST_SAID, LamplightError, plainly
from tests.hostile.entrances import Entrance

MOST = 1.0  # s for one file
TRIES = 5  # of one that took longer: other programs run on this machine too
ROOM = 600_000_000  # bytes for the reading of one file
HANG = 10  # s of waiting, after which nothing more comes
SELF = psutil.Process()


Files: TypeAlias = frozenset[tuple[str, int, int]]
"""Files with their bytes and when they were written, ns."""


class HangError(Exception):
    """A reader that hangs."""


@dataclass
class Found:
    """Results of a reader on spoiled files."""

    taken: int = 0
    refused: int = 0
    slowest: float = 0.0  # s
    wrongs: list[str] = field(default_factory=list)
    folder: Path | None = None  # that no refused file may change; None: it is not looked at
    files: Files = frozenset()  # in it, after the last file


def fuzz(entrance: Entrance, folder: Path, number: int, seed: int) -> Found:
    """So many spoilt files; the same for the same seed."""
    random, good, found = Random(f"{entrance.name} {seed}"), entrance.good(), Found()
    path = folder / entrance.file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(good[0])
    judge(entrance, path, Found())  # what a reader puts there once is there
    found.folder, found.files = folder, files_in(folder, path)
    for _ in range(number):
        data = entrance.spoil(random.choice(good), random)
        path.write_bytes(data)
        judge(entrance, path, found, data)
    path.unlink(missing_ok=True)
    return found


def odd_files(path: Path) -> Iterator[str]:
    """Put unusable things in the place of a file, one after the other. Yield what each is."""
    path.mkdir()
    yield "a folder"
    path.rmdir()
    os.mkfifo(path)
    yield "a pipe that nobody writes into"
    path.unlink()
    path.symlink_to("/dev/zero")
    yield "a link to a device without end"
    path.unlink()
    path.symlink_to(path)
    yield "a link to itself"
    path.unlink()
    yield "nothing"
    path.touch()
    yield "an empty file"
    with path.open("r+b") as file:
        file.truncate(3_000_000_000)
    yield "three gigabytes of zeros"
    path.write_bytes(b"\xff\xfe" + "a = 1".encode("utf-16-le"))
    yield "another encoding"
    path.unlink()


def judge(entrance: Entrance, path: Path, found: Found, data: bytes = b"") -> None:
    """One file; what must not be is a sentence in `found`."""
    took, error = _timed(entrance, path)
    if took > MOST and not isinstance(error, HangError):
        took = min(_timed(entrance, path)[0] for _ in range(TRIES - 1))
    match error:
        case None:
            found.taken += 1
        case LamplightError():
            found.refused += 1
            if not is_sentence(plainly(str(error))):
                found.wrongs.append(f"says {str(error)[:300]!r} of {data[:200]!r}")
        case _:
            found.wrongs.append(f"{type(error).__name__}: {str(error)[:200]} at {place(error)} of {data[:300]!r}")
    found.slowest = max(found.slowest, took)
    if took > MOST:
        found.wrongs.append(f"took {took:.1f} s of {data[:300]!r}")
    if found.folder is not None:
        before, found.files = found.files, files_in(found.folder, path)
        if error is not None and before != found.files:
            found.wrongs.append(f"left {sorted(found.files ^ before)[:2]} beside {data[:300]!r}")


def _timed(entrance: Entrance, path: Path) -> tuple[float, BaseException | None]:
    """In s; and why it was not taken."""
    began = time.monotonic()
    try:
        with alarm(HANG), limit_memory(ROOM):
            entrance.take(path)
    except (Exception, HangError) as error:  # noqa: BLE001  whatever it is, it is judged
        return time.monotonic() - began, error
    return time.monotonic() - began, None


def files_in(within: Path, but: Path) -> Files:
    """Every file in a folder but one."""
    found = set()
    for folder, _, files in os.walk(within):
        for name in files:
            where = os.path.join(folder, name)  # noqa: PTH118  a path object costs ten times as much
            if where != str(but):
                told = os.lstat(where)
                found.add((where, told.st_size, told.st_mtime_ns))
    return frozenset(found)


def is_sentence(words: str) -> bool:
    """Return whether a sentence can be shown on a page and in a terminal."""
    return len(words.strip()) > 0 and len(words) <= MOST_SAID and all(w == "\n" or w.isprintable() for w in words)


def place(error: BaseException) -> str:
    """Return the last line of a traceback that is in our code."""
    trace, last = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if (
            "/companion/" in code.co_filename
            or "/vision/" in code.co_filename
            or "/firmware_bridge/" in code.co_filename
        ):
            last = f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next
    return last


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises HangError after so many s."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise HangError(f"{seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def limit_memory(room: int) -> Iterator[None]:
    """No more than so many further bytes can be had; who asks for more gets a MemoryError."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (SELF.memory_info().vms + room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def peak() -> int:
    """Bytes that this process held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
