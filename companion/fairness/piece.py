"""What came of one thing in one evening, in the arrays that are summed; pieces of many evenings are put one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from companion.fairness.evidence import Floats
from companion.fairness.measure import Came, Ints
from companion.fairness.throw import Throw
from companion.rules.bag import without
from companion.wire.prompt import Faces


@dataclass(frozen=True, slots=True)
class Piece:
    """Of one thing. `urns`: what could come, each composition once; the arrays have a place for each face that came."""

    faces: Faces
    urns: tuple[Faces, ...]
    came: Ints  # place in `faces`
    urn: Ints  # place in `urns`
    roll: Ints  # number of its throw, from 0

    @property
    def rolls(self) -> int:
        return int(self.roll[-1]) + 1 if len(self.roll) else 0


def piece(throws: Iterable[Throw]) -> Piece:
    """What came in these throws of one thing; a face that could not come, as the rules know, is left out."""
    faces: dict[str, int] = {}
    urns: dict[Faces, int] = {}
    rows: list[tuple[int, int, int]] = []
    rolls = 0
    for throw in throws:
        left, before = throw.urn, len(rows)
        for face in throw.values:
            if face not in left:
                continue
            for one in left if left not in urns else ():
                faces.setdefault(one, len(faces))
            rows.append((faces.setdefault(face, len(faces)), urns.setdefault(left, len(urns)), rolls))
            left = left if throw.is_rolled else without(left, face)
        rolls += len(rows) > before
    came, urn, roll = np.array(rows, np.int64).reshape(-1, 3).T
    return Piece(tuple(faces), tuple(urns), came, urn, roll)


def put_together(pieces: Sequence[Piece]) -> Came:
    """One after the other."""
    faces = tuple(dict.fromkeys(face for one in pieces for face in one.faces))
    urns = tuple(dict.fromkeys(urn for one in pieces for urn in one.urns))
    face_at, urn_at = ({thing: place for place, thing in enumerate(things)} for things in (faces, urns))
    starts = np.cumsum([0, *(one.rolls for one in pieces)])
    return Came(
        faces,
        _joined(_moved(one.came, [face_at[face] for face in one.faces]) for one in pieces),
        _joined(_moved(one.urn, [urn_at[urn] for urn in one.urns]) for one in pieces),
        _shares(faces, urns),
        _joined(one.roll + start for one, start in zip(pieces, starts, strict=False)),
    )


def _moved(places: Ints, to: Sequence[int]) -> Ints:
    return np.array(to, np.int64)[places] if len(places) else places


def _joined(arrays: Iterable[Ints]) -> Ints:
    return np.concatenate([np.zeros(0, np.int64), *arrays])


def _shares(faces: Faces, urns: Sequence[Faces]) -> Floats:
    """(urns, faces): the share of each face in what could come."""
    found = np.zeros((len(urns), len(faces)))
    place = {face: k for k, face in enumerate(faces)}
    for row, urn in enumerate(urns):
        for face, count in Counter(urn).items():
            found[row, place[face]] = count / len(urn)
    return found
