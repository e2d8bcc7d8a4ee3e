"""The journal of the recording disk (disk.c): every change and every sync, and between them what was confirmed to people."""

from __future__ import annotations

import atexit
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

ROOT = Path(__file__).resolve().parents[2]
HEAD = struct.Struct("<8sQQQQ")  # as `struct head` in disk.c
MARKS = "told"
"""The file in the folder in which a workload writes what it confirmed, a line each. No image has it."""
SWITCH = ".fails"
"""The name of a file beside the folder: every change then fails with the error number in it."""
PATIENCE = 120  # s for a workload


@dataclass(frozen=True, slots=True)
class Op:
    """One change or sync, or one confirmation (`what` is "!", the text is in `data`)."""

    what: str  # C create, M make a folder, W write, T truncate, S sync, R rename, L link, U unlink, "!" confirmed
    path: str  # below the folder; "": the folder itself
    inode: int = 0
    at: int = 0  # bytes
    data: bytes = b""
    to: str = ""  # of R and L


class WorkloadError(Exception):
    """The workload itself failed; the message is its output."""


def record(folder: Path, *workloads: str) -> Mapping[str, tuple[Op, ...]]:
    """Run workloads ("play", or "play-off" with that fault) on the recording disk, each in its own folder. Raises WorkloadError."""
    folder = folder.resolve()
    folder.mkdir(parents=True)
    journal = folder.with_suffix(".journal")
    told = {"LD_PRELOAD": str(library()), "POWERLOSS_FOLDER": str(folder), "POWERLOSS_JOURNAL": str(journal)}
    told["POWERLOSS_SWITCH"] = str(folder.with_suffix(SWITCH))
    command = [sys.executable, "-m", "tests.powerloss.workloads", str(folder), *workloads]
    environment: Mapping[str, str] = {**os.environ, **told}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    if done.returncode:
        raise WorkloadError(done.stdout + done.stderr)
    content = journal.read_bytes()
    return {name: tuple(_read(content, str(folder / name))) for name in workloads}


@cache
def library() -> Path:
    """The recording disk, built once. Raises WorkloadError if there is no compiler."""
    if shutil.which("gcc") is None:
        raise WorkloadError("gcc is not installed. Get it with: sudo apt-get install gcc libc6-dev")
    made = Path(mkdtemp(prefix="powerloss-")) / "disk.so"
    atexit.register(shutil.rmtree, made.parent, ignore_errors=True)
    source = Path(__file__).with_name("disk.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", made, source, "-ldl", "-lpthread"], check=True)
    return made


def _read(content: bytes, folder: str) -> Iterator[Op]:
    place = 0
    while place < len(content):
        what, inode, at, first, second = HEAD.unpack_from(content, place)
        place += HEAD.size
        path, data = content[place : place + first].decode(), content[place + first : place + first + second]
        place += first + second
        if (path == folder and what[:1] != b"M") or path.startswith(f"{folder}/"):
            yield _op(chr(what[0]), _below(path, folder), inode, at, data, folder)


def _op(what: str, path: str, inode: int, at: int, data: bytes, folder: str) -> Op:
    if path == MARKS:
        return Op("!", path, data=data if what == "W" else b"")
    if what in "RL":
        return Op(what, path, to=_below(data.decode(), folder))
    return Op(what, path, inode, at, data)


def _below(path: str, folder: str) -> str:
    return path[len(folder) :].lstrip("/")
