"""Child processes: find their programs, start them, restart them when they end or hang, and end them with the parent.

A child writes a byte a second into a pipe of its parent, which notices by it that the child hangs. The broker would notice only by the
keepalive.
"""

from __future__ import annotations

import logging
import os
import select
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0  # s before a process that ended is started again
GRACE = 3.0  # s to end by itself
MOST_SIGNS = 4096  # read at a time
PIPE = "LAMPLIGHT_PULSE"
"""Environment variable with the number of the pipe's end in the child."""
BEAT_S = 1.0  # s between two heartbeats
SBIN = "/usr/sbin:/usr/local/sbin"
HUNG_S = 60.0  # s without a sign of life: a large photograph is read in two, a lesson in ten
FIRST_BEAT_S = 300.0  # s until the first one: a small computer that loads its nets from a slow card takes ten


def find_program(name: str) -> str:
    """Return the path of a program, or "". Brokers are in folders that are not on the PATH of ordinary users."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}") or ""


class ManagedProcess:
    """One child process. Its thread starts it and waits for it, because it ends with the thread that started it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        words: Callable[[], str] = str,
        hung: float = HUNG_S,
        born: float = FIRST_BEAT_S,
    ) -> None:
        """`words` is called at each start and written to standard input, which no other process can read.

        `hung`: s without a heartbeat until the process is ended. `born`: the same before its first one.
        """
        self.name = name
        self._command, self._environment, self._words = list(command), dict(environment), words
        self._hung, self._born = hung, born
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping, self._wished_end, self._wanted = threading.Event(), threading.Event(), threading.Event()
        self._keeper = MonitoredThread(self._keep_running, f"keeper of {name}")

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    @property
    def is_kept(self) -> bool:
        """Return whether it was started and not stopped."""
        return self._keeper.is_alive() and not self._stopping.is_set()

    @property
    def is_resting(self) -> bool:
        """Return whether no process runs before the next `wake`."""
        return not self._wanted.is_set()

    def start(self, *, resting: bool = False) -> None:
        """`resting`: the process starts with the first `wake`."""
        if not resting:
            self._wanted.set()
        self._keeper.start()

    def wake(self) -> None:
        """Start the process, unless it runs."""
        self._wanted.set()

    def rest(self) -> None:
        """End the process until the next `wake`."""
        self._wanted.clear()
        self.renew()

    def renew(self) -> None:
        """End the process on purpose. If it is wanted, its thread restarts it at once with new settings."""
        if self._process is not None and self._process.poll() is None:
            self._wished_end.set()
            self._process.terminate()

    def stop(self) -> None:
        """End the process, by force after a while."""
        self._stopping.set()
        self._wanted.set()
        self.renew()
        if self._keeper.is_alive():
            self._keeper.join(GRACE)
        if self._process is not None and self._process.poll() is None:
            self._process.kill()

    def _keep_running(self) -> None:
        wait = FIRST_WAIT
        while self._wanted.wait() and not self._stopping.is_set():
            born = time.monotonic()
            try:
                self._run()
            except OSError as error:  # without file handles or processes: try again later
                logger.warning("%s cannot be started: %s", self.name, error)
            if self._wished_end.is_set():  # no fault
                self._wished_end.clear()
                continue
            if self._stopping.is_set() or not self._wanted.is_set():
                continue
            wait = FIRST_WAIT if time.monotonic() - born > LONGEST_WAIT else min(2 * wait, LONGEST_WAIT)
            logger.warning("%s ended; it is started again in %.1f s", self.name, wait)
            self._stopping.wait(wait)

    def _run(self) -> None:
        reads, writes = os.pipe()
        try:
            try:
                self._begin(writes)
            finally:
                os.close(writes)  # the pipe ends with the child
            self._listen(reads)
        finally:
            os.close(reads)

    def _begin(self, pipe: int) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            env={**self._environment, PIPE: str(pipe)},
            pass_fds=(pipe,),
            start_new_session=True,  # ^C in the terminal must not reach it: the parent ends its children
        )
        if self._process.stdin is not None:
            try:
                self._process.stdin.write(self._words().encode())
                self._process.stdin.close()
            except BrokenPipeError:
                logger.debug("%s ended before it read its settings", self.name)
        if self._stopping.is_set() or not self._wanted.is_set():
            self._process.terminate()

    def _listen(self, pipe: int) -> None:
        """Wait for its end. End a process that hangs."""
        process, patience = self._process, self._born
        assert process is not None, "it has begun"
        while True:
            ready, _, _ = select.select([pipe], [], [], patience)
            if not ready:
                logger.warning("%s has given no sign of life for %.0f s and is ended", self.name, patience)
                process.kill()
                break
            if not os.read(pipe, MOST_SIGNS):  # it has let go of the pipe
                break
            patience = self._hung
        self._await_end(process)

    def _await_end(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for its end. A driver of a broken camera may block it for good."""
        try:
            process.wait(self._hung)
        except subprocess.TimeoutExpired:
            logger.warning("%s cannot be ended: the system holds process %s", self.name, process.pid)


class Heartbeat:
    """Heartbeat of this process, silent without a pipe. Call it from the thread that must not hang."""

    def __init__(
        self, environment: Mapping[str, str] = os.environ, clock: Callable[[], float] = time.monotonic
    ) -> None:
        number = environment.get(PIPE, "")
        self._pipe = int(number) if number.isdecimal() else -1
        self._clock, self._next = clock, float("-inf")
        if self._pipe >= 0:
            os.set_blocking(self._pipe, False)

    def beat(self) -> None:
        """Write a byte, at most once a second."""
        if self._pipe < 0 or self._clock() < self._next:
            return
        self._next = self._clock() + BEAT_S
        with suppress(OSError):  # the parent does not read any more
            os.write(self._pipe, b".")
