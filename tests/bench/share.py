"""A measured share with its 95 % interval and its target. Measures nothing itself."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

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
