"""The list of open problems with their start, and a notification when it changes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.ops.health.conditions import Condition, conditions
from companion.ops.health.inputs import HealthInputs
from companion.presentation.responses import ProblemLine
from companion.schema import Alarm
from companion.system.atomic_write import explain_os_error

logger = logging.getLogger(__name__)

PUBLISHED_ELSEWHERE = frozenset({"reader", "sight", "stumbled"})
"""Codes that `presentation/public_state.py` publishes."""
LOG_LEVELS = {"grave": logging.WARNING, "look": logging.WARNING, "hint": logging.INFO}


@dataclass(frozen=True, slots=True)
class OpenProblem:
    """A problem with its start."""

    condition: Condition
    since: float  # s, Unix; for display


class ProblemList:
    """Open problems. One thread looks; reading is thread-safe."""

    def __init__(
        self, gather: Callable[[], HealthInputs], changed: Callable[[], None], wall: Callable[[], float] = time.time
    ) -> None:
        """Set up the list. `changed` is called when the set of problems changes; `wall`: s, Unix."""
        self._gather, self._changed, self._wall = gather, changed, wall
        self._lock = threading.Lock()
        self._now: tuple[OpenProblem, ...] = ()
        self.facts = HealthInputs()
        self.stuck = ""  # what does not answer, as the watchdog has found

    @property
    def now(self) -> tuple[OpenProblem, ...]:
        """The open problems, the gravest first."""
        with self._lock:
            return self._now

    @property
    def is_well(self) -> bool:
        """Return whether no problem is grave."""
        return all(problem.condition.severity != "grave" for problem in self.now)

    def lines(self) -> tuple[ProblemLine, ...]:
        """Return the problems for a page."""
        problems = ((problem.condition, problem.since) for problem in self.now)
        return tuple(ProblemLine(c.code, c.severity, c.sentence, c.remedy, c.about, since) for c, since in problems)

    def alarms(self) -> tuple[Alarm, ...]:
        """Return the problems for displays, without hints and without those that readers and tables publish."""
        conditions = (problem.condition for problem in self.now)
        return tuple(
            Alarm("house", condition.sentence, condition.about)
            for condition in conditions
            if condition.severity != "hint" and condition.code not in PUBLISHED_ELSEWHERE
        )

    def look(self) -> None:
        """Collect the inputs and update the list."""
        try:
            self.facts = replace(self._gather(), stuck=self.stuck)
        except OSError as error:
            self.facts = replace(self.facts, stuck=self.stuck, unwritten=explain_os_error(error))
        self._note(conditions(self.facts))

    def _note(self, conditions: tuple[Condition, ...]) -> None:
        """Store the problems. One that was open before keeps its start, also with other numbers."""
        with self._lock:
            before = {_key(problem.condition): problem for problem in self._now}
            now = self._wall()
            kept = {key: before[key].since if key in before else now for key in map(_key, conditions)}
            is_news = conditions != tuple(problem.condition for problem in self._now)
            self._now = tuple(OpenProblem(condition, kept[_key(condition)]) for condition in conditions)
        for condition in conditions:
            if _key(condition) not in before:
                logger.log(
                    LOG_LEVELS[condition.severity],
                    "%s %s",
                    f"{condition.about!s}: {condition.sentence!s}".removeprefix(": "),
                    condition.remedy,
                )
        for key, was in before.items():
            if key not in kept:
                logger.info("over: %s", was.condition.sentence)
        if is_news:
            self._changed()


def _key(condition: Condition) -> tuple[str, str, str]:
    return condition.code, str(condition.about), condition.which
