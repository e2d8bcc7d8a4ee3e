"""Statistics of one die: counts, expected counts, verdicts and streaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.fairness.evidence import FARTHEST_TILT, FaceCounts, Floats, bias_intervals, tilt_shares
from companion.schema import Faces

Ints: TypeAlias = NDArray[np.int64]
Verdict: TypeAlias = Literal["", "often", "seldom"]
LOOKS_AT_EACH = 600  # throws with a look after each; later, a look for each further 1 %
GROWTH = 1.01


@dataclass(frozen=True)
class Observations:
    """All results of one die, bag or deck, the oldest first."""

    faces: Faces  # all possible faces
    came: Ints  # (throws,): place in `faces`
    urn: Ints  # (throws,): row of `urns`
    urns: Floats  # (urns, faces): the share of each face; each row sums to 1
    roll: Ints  # (throws,): number of its roll, ascending

    @cached_property
    def looks(self) -> Ints:
        """Return the number of throws before each look. The order within a roll is unknown, so looks fall between."""
        if not len(self.roll):
            return np.zeros(0, np.int64)
        ends = np.flatnonzero(np.diff(self.roll, append=self.roll[-1] + 1)) + 1
        late = np.floor(np.log(np.maximum(ends / LOOKS_AT_EACH, 1)) / np.log(GROWTH)).astype(np.int64)
        return np.asarray(ends[(ends <= LOOKS_AT_EACH) | (np.diff(late, prepend=0) > 0)])


@dataclass(frozen=True, slots=True)
class FaceStatistic:
    """One face. `expected` is outside `low` to `high` if and only if there is a verdict."""

    face: str
    count: int
    share: float
    expected: float
    low: float
    high: float
    verdict: Verdict = ""


def measure_faces(observations: Observations, level: float) -> tuple[FaceStatistic, ...]:
    """Return the statistics of each face. `level`: chance of any verdict on a fair die, at any look."""
    if not len(observations.came):
        return ()
    return tuple(
        _face(observations, place, level / len(observations.faces)) for place in range(len(observations.faces))
    )


def _face(observations: Observations, place: int, level: float) -> FaceStatistic:
    of_urns = observations.urns[:, place]
    total, hits = len(observations.came), observations.came == place
    count, expected = int(hits.sum()), float(of_urns[observations.urn].mean())
    shares = np.unique(of_urns[(of_urns > 0) & (of_urns < 1)])
    band = bias_intervals(_course(observations, hits, of_urns, shares), level) if len(shares) else None
    low, high = (band.low, band.high) if band is not None else (-FARTHEST_TILT, FARTHEST_TILT)
    verdict: Verdict = "often" if low > 0 else "seldom" if high < 0 else ""
    return FaceStatistic(
        observations.faces[place],
        count,
        count / total,
        expected,
        _mean(observations, place, low),
        _mean(observations, place, high),
        verdict,
    )


def _course(observations: Observations, hits: NDArray[np.bool_], of_urns: Floats, shares: Floats) -> FaceCounts:
    """Count by look. Impossible and certain faces are left out: they carry no information."""
    is_open = np.isin(of_urns, shares)[observations.urn]
    look = np.searchsorted(observations.looks, np.arange(1, len(observations.came) + 1))
    place = np.searchsorted(shares, of_urns)[observations.urn]
    is_looked_at = is_open & (look < len(observations.looks))
    count, wide = len(observations.looks), len(shares)
    cells = np.bincount(look[is_looked_at] * wide + place[is_looked_at], minlength=count * wide).reshape(count, wide)
    at = np.bincount(look[is_looked_at & hits], minlength=count)
    return FaceCounts(at.cumsum().astype(float), cells.cumsum(axis=0).astype(float), shares)


def _mean(observations: Observations, place: int, tilt: float) -> float:
    """Return the mean share of a face over all throws with its odds tilted."""
    if tilt <= -FARTHEST_TILT or tilt >= FARTHEST_TILT:
        of_urns = observations.urns[:, place]
        return float(((of_urns > 0) if tilt > 0 else (of_urns >= 1))[observations.urn].mean())
    counts = np.bincount(observations.urn, minlength=len(observations.urns))
    return float(counts @ tilt_shares(observations.urns[:, place], tilt) / len(observations.urn))


LEAST_STREAK = 3  # rolls


@dataclass(frozen=True, slots=True)
class Streak:
    """A face that came in that many consecutive rolls."""

    face: str
    rolls: int
    chance: float  # of at least one such streak of this face in all these rolls, if fair


def longest_streak(observations: Observations) -> Streak | None:
    """Return the least likely of the longest streaks of each face, None if all are too short."""
    if not len(observations.roll):
        return None
    streaks = [
        streak for place in range(len(observations.faces)) if (streak := _of_face(observations, place)) is not None
    ]
    return min(streaks, key=lambda streak: (streak.chance, streak.face), default=None)


def _of_face(observations: Observations, place: int) -> Streak | None:
    rolls = int(observations.roll[-1]) + 1
    is_hit = np.zeros(rolls, bool)
    is_hit[observations.roll[observations.came == place]] = True
    edges = np.flatnonzero(np.diff(np.concatenate(([0], is_hit.astype(np.int8), [0]))))
    lengths = edges[1::2] - edges[::2]
    most = int(lengths.max(initial=0))
    if most < LEAST_STREAK:
        return None
    with np.errstate(divide="ignore"):
        misses = np.log1p(-observations.urns[:, place])[observations.urn]  # of each die: not this face
    chance = -np.expm1(np.bincount(observations.roll, misses, rolls))
    return Streak(observations.faces[place], most, _streak_chance(chance, most))


def _streak_chance(each: np.ndarray[tuple[int], np.dtype[np.float64]], most: int) -> float:
    """Return the chance of `most` successes in a row. Starts are rare, and nearly independent of each other."""
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(each, 1e-300))
    sums = np.concatenate(([0.0], logs.cumsum()))
    whole = np.exp(sums[most:] - sums[:-most])
    before = np.concatenate(([1.0], 1 - each[: len(whole) - 1]))
    return float(-np.expm1(-(whole * before).sum()))
