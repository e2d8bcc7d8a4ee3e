"""A logistic model whose weights are never negative, and how well its probabilities fit: numpy alone."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

STEPS = 100
ENOUGH = 1e-4
"""Change of every weight below which the fit is at its end."""
Z = 1.96
"""Normal quantile of a 95 % interval."""


def fit(
    x: NDArray[np.float64],
    right: NDArray[np.float64],
    weight: NDArray[np.float64],
    free: NDArray[np.bool_],
    pull: float,
    towards: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Weights (F,) of features (N, F) for `right` (N,) 0..1: the likeliest, less `pull` times their squared distance
    from `towards` (None: 0; the first, the bias, is then not pulled). `free` (F,): those that may be negative.

    Newton's steps over the weights that do not stand at their limit; the loss is convex, so there is one end.
    """
    start = np.zeros(x.shape[1]) if towards is None else towards
    hold = np.full(x.shape[1], 2 * pull + 1e-9)
    if towards is None:
        hold[0] = 1e-9
    w = start.copy()
    for _ in range(STEPS):
        said = probability(x, w)
        gradient = x.T @ (weight * (said - right)) + hold * (w - start)
        moves = free | (w > 0) | (gradient < 0)
        part = x[:, moves]
        curve = (part.T * (weight * said * (1 - said))) @ part + np.diag(hold[moves])
        step = np.zeros_like(w)
        step[moves] = np.linalg.solve(curve, gradient[moves])
        after = _least(lambda w: _loss(x, right, weight, w) + (hold / 2 * (w - start) ** 2).sum(), w, step, free)
        if np.abs(after - w).max() < ENOUGH:
            break
        w = after
    return w


def _least(
    loss: Callable[[NDArray[np.float64]], float],
    w: NDArray[np.float64],
    step: NDArray[np.float64],
    free: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """`w` less as much of the step as lowers the loss, within the limits; `w` itself where nothing does."""
    before = loss(w)
    for halved in range(30):
        after = w - step / 2**halved
        after[~free] = np.maximum(after[~free], 0.0)
        if loss(after) < before:
            return after
    return w


def _loss(
    x: NDArray[np.float64], right: NDArray[np.float64], weight: NDArray[np.float64], w: NDArray[np.float64]
) -> float:
    odds = x @ w
    return float((weight * (np.logaddexp(0, odds) - right * odds)).sum())


def probability(x: NDArray[np.float64], w: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) 0..1."""
    return 1 / (1 + np.exp(-np.clip(x @ w, -50, 50)))


def brier(said: NDArray[np.float64], right: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    """Return the mean squared error of the probabilities; 0 is perfect."""
    return float(np.average((said - right) ** 2, weights=weight))


def bins(said: NDArray[np.float64], count: int = 10) -> list[NDArray[np.intp]]:
    """Return indices of the probabilities in `count` bins of equal size, lowest first; equal ones stay together."""
    order = np.argsort(said, kind="stable")
    edges = np.unique(said[order][np.linspace(0, len(said) - 1, count + 1).astype(int)[1:]]) if len(said) else ()
    place = np.searchsorted(edges, said)
    return [np.nonzero(place == k)[0] for k in range(len(edges))]


def calibration_error(said: NDArray[np.float64], right: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    """Return the ECE: the mean difference, over bins, of accuracy and confidence. 0 is perfect."""
    total = 0.0
    for rows in bins(said):
        total += abs(float((weight[rows] * (said[rows] - right[rows])).sum()))
    return total / float(weight.sum())


def wilson(hits: float, n: float) -> tuple[float, float]:
    """95 % interval of a share of which `hits` of `n` were seen.

    >>> low, high = wilson(0, 100)
    >>> low, round(high, 3)
    (0.0, 0.037)
    """
    if n <= 0:
        return 0.0, 1.0
    share = hits / n
    middle, spread = share + Z * Z / (2 * n), Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + Z * Z / n)), min(1.0, (middle + spread) / (1 + Z * Z / n))


def threshold(said: Sequence[float], right: Sequence[bool], silent: float, expected: float) -> float:
    """Return the least probability above which at most `silent` of all are wrong, and at most `expected` may be.

    `silent` limits the share that is wrong, where one error says nothing yet, `expected` the share that would be wrong by the
    probabilities themselves: a few hundred without an error should not lower it to the bottom.

    >>> threshold([0.999, 0.99, 0.9, 0.6, 0.5], [True, True, True, False, False], 0.1, 0.3)
    0.6
    """
    order = sorted(range(len(said)), key=lambda k: -said[k])
    wrong, likely, least = 0, 0.0, 1.0
    for place, k in enumerate(order):
        wrong, likely = wrong + (not right[k]), likely + 1 - said[k]
        if wrong > max(1, silent * len(said)) or likely > expected * len(said):
            return least
        if place + 1 < len(order) and said[order[place + 1]] < said[k]:
            least = said[k]
    return 0.0


def above(said: Sequence[float], share: float) -> float:
    """Return the least probability that accepts at most that share.

    >>> 0.7 < above([0.2, 0.7, 0.9], 0.4) < 0.9
    True
    """
    ordered = sorted(said, reverse=True)
    most = int(share * len(ordered))
    return math.nextafter(ordered[most], 2.0) if most < len(ordered) else 0.0
