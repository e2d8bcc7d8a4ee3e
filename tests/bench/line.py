"""A measured line, a measured share, and their statistics. Measures nothing itself."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from statistics import median
from typing import TypeAlias

RESAMPLES = 1000
Statistic: TypeAlias = Callable[[Sequence[float]], float]


@dataclass(frozen=True, slots=True)
class BenchLine:
    """A value of `n` samples with its 95 % interval, and what the machine itself took for the same bytes in the same run."""

    name: str
    value: float
    unit: str
    floor: float
    ratio: float  # value / floor
    n: int
    ci95: tuple[float, float]
    most: float | None = None  # the bar of the ratio, where there is one
    means: str | None = None  # description, if the name is not clear

    def to_json(self) -> str:
        return json.dumps({name: value for name, value in asdict(self).items() if value is not None})

    def __str__(self) -> str:
        low, high = self.ci95
        spread = f"({low:.3g} to {high:.3g}, n {self.n})"
        told = f"{self.name:32} {self.value:8.3g} {self.unit} {spread}, {self.ratio:.3g} times the floor of {self.floor:.3g}"
        told = told if self.most is None else f"{told}; at most {self.most:g}: {'kept' if self.kept else 'missed'}"
        return f"{told} ({self.means})" if self.means else told

    def limited(self, most: float | None) -> BenchLine:
        """The same line with a bar for its ratio."""
        return replace(self, most=most)

    def explained(self, means: str | None) -> BenchLine:
        """The same line with a few words on what is measured."""
        return replace(self, means=means)

    @property
    def kept(self) -> bool:
        """Return whether the target is met. True without one."""
        return self.most is None or self.ratio <= self.most


def p95(samples: Sequence[float]) -> float:
    """The smallest sample that 95 % do not exceed.

    >>> p95(range(1, 101))
    95
    """
    return _quantile(samples, 95)


def p99(samples: Sequence[float]) -> float:
    """The smallest sample that 99 % do not exceed.

    >>> p99(range(1, 101))
    99
    """
    return _quantile(samples, 99)


def _quantile(samples: Sequence[float], hundredths: int) -> float:
    ordered = sorted(samples)
    return ordered[max(0, -(-len(ordered) * hundredths // 100) - 1)]


def make_line(
    name: str,
    unit: str,
    samples: Sequence[float],
    floors: Sequence[float],
    statistic: Statistic = median,
    *,
    beside: Statistic = median,
) -> BenchLine:
    """Make the line of these samples. The floor is the median of its samples, or the result of `beside`.

    The interval is a seeded bootstrap: the same samples, the same line.
    """
    value, floor = statistic(samples), beside(floors)
    return BenchLine(name, value, unit, floor, value / floor, len(samples), interval(samples, statistic))


def interval(samples: Sequence[float], statistic: Statistic) -> tuple[float, float]:
    """95 % of the statistic over resamples of the samples."""
    random = Random(len(samples))
    drawn = sorted(statistic(random.choices(samples, k=len(samples))) for _ in range(RESAMPLES))
    return drawn[RESAMPLES * 25 // 1000], drawn[RESAMPLES * 975 // 1000 - 1]


Z = 1.96
"""Normal quantile of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `n`, and in the same run `beside`: what was foretold, or what something simpler reached."""

    name: str
    hits: int
    n: int
    beside: float  # 0..1
    words: str  # what `beside` is

    @property
    def value(self) -> float:
        """0..1."""
        return self.hits / self.n

    @property
    def ci95(self) -> tuple[float, float]:
        return wilson(self.hits, self.n)

    def to_json(self) -> str:
        row = {"name": self.name, "value": 100 * self.value, "unit": "%", "floor": 100 * self.beside}
        return json.dumps({**row, "n": self.n, "ci95": [100 * end for end in self.ci95]})

    def __str__(self) -> str:
        low, high = self.ci95
        spread = f"({100 * low:.3g} to {100 * high:.3g}, n {self.n})"
        return f"{self.name:32} {100 * self.value:8.3g} % {spread}, {self.words} {100 * self.beside:.3g} %"


def wilson(hits: int, n: int) -> tuple[float, float]:
    """95 % interval of a share.

    >>> low, high = wilson(10, 10)
    >>> round(low, 2), high
    (0.72, 1.0)
    """
    share = hits / n
    middle, spread = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + Z * Z / n)), min(1.0, (middle + spread) / (1 + Z * Z / n))
