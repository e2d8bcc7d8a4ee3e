"""Simulated time and deaths, and the result of an action without an effect."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

YEAR = 365 * 86_400.0  # s
JUMPS = (-3 * YEAR, -86_400.0, -3600.0, -1.0, 1.0, 3600.0, 86_400.0, 3 * YEAR)
"""s by which a wall clock is set, for example by summer time or on a board without a battery."""


class Clock:
    """A monotonic clock, and a wall clock that jumps."""

    def __init__(self) -> None:
        self.passed = 0.0  # monotonic s
        self._ahead = 1_700_000_000.0

    def monotonic(self) -> float:
        return self.passed

    def wall(self) -> float:
        """s, Unix."""
        return self.passed + self._ahead

    def pass_by(self, seconds: float) -> None:
        self.passed += seconds

    def jump(self, random: Random) -> float:
        """Set the wall clock. Return the jump in s."""
        by = random.choice(JUMPS)
        self._ahead += by
        return by


def delete_database(path: Path) -> None:
    """Delete the files of one SQLite database. No process has it open."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


class Died(BaseException):
    """A process has died. A BaseException, so that no handler of the product catches it."""

    def __init__(self, who: str, where: str) -> None:
        super().__init__(f"{who} dies {where}")
        self.who, self.where = who, where


class DeathPlan:
    """Countdown of commit points for each process that will die."""

    def __init__(self) -> None:
        self.struck: Counter[str] = Counter()  # deaths, by place
        self._left: dict[str, int] = {}

    def arm(self, who: str, points: int) -> None:
        """Let a process die at its n-th commit point, counted from 1."""
        self._left[who] = points

    def spare(self, who: str) -> None:
        """Cancel a planned death."""
        self._left.pop(who, None)

    def at(self, who: str, where: str) -> None:
        """Pass a commit point. Raises Died at the armed one."""
        if who not in self._left:
            return
        self._left[who] -= 1
        if self._left[who] <= 0:
            del self._left[who]
            self.struck[f"{who.partition('/')[0]} {where}"] += 1
            raise Died(who, where)


class Idle(str):
    """Returned by an action without an effect, with the reason. Another action is drawn in its place."""

    __slots__ = ()
