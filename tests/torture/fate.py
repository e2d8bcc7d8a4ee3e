"""Kill processes at commit points."""

from __future__ import annotations

from collections import Counter


class Died(BaseException):
    """A process is gone in the middle of something; no handler of the product may catch it."""

    def __init__(self, who: str, where: str) -> None:
        super().__init__(f"{who} dies {where}")
        self.who, self.where = who, where


class Fate:
    """Countdown of commit points for each process that will die."""

    def __init__(self) -> None:
        self.struck: Counter[str] = Counter()  # deaths, by place
        self._left: dict[str, int] = {}

    def arm(self, who: str, points: int) -> None:
        """It dies at this commit point from now on, counted from 1."""
        self._left[who] = points

    def spare(self, who: str) -> None:
        """It goes on living."""
        self._left.pop(who, None)

    def at(self, who: str, where: str) -> None:
        """A commit point. Raises ServiceDiedError where it is the one."""
        if who not in self._left:
            return
        self._left[who] -= 1
        if self._left[who] <= 0:
            del self._left[who]
            self.struck[f"{who.partition('/')[0]} {where}"] += 1
            raise Died(who, where)
