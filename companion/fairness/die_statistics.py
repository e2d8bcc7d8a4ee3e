"""Statistics of one die: counts, expected counts, verdicts and streaks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.fairness.evidence import FAR, FaceCounts, Floats, bias_intervals, tilt_shares
from companion.schema import Faces

Ints: TypeAlias = NDArray[np.int64]
Verdict: TypeAlias = Literal["", "often", "seldom"]
EACH = 600  # throws with a look after each; later, a look for each further 1 %
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
        late = np.floor(np.log(np.maximum(ends / EACH, 1)) / np.log(GROWTH)).astype(np.int64)
        return np.asarray(ends[(ends <= EACH) | (np.diff(late, prepend=0) > 0)])


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


def measure_faces(came: Observations, level: float) -> tuple[FaceStatistic, ...]:
    """Return the statistics of each face. `level`: chance of any verdict on a fair die, at any look."""
    if not len(came.came):
        return ()
    return tuple(_face(came, place, level / len(came.faces)) for place in range(len(came.faces)))


def _face(came: Observations, place: int, level: float) -> FaceStatistic:
    of_urns = came.urns[:, place]
    total, hits = len(came.came), came.came == place
    count, expected = int(hits.sum()), float(of_urns[came.urn].mean())
    shares = np.unique(of_urns[(of_urns > 0) & (of_urns < 1)])
    band = bias_intervals(_course(came, hits, of_urns, shares), level) if len(shares) else None
    low, high = (band.low, band.high) if band is not None else (-FAR, FAR)
    verdict: Verdict = "often" if low > 0 else "seldom" if high < 0 else ""
    return FaceStatistic(
        came.faces[place], count, count / total, expected, _mean(came, place, low), _mean(came, place, high), verdict
    )


def _course(came: Observations, hits: NDArray[np.bool_], of_urns: Floats, shares: Floats) -> FaceCounts:
    """Count by look. Impossible and certain faces are left out: they carry no information."""
    is_open = np.isin(of_urns, shares)[came.urn]
    look = np.searchsorted(came.looks, np.arange(1, len(came.came) + 1))
    place = np.searchsorted(shares, of_urns)[came.urn]
    there = is_open & (look < len(came.looks))
    count, wide = len(came.looks), len(shares)
    cells = np.bincount(look[there] * wide + place[there], minlength=count * wide).reshape(count, wide)
    at = np.bincount(look[there & hits], minlength=count)
    return FaceCounts(at.cumsum().astype(float), cells.cumsum(axis=0).astype(float), shares)


def _mean(came: Observations, place: int, tilt: float) -> float:
    """Return the mean share of a face over all throws with its odds tilted."""
    if tilt <= -FAR or tilt >= FAR:
        of_urns = came.urns[:, place]
        return float(((of_urns > 0) if tilt > 0 else (of_urns >= 1))[came.urn].mean())
    counts = np.bincount(came.urn, minlength=len(came.urns))
    return float(counts @ tilt_shares(came.urns[:, place], tilt) / len(came.urn))


LEAST_STREAK = 3  # rolls


@dataclass(frozen=True, slots=True)
class Streak:
    """A face that came in that many consecutive rolls."""

    face: str
    rolls: int
    chance: float  # of at least one such streak of this face in all these rolls, if fair


def longest_streak(came: Observations) -> Streak | None:
    """Return the least likely of the longest streaks of each face, None if all are too short."""
    if not len(came.roll):
        return None
    streaks = [streak for place in range(len(came.faces)) if (streak := _of_face(came, place)) is not None]
    return min(streaks, key=lambda streak: (streak.chance, streak.face), default=None)


def _of_face(came: Observations, place: int) -> Streak | None:
    rolls = int(came.roll[-1]) + 1
    there = np.zeros(rolls, bool)
    there[came.roll[came.came == place]] = True
    edges = np.flatnonzero(np.diff(np.concatenate(([0], there.astype(np.int8), [0]))))
    lengths = edges[1::2] - edges[::2]
    most = int(lengths.max(initial=0))
    if most < LEAST_STREAK:
        return None
    with np.errstate(divide="ignore"):
        misses = np.log1p(-came.urns[:, place])[came.urn]  # of each die: not this face
    chance = -np.expm1(np.bincount(came.roll, misses, rolls))
    return Streak(came.faces[place], most, _streak_chance(chance, most))


def _streak_chance(each: np.ndarray[tuple[int], np.dtype[np.float64]], most: int) -> float:
    """Return the chance of `most` successes in a row. Starts are rare, and nearly independent of each other."""
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(each, 1e-300))
    sums = np.concatenate(([0.0], logs.cumsum()))
    whole = np.exp(sums[most:] - sums[:-most])
    before = np.concatenate(([1.0], 1 - each[: len(whole) - 1]))
    return float(-np.expm1(-(whole * before).sum()))
