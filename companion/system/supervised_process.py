"""Child processes: start them, restart them when they end or hang, and end them with the parent."""

from __future__ import annotations

import logging
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from companion.system.heartbeat import PIPE
from companion.system.monitored_thread import MonitoredThread

logger = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0  # s before a process that ended is started again
GRACE = 3.0  # s to end by itself
MOST_SIGNS = 4096  # read at a time
HUNG = 60.0  # s without a sign of life: a large photograph is read in two, a lesson in ten
BORN = 300.0  # s until the first one: a small computer that loads its nets from a slow card takes ten


class ManagedProcess:
    """One child process. Its thread starts it and waits for it, because it ends with the thread that started it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        words: Callable[[], str] = str,
        hung: float = HUNG,
        born: float = BORN,
    ) -> None:
        """`words` is called at each start and written to standard input, which no other process can read.

        `hung`: s without a heartbeat until the process is ended. `born`: the same before its first one.
        """
        self.name = name
        self._command, self._environment, self._words = list(command), dict(environment), words
        self._hung, self._born = hung, born
        self._process: subprocess.Popen[bytes] | None = None
        self._stopping, self._wished_end, self._wanted = threading.Event(), threading.Event(), threading.Event()
        self._keeper = MonitoredThread(self._keep, f"keeper of {name}")

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
        self._wish_end()

    def renew(self) -> None:
        """End the process. Its thread restarts it at once with new settings."""
        self._wish_end()

    def stop(self) -> None:
        """End the process, by force after a while."""
        self._stopping.set()
        self._wanted.set()
        process = self._end()
        if self._keeper.is_alive():
            self._keeper.join(GRACE)
        if process is not None and process.poll() is None:
            process.kill()

    def _wish_end(self) -> None:
        """End the process on purpose, so that its end is not logged as a failure."""
        process = self._process
        if process is not None and process.poll() is None:
            self._wished_end.set()
            process.terminate()

    def _end(self) -> subprocess.Popen[bytes] | None:
        """Ask the process to end; which one it is, or was."""
        process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
        return process

    def _keep(self) -> None:
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
        heard, said = os.pipe()
        try:
            try:
                self._begin(said)
            finally:
                os.close(said)  # the pipe ends with the child
            self._listen(heard)
        finally:
            os.close(heard)

    def _begin(self, said: int) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            env={**self._environment, PIPE: str(said)},
            pass_fds=(said,),
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

    def _listen(self, heard: int) -> None:
        """Wait for its end. End a process that hangs."""
        process, patience = self._process, self._born
        assert process is not None, "it has begun"
        while True:
            ready, _, _ = select.select([heard], [], [], patience)
            if not ready:
                logger.warning("%s has given no sign of life for %.0f s and is ended", self.name, patience)
                process.kill()
                break
            if not os.read(heard, MOST_SIGNS):  # it has let go of the pipe
                break
            patience = self._hung
        self._bury(process)

    def _bury(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for its end. A driver of a broken camera may block it for good."""
        try:
            process.wait(self._hung)
        except subprocess.TimeoutExpired:
            logger.warning("%s cannot be ended: the system holds process %s", self.name, process.pid)
