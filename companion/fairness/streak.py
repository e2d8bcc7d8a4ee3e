"""The longest time that a face came roll after roll, and how likely one so long was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.fairness.die_statistics import Observations

LEAST = 3  # rolls; two alike in a row are no streak


@dataclass(frozen=True, slots=True)
class Streak:
    """A face that lay there in each of so many rolls, one after the other."""

    face: str
    rolls: int
    chance: float  # that this face does so at least once, in all these rolls, where all is fair


def longest(came: Observations) -> Streak | None:
    """The least likely of the longest ones of each face; None where none is worth a word."""
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
    """That somewhere `most` rolls in a row succeed: starts are rare, and nearly independent of each other."""
    with np.errstate(divide="ignore"):
        logs = np.log(np.maximum(each, 1e-300))
    sums = np.concatenate(([0.0], logs.cumsum()))
    whole = np.exp(sums[most:] - sums[:-most])
    before = np.concatenate(([1.0], 1 - each[: len(whole) - 1]))
    return float(-np.expm1(-(whole * before).sum()))
