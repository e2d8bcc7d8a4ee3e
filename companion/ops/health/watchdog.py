"""Ping systemd's watchdog while all probes answer, and log what hangs."""

from __future__ import annotations

import faulthandler
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from companion.ops.health import systemd

logger = logging.getLogger(__name__)

TURN = 5.0  # s between two looks
HUNG = 60.0  # s after which a look that does not end is one that hangs; a slow disk may take many for one commit
STACKS = "stuck.txt"  # next to the logs: the stacks of all threads when a probe hung

Probe: TypeAlias = Callable[[], str]
"""Returns what hangs, or "". May hang itself."""
Notify: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class NamedProbe:
    """A probe with its name, for the log."""

    name: str
    probe: Probe


@dataclass(frozen=True, slots=True)
class WatchdogTiming:
    """Interval of the watchdog, and the time after which a probe hangs, s."""

    turn: float = TURN
    hung: float = HUNG


USUAL_TIMING = WatchdogTiming()


class Watchdog:
    """Two threads: one runs the probes in turn, the other reports to systemd while they end in time."""

    def __init__(
        self,
        probes: Sequence[NamedProbe],
        report: Callable[[str], None],
        stacks: Path,
        *,
        notify: Notify = systemd.notify,
        clock: Callable[[], float] = time.monotonic,
        timing: WatchdogTiming = USUAL_TIMING,
    ) -> None:
        """`report` is called after each round with what hangs, or "". `stacks`: folder for the stack dump."""
        self._probes, self._report, self._stacks = tuple(probes), report, stacks
        self._notify = notify
        self._clock, self._turn, self._hung = clock, timing.turn, timing.hung
        self._stopping = threading.Event()
        self._at, self._since = "", clock()  # the running probe, and its start
        self._stuck = ""
        self._is_told = False
        self._mistaken: set[str] = set()  # probes whose exception was logged
        self._threads = tuple(
            threading.Thread(target=loop, name=name, daemon=True)
            for name, loop in (("health", self._ask), ("watchdog", self._watch))
        )

    def start(self) -> None:
        """Report READY and start the threads."""
        self._notify("READY=1")
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Report STOPPING and end the threads."""
        self._notify("STOPPING=1")
        self._stopping.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join(2 * self._turn)

    def say(self, sentence: str) -> None:
        """Set the line in `systemctl status`."""
        self._notify(f"STATUS={sentence}")

    @property
    def stuck(self) -> str:
        """The probe that hangs, or "". Covers a probe that hangs itself."""
        if self._at and self._clock() - self._since > self._hung:
            return self._at
        return self._stuck

    def ask(self) -> None:
        """Run each probe once."""
        stuck = ""
        for probe in self._probes:
            self._at, self._since = probe.name, self._clock()
            stuck = stuck or self._call(probe.probe) or ""
        self._at, self._since, self._stuck = "the look at the house", self._clock(), stuck
        self._call(partial(self._report, stuck))
        self._at = ""

    def watch(self) -> None:
        """Ping systemd, or log once what hangs."""
        stuck = self.stuck
        if not stuck:
            self._notify("WATCHDOG=1")
            self._is_told = False
        elif not self._is_told:
            self._is_told = True
            self._complain(stuck)

    def _call(self, step: Callable[[], str | None]) -> str | None:
        """Run one step. Its exception must not end the watch: systemd would end an application that works."""
        try:
            return step()
        except Exception:
            is_new = self._at not in self._mistaken
            self._mistaken.add(self._at)
            logger.log(logging.ERROR if is_new else logging.DEBUG, "%s could not be asked", self._at, exc_info=is_new)
            return None

    def _complain(self, stuck: str) -> None:
        """Log what hangs, and write what every thread does now."""
        path = self._stacks / STACKS
        try:
            self._stacks.mkdir(parents=True, exist_ok=True)
            with path.open("w", encoding="utf-8") as file:
                faulthandler.dump_traceback(file, all_threads=True)
        except OSError as error:
            logger.warning("what the threads do cannot be written to %s: %s", path, error)
        logger.error(
            "%s does not answer, and systemd is told nothing more; %s says what every thread does", stuck, path
        )

    def _ask(self) -> None:
        while not self._stopping.wait(self._turn):
            self.ask()

    def _watch(self) -> None:
        while not self._stopping.wait(self._turn):
            self.watch()
