"""The chance that a face is ever ruled out, worked out exactly throw by throw: nothing is drawn by lot here."""

from __future__ import annotations

import numpy as np

from tests.bench.fairness import is_ruled_out

RARE = 1e-13  # what is less likely than this is left out


def ever_ruled_out(share: float, level: float, throws: int, true: float | None = None) -> float:
    """The chance that some look within so many throws rules the share out, where the face comes with the share `true`."""
    true = share if true is None else true
    left, first, found = np.array([1.0]), 0, 0.0
    for number in range(1, throws + 1):
        left = np.append(left * (1 - true), 0.0) + np.append(0.0, left * true)
        out = is_ruled_out(share, level, first + np.arange(float(len(left))), number)
        found += float(left[out].sum())
        left[out] = 0.0
        there = np.flatnonzero(left > RARE)
        if not len(there):
            break
        left, first = left[there[0] : there[-1] + 1], first + int(there[0])
    return found
