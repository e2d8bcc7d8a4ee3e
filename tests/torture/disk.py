"""Simulate a power cut of a database: with SQLite's FULL all commits survive, with less only the state at the start."""

from __future__ import annotations

import shutil
from pathlib import Path

FULL = 2
BESIDE = ("", "-wal", "-shm")


class Disk:
    """The files of one database, watched by the process that has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sure = path.with_suffix(".sure")
        self._is_weak = False

    def opened(self, synchronous: int) -> None:
        """Note how a process opened the file. Without synced commits only the earlier content is safe."""
        self._is_weak = synchronous < FULL
        if self._is_weak:
            shutil.rmtree(self._sure, ignore_errors=True)
            self._sure.mkdir(parents=True)
            for file in self._files():
                shutil.copy(file, self._sure)

    def cut(self) -> None:
        """Cut the power. No process has the file open any more."""
        if not self._is_weak:
            return
        for file in self._files():
            file.unlink()
        for file in self._sure.iterdir():
            shutil.copy(file, self.path.parent)

    def lose(self) -> None:
        """Delete the file."""
        for file in self._files():
            file.unlink()

    def _files(self) -> list[Path]:
        named = (self.path.with_name(self.path.name + end) for end in BESIDE)
        return [file for file in named if file.exists()]
