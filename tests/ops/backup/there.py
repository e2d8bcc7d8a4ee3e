"""A table with a few entries, for backups."""

from __future__ import annotations

import errno
import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.sessions import LogRow, SqlEventLog
from companion.settings import Settings
from tests.new_log import new_log

NOON, DAY = 1_763_812_800.0, 86_400.0


def played(settings: Settings, *seqs: int) -> SqlEventLog:
    settings.data.mkdir(exist_ok=True)
    log = new_log(settings.data, lambda: NOON)
    rows = [LogRow(seq, "setup" if seq == 1 else "event", "toy", {"n": seq}, "", rest=True) for seq in seqs]
    if 1 in seqs:
        log.open("t1", "toy", rows)
    else:
        log.append("t1", rows)
    return log


def entries(settings: Settings) -> int:
    log = new_log(settings.data)
    many = sum(1 for _ in log.read("t1"))
    log.close()
    return many


def forbidden_below(folder: Path) -> Callable[..., os.stat_result]:
    """Return a `Path.stat` that fails below a folder. Tests may run as root, who can enter everything."""
    stat = Path.stat

    def told(path: Path, **how: bool) -> os.stat_result:
        if path == folder or folder in path.parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, **how)

    return told


def repacked(path: Path, into: Path, others: Mapping[str, bytes]) -> None:
    """Write a valid ZIP with the members of a backup, some of them replaced."""
    with zipfile.ZipFile(path) as packed:
        there = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in {**there, **others}.items():
            packed.writestr(name, content)
