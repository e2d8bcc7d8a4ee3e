"""Forks frequently killed processes from one that has loaded all modules, because importing the application takes a
second.

`python -m tests.chaos.fork FOLDER`: each line of standard input is a request, answered with the pid of a new process.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from companion.schema import from_json, to_json
from tests.chaos import light_reader, looker, rules
from tests.chaos.fuse import Fuse

PR_SET_PDEATHSIG = 1
KINDS = {"rules": rules, "reader": light_reader, "page": looker}


class Forked:
    """One forked process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._handle = os.pidfd_open(pid)

    @property
    def is_alive(self) -> bool:
        return not select.select([self._handle], [], [], 0)[0]

    def kill(self) -> None:
        if self.is_alive:
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
        select.select([self._handle], [], [], 10)

    def close(self) -> None:
        self.kill()
        os.close(self._handle)


class Forks:
    """The process that has loaded all modules. Its children end with `close`, or with their parent."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        command = (sys.executable, "-m", "tests.chaos.fork", str(folder))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(command, env={**os.environ, **environment}, **pipes)  # type: ignore[call-overload]

    def start(self, kind: str, told: rules.Told | light_reader.Told | looker.Told, fuse: Fuse) -> Forked:
        wish = {"kind": kind, "told": to_json(told), "fuse": to_json(fuse)}
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return Forked(int(self._process.stdout.readline()))

    def close(self) -> None:
        self._process.communicate()


def main(folder: Path) -> None:
    """Fork on request until the parent ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children are not waited for
    for line in sys.stdin:
        wish = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become(wish, folder / f"{wish['kind']}.err")
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def _become(wish: Any, errors: Path) -> NoReturn:
    """Become the requested process; it ends when done or with its parent."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    os.dup2(2, 1)
    kind = KINDS[wish["kind"]]
    try:
        kind.run(from_json(kind.Told, wish["told"]), from_json(Fuse, wish["fuse"]))
    except BaseException:  # noqa: BLE001 - whatever it is, it is written down
        traceback.print_exc()
    os._exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
