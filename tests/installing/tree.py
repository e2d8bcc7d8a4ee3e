"""The files on a system's disk, and how they changed."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

NOT_LOOKED_AT = (
    "proc",
    "sys",
    "dev",
    "run",
    "tmp",
    "var/tmp",
    "var/log",
    "var/cache",
    "var/lib/systemd",
    "var/lib/apt",
)
"""Files that a running system writes by itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file, link or folder. A folder has no time and no size: something temporary may have been in it."""

    mode: int
    owner: tuple[int, int]
    changed_ns: int
    size: int


def look(root: Path, leaving_out: Collection[str] = ()) -> dict[str, Entry]:
    """Everything below a root, by path."""
    return dict(_entries(root, {*NOT_LOOKED_AT, *leaving_out}))


def _entries(root: Path, left_out: set[str]) -> Iterator[tuple[str, Entry]]:
    for folder, names, files in os.walk(root):
        here = Path(folder)
        names[:] = [name for name in names if (here / name).relative_to(root).as_posix() not in left_out]
        for path in (here / name for name in (*names, *files)):
            told = path.lstat()
            is_folder = stat.S_ISDIR(told.st_mode)
            entry = Entry(
                told.st_mode, (told.st_uid, told.st_gid), *((0, 0) if is_folder else (told.st_mtime_ns, told.st_size))
            )
            yield path.relative_to(root).as_posix(), entry


def differing(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> list[str]:
    """Paths that were added, removed or changed."""
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def come(before: Mapping[str, Entry], after: Mapping[str, Entry]) -> list[str]:
    return sorted(set(after) - set(before))


def megabytes(root: Path) -> float:
    """Disk space of a folder."""
    blocks = sum(path.lstat().st_blocks for path in root.rglob("*"))
    return round(blocks * 512 / 1e6, 1)
