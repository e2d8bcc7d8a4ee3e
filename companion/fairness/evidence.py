"""Sequential test of a face's share, valid at any number of looks, with its confidence interval.

A face with the share p at each throw may have another one: its odds p / (1 - p) are multiplied by e**tilt,
the same at every throw. A tilt is ruled out once its likelihood is `needed_nats` below the best one, and stays
ruled out. A face contradicts its die when the tilt 0 is ruled out, that is when the expected share is outside
the interval.

The curve was calibrated: `tests/fairness/test_evidence.py` computes the exact chance, for coins up to decks of 52,
that a fair die ever crosses it. It dips where a six-sided die was thrown 400 times. Most of the five per cent is
spent there, so that a face of 1.5 times its share is found by then in 94 of 100 cases.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

EXCESS = 2.34  # nats beyond ln(1 / level): the price of looking after every throw
WIDENING = 0.3  # nats for each squared e-fold before or after the dip: makes all later looks together affordable
DIP, DIP_WIDTH, DIP_AT = 3.5, 0.1, 55.0  # nats, e-folds, and the information of 400 throws of a d6: 400 x 1/6 x 5/6
SELDOM_EXCESS = 2.5  # more nats for "too seldom": players ask about faces that come too often
FARTHEST_TILT = 30.0  # tilt of a share of 0 or 1
STEPS = 50  # of the bisection of an edge: to 1e-13
PEAK_STEPS = 27  # of the likeliest tilts: to 5e-7, and their likelihood to its square


@dataclass(frozen=True, slots=True)
class FaceCounts:
    """Counts of one face by look. Each array is cumulative over its first axis."""

    hits: Floats  # (looks,)
    trials: Floats  # (looks, shares): how often it could come with each share
    shares: Floats  # (shares,), each between 0 and 1


@dataclass(frozen=True, slots=True)
class BiasIntervals:
    """Confidence interval of the tilt; 0 is fair."""

    low: float
    high: float


def needed_nats(level: float, information: Floats) -> Floats:
    """Return the nats for a verdict. `level`: chance that a fair face ever has so many, at most 0.03.

    `information`: the sum of p (1 - p) over the throws.
    """
    far = np.log(np.maximum(information, 1e-9) / DIP_AT) ** 2
    dip = DIP * np.exp(-far / (2 * DIP_WIDTH**2))
    return np.asarray(np.log(1 / level) + EXCESS + WIDENING * far - dip)


def bias_intervals(counts: FaceCounts, level: float) -> BiasIntervals:
    """Return the tilts that no look has ruled out. If looks contradict each other, the first side counts.

    >>> always = FaceCounts(np.arange(1.0, 41), np.arange(1.0, 41)[:, None], np.array([1 / 6]))
    >>> bias_intervals(always, 0.01).low > 0
    True
    """
    limit = needed_nats(level, counts.trials @ (counts.shares * (1 - counts.shares)))
    best = _likeliest_tilts(counts)
    peak = _likelihood(counts, best)
    low = _find_edge(lambda tilt: _is_against(counts, peak, limit, tilt, best > tilt), rising=True)
    high = _find_edge(lambda tilt: _is_against(counts, peak, limit + SELDOM_EXCESS, tilt, best < tilt), rising=False)
    return BiasIntervals(low, max(low, high))


def tilt_shares(shares: Floats, tilt: Floats | float) -> Floats:
    """Return the shares with their odds multiplied by e**tilt."""
    return np.asarray(shares / (shares + (1 - shares) * np.exp(-np.asarray(tilt))))


def _likeliest_tilts(counts: FaceCounts) -> Floats:
    """Return the likeliest tilt at each look."""
    low, high = np.full(len(counts.hits), -FARTHEST_TILT), np.full(len(counts.hits), FARTHEST_TILT)
    for _ in range(PEAK_STEPS):
        middle = (low + high) / 2
        is_more = (counts.trials * tilt_shares(counts.shares, middle[:, None])).sum(axis=1) < counts.hits
        low, high = np.where(is_more, middle, low), np.where(is_more, high, middle)
    return np.asarray((low + high) / 2)


def _likelihood(counts: FaceCounts, tilt: Floats) -> Floats:
    """Return the log-likelihood of a tilt for each look, in nats above the tilt 0."""
    growth = np.log1p(counts.shares * np.expm1(tilt[:, None]))
    return np.asarray(counts.hits * tilt - (counts.trials * growth).sum(axis=1))


def _is_against(counts: FaceCounts, peak: Floats, limit: Floats, tilt: float, is_beyond: NDArray[np.bool_]) -> bool:
    """Return whether any look rules the tilt out, among those with a likeliest tilt beyond it."""
    likelihood = counts.hits * tilt - counts.trials @ np.log1p(counts.shares * np.expm1(tilt))
    return bool(np.any(is_beyond & (peak - likelihood >= limit)))


def _find_edge(is_out: Callable[[float], bool], *, rising: bool) -> float:
    """Return the edge of the ruled-out tilts on one side. It is beyond 0 only if 0 is ruled out."""
    sign = 1.0 if rising else -1.0
    out, left = (0.0, sign * FARTHEST_TILT) if is_out(0.0) else (-sign * FARTHEST_TILT, 0.0)
    for _ in range(STEPS):
        middle = (out + left) / 2
        out, left = (middle, left) if is_out(middle) else (out, middle)
    return left
