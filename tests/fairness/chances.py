"""The chance that a face is ever ruled out, worked out exactly throw by throw: nothing is drawn by lot here."""

from __future__ import annotations

from functools import cache

import numpy as np

from companion.fairness.evidence import SELDOM, Floats, needed

RARE = 1e-13  # what is less likely than this is left out


def against(share: float, hits: Floats, throws: int) -> Floats:
    """Nats that so many hits speak against a share."""
    came = np.clip(hits / throws, 1e-12, 1 - 1e-12)
    return np.asarray(throws * (came * np.log(came / share) + (1 - came) * np.log((1 - came) / (1 - share))))


def is_ruled_out(share: float, level: float, hits: Floats, throws: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each count of hits after so many throws: does it speak against the share?"""
    limit = float(needed(level, np.array(throws * share * (1 - share))))
    often = hits > throws * share
    return np.asarray(against(share, hits, throws) >= np.where(often, limit, limit + SELDOM))


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


@cache
def limits(share: float, level: float, throws: int) -> tuple[np.ndarray, np.ndarray]:
    """After each number of throws: the fewest hits that are too many, and the most that are too few."""
    many, few = np.full(throws, throws + 1), np.full(throws, -1)
    for number in range(1, throws + 1):
        hits = np.arange(number + 1.0)
        out = is_ruled_out(share, level, hits, number)
        often, seldom = np.flatnonzero(out & (hits > number * share)), np.flatnonzero(out & (hits < number * share))
        many[number - 1] = often[0] if len(often) else throws + 1
        few[number - 1] = seldom[-1] if len(seldom) else -1
    return many, few


def accused(throws: np.ndarray, faces: int, level: float) -> np.ndarray:
    """(ledgers, throws) of faces -> (ledgers,): was any face of this die ever called unfair, at any look?"""
    many, few = limits(1 / faces, level / faces, throws.shape[1])
    found = np.zeros(len(throws), bool)
    for face in range(faces):
        hits = np.cumsum(throws == face, axis=1, dtype=np.int32)
        found |= ((hits >= many) | (hits <= few)).any(axis=1)
    return found
