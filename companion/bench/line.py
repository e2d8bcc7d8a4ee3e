"""One measured line, and the statistics in it. No measuring here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import median
from typing import TypeAlias

RESAMPLES = 1000
Statistic: TypeAlias = Callable[[Sequence[float]], float]


@dataclass(frozen=True, slots=True)
class Line:
    """A value of `n` samples with its 95 % interval, and what the machine itself took for the same bytes in the same run."""

    name: str
    value: float
    unit: str
    floor: float
    ratio: float  # value / floor
    n: int
    ci95: tuple[float, float]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    def __str__(self) -> str:
        low, high = self.ci95
        spread = f"({low:.3g} to {high:.3g}, n {self.n})"
        return f"{self.name:32} {self.value:8.3g} {self.unit} {spread}, {self.ratio:.3g} times the floor of {self.floor:.3g}"


def p95(samples: Sequence[float]) -> float:
    """The smallest sample that 95 % do not exceed.

    >>> p95(range(1, 101))
    95
    """
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * 95 // 100) - 1)]


def measured(
    name: str, unit: str, samples: Sequence[float], floors: Sequence[float], statistic: Statistic = median
) -> Line:
    """The line of these samples; the floor is the median of its own. The interval is a seeded bootstrap: the same samples, the same line."""
    value, floor = statistic(samples), median(floors)
    return Line(name, value, unit, floor, value / floor, len(samples), interval(samples, statistic))


def interval(samples: Sequence[float], statistic: Statistic) -> tuple[float, float]:
    """95 % of the statistic over resamples of the samples."""
    random = Random(len(samples))
    drawn = sorted(statistic(random.choices(samples, k=len(samples))) for _ in range(RESAMPLES))
    return drawn[RESAMPLES * 25 // 1000], drawn[RESAMPLES * 975 // 1000 - 1]
