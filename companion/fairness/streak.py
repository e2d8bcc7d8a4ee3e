"""The longest time that a face came roll after roll, and how likely one so long was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.fairness.die_statistics import Observations

LEAST = 3  # rolls


@dataclass(frozen=True, slots=True)
class Streak:
    """A face that came in that many consecutive rolls."""

    face: str
    rolls: int
    chance: float  # of at least one such streak of this face in all these rolls, if fair


def longest(came: Observations) -> Streak | None:
    """Return the least likely of the longest streaks of each face, None if all are too short."""
    if not len(came.roll):
        return None
    found = [one for place in range(len(came.faces)) if (one := _of_face(came, place)) is not None]
    return min(found, key=lambda one: (one.chance, one.face), default=None)


def _of_face(came: Observations, place: int) -> Streak | None:
    rolls = int(came.roll[-1]) + 1
    there = np.zeros(rolls, bool)
    there[came.roll[came.came == place]] = True
    edges = np.flatnonzero(np.diff(np.concatenate(([0], there.astype(np.int8), [0]))))
    lengths = edges[1::2] - edges[::2]
    most = int(lengths.max(initial=0))
    if most < LEAST:
        return None
    with np.errstate(divide="ignore"):
        misses = np.log1p(-came.urns[:, place])[came.urn]  # of each die: not this face
    chance = -np.expm1(np.bincount(came.roll, misses, rolls))
    return Streak(came.faces[place], most, _chance(chance, most))


def _chance(each: np.ndarray[tuple[int], np.dtype[np.float64]], most: int) -> float:
    """Return the chance of `most` successes in a row. Starts are rare, and nearly independent of each other."""
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(each, 1e-300))
    sums = np.concatenate(([0.0], logs.cumsum()))
    whole = np.exp(sums[most:] - sums[:-most])
    before = np.concatenate(([1.0], 1 - each[: len(whole) - 1]))
    return float(-np.expm1(-(whole * before).sum()))
