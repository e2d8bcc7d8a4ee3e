"""Time, as the simulated machines see it."""

from __future__ import annotations

from random import Random

YEAR = 365 * 86_400.0  # s
JUMPS = (-3 * YEAR, -86_400.0, -3600.0, -1.0, 1.0, 3600.0, 86_400.0, 3 * YEAR)
"""s by which a wall clock is set: a board without a battery, summer time, a server of time that was wrong."""


class Clock:
    """A monotonic clock, which only rises, and a wall clock that anybody may set."""

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
        """The wall clock is set; by how much, in s."""
        by = random.choice(JUMPS)
        self._ahead += by
        return by
