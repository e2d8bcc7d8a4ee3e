"""Counts of one group at one table as arrays, and their merge over tables in order of time.

Tables are played in turn. If one were appended after the other, a throw would come before others that were already
looked at, and fair dice would be tested in many orders. Of two tables played in turn, 13 of 100 fair ones were accused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from companion.engine import without
from companion.fairness.die_statistics import Ints, Observations
from companion.fairness.evidence import Floats
from companion.fairness.throws import LoggedThrow
from companion.schema import Faces


@dataclass(frozen=True, slots=True)
class PartialCounts:
    """Counts of one group. `urns`: possible faces, each composition once. The arrays have one entry per face thrown."""

    faces: Faces
    urns: tuple[Faces, ...]
    came: Ints  # place in `faces`
    urn: Ints  # place in `urns`
    roll: Ints  # number of its throw, from 0
    at: Floats  # time, ascending; s, Unix

    @property
    def rolls(self) -> int:
        return int(self.roll[-1]) + 1 if len(self.roll) else 0


def count_throws(throws: Iterable[LoggedThrow], times: Mapping[int, float]) -> PartialCounts:
    """Count the throws of one group. Faces that the rules do not allow are left out.

    `times`: seq of a throw -> s, Unix. Throws without a time come last.
    """
    faces: dict[str, int] = {}
    urns: dict[Faces, int] = {}
    rows: list[tuple[int, int, int]] = []
    at: list[float] = []
    rolls = 0
    for throw in throws:
        left, before = throw.urn, len(rows)
        for face in throw.values:
            if face not in left:
                continue
            for possible in left if left not in urns else ():
                faces.setdefault(possible, len(faces))
            at.append(times.get(throw.seq, inf))
            rows.append((faces.setdefault(face, len(faces)), urns.setdefault(left, len(urns)), rolls))
            left = left if throw.is_rolled else without(left, face)
        rolls += len(rows) > before
    came, urn, roll = np.array(rows, np.int64).reshape(-1, 3).T
    return PartialCounts(
        tuple(faces), tuple(urns), came, urn, roll, np.maximum.accumulate(np.array(at))
    )  # monotonic even if the clock was set back


def merge_counts(pieces: Sequence[PartialCounts]) -> Observations:
    """Merge by time, roll by roll. Without times, append table by table."""
    faces = tuple(dict.fromkeys(face for piece in pieces for face in piece.faces))
    urns = tuple(dict.fromkeys(urn for piece in pieces for urn in piece.urns))
    face_at, urn_at = ({thing: place for place, thing in enumerate(things)} for things in (faces, urns))
    starts = np.cumsum([0, *(piece.rolls for piece in pieces)])
    order = np.argsort(np.concatenate([np.zeros(0), *(piece.at for piece in pieces)]), kind="stable")
    rolls = _join(piece.roll + start for piece, start in zip(pieces, starts, strict=False))[order]
    return Observations(
        faces,
        _join(_renumber(piece.came, [face_at[face] for face in piece.faces]) for piece in pieces)[order],
        _join(_renumber(piece.urn, [urn_at[urn] for urn in piece.urns]) for piece in pieces)[order],
        _shares(faces, urns),
        np.asarray(np.cumsum(np.diff(rolls, prepend=rolls[:1]) != 0)),
    )


def _renumber(places: Ints, to: Sequence[int]) -> Ints:
    return np.array(to, np.int64)[places] if len(places) else places


def _join(arrays: Iterable[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, np.int64), *arrays])


def _shares(faces: Faces, urns: Sequence[Faces]) -> Floats:
    """Return (urns, faces): the share of each face in each composition."""
    shares = np.zeros((len(urns), len(faces)))
    place = {face: k for k, face in enumerate(faces)}
    for row, urn in enumerate(urns):
        for face, count in Counter(urn).items():
            shares[row, place[face]] = count / len(urn)
    return shares
