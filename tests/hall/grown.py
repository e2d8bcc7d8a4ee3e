"""Workers that split off from a seedling: there is one for all tests of this process."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path


class Grown:
    """To us what `Popen` is, though it is another's child."""

    def __init__(self, pid: int) -> None:
        self.pid, self._handle, self._is_there = pid, os.pidfd_open(pid), True

    def poll(self) -> int | None:
        return 0 if self._has_ended(0) else None

    def wait(self, patience: float | None = None) -> int:
        """Raises TimeoutExpired. How it has ended is told to its parent alone: 0."""
        if not self._has_ended(patience):
            raise subprocess.TimeoutExpired(f"the process {self.pid}", patience or 0)
        return 0

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._handle, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def _has_ended(self, patience: float | None) -> bool:
        """Within so many seconds; None: wait for it."""
        if self._is_there and select.select([self._handle], [], [], patience)[0]:
            self._is_there = False
            os.close(self._handle)
        return not self._is_there


class Seedling:
    """Its process, from here."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.hall.seedling"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._asking = threading.Lock()

    def grow(self, words: Sequence[str], log: Path) -> Grown:
        """`words`: what comes after `./table`."""
        assert self._process.stdin and self._process.stdout
        with self._asking:
            print(json.dumps([[*words], str(log)]), file=self._process.stdin, flush=True)
            return Grown(int(self._process.stdout.readline()))

    def stop(self) -> None:
        """And whoever has grown from it."""
        self._process.communicate()


@cache
def seedling() -> Seedling:
    made = Seedling()
    atexit.register(made.stop)
    return made


def grown(words: Sequence[str], log: Path) -> Grown:
    """A worker that is there at once."""
    return seedling().grow(words, log)
