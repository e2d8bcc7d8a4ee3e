"""Processes of the house: started, started again when they end, and ended with it."""

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
    """One process. It lives as long as the thread that made it (`leash`), so that one thread makes and waits for it."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        words: Callable[[], str] = str,
        hung: float = HUNG,
        born: float = BORN,
    ) -> None:
        """`words`, asked anew at each start, go to its standard input, which no other process of this machine can read.

        `hung`: s without a sign of life (`heartbeat`) after which it is ended; `born`: the same before the first one.
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
        """Whether it was started, and not stopped."""
        return self._keeper.is_alive() and not self._stopping.is_set()

    @property
    def is_resting(self) -> bool:
        """Whether there is no process, and none is started before `wake`."""
        return not self._wanted.is_set()

    def start(self, *, resting: bool = False) -> None:
        """`resting`: the process itself begins with the first `wake`."""
        if not resting:
            self._wanted.set()
        self._keeper.start()

    def wake(self) -> None:
        """Start the process, unless it runs."""
        self._wanted.set()

    def rest(self) -> None:
        """End the process until somebody wakes it."""
        self._wanted.clear()
        self._wish_end()

    def renew(self) -> None:
        """End the process; its keeper starts it again at once, with the words of then."""
        self._wish_end()

    def stop(self) -> None:
        """End it, gently first."""
        self._stopping.set()
        self._wanted.set()
        process = self._end()
        if self._keeper.is_alive():
            self._keeper.join(GRACE)
        if process is not None and process.poll() is None:
            process.kill()

    def _wish_end(self) -> None:
        """Ask the process to end, which is no fault: whoever wakes it while it ends waits for no other."""
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
            except OSError as error:  # no handle or no process is left: whoever gives up here never comes back
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
                os.close(said)  # its end is heard: nobody else holds the pipe
            self._listen(heard)
        finally:
            os.close(heard)

    def _begin(self, said: int) -> None:
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            env={**self._environment, PIPE: str(said)},
            pass_fds=(said,),
            start_new_session=True,  # ^C is for the house, which ends its children itself
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
        """Until it has ended; one that gives no sign of life, or none any more, is ended."""
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
        """Wait for its end. A driver may hold one for ever, of a camera that broke: another one is tried all the same."""
        try:
            process.wait(self._hung)
        except subprocess.TimeoutExpired:
            logger.warning("%s cannot be ended: the system holds process %s", self.name, process.pid)
