"""Find faces of a kit that its readers would confuse, by reading every shot with the others. Runs during teaching.

A face with a single shot is compared with other faces only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.i18n import Text, _, joined
from vision.detect import DetectedObject
from vision.kind_and_face import KEPT, REACH_KEPT
from vision.kind_and_face.correlation import correlate_templates
from vision.kind_and_face.face_embedding import TURNS, gallery
from vision.kind_and_face.face_gallery import WARMTH
from vision.kind_and_face.face_guess import BOTH, FEWEST, RIVALS
from vision.kind_and_face.templates import make_templates
from vision.kit import Kit

USUAL = 0.9
"""Assumed likeness of two shots of a face with a single shot."""
USUAL_MATCH = 0.8
"""Correlation of the same two."""
TWICE = 2
"""Shots of a face that the second reader reads too, the newest: one takes it 20 ms."""
ASKED = 0.4
"""Share of a face that the second reader alone prefers."""
OFTEN = 0.5
"""Share of the other face from which on it is mistaken; below, the table asks."""
ALIKE = 0.12
"""Mean share of the other face from which on two faces count as alike."""
TURNED = (
    {"6", "9"},
    {"66", "99"},
    {"68", "89"},
    {"16", "91"},
    {"18", "81"},
    {"19", "61"},
    {"M", "W"},
    {"N", "Z"},
    {"u", "n"},
    {"b", "q"},
    {"d", "p"},
)
"""Faces that are each other's half turn in most prints."""
MOST_TOLD = 6
"""Pairs; more than anybody mends at once."""


@dataclass(frozen=True, slots=True)
class ConfusedFaces:
    """Two faces that the reader would take for each other."""

    one: str
    other: str
    share: float
    """0..1, of the other in readings of the one, and the other way round: the worse of the two."""
    single: bool
    """True if one of them has a single shot, so that this is a guess."""

    @property
    def sentence(self) -> Text:
        """Return the consequence, and its remedy."""
        one, other = (value.replace("-", "\N{MINUS SIGN}") for value in sorted((self.one, self.other)))
        if self.share >= OFTEN:
            fault = _("{one} and {other} will be taken for each other.", one=one, other=other)
        else:
            fault = _("{one} and {other} look alike and will be asked about.", one=one, other=other)
        return joined(" ", (fault, self._remedy({one, other})))

    def _remedy(self, pair: set[str]) -> Text:
        if pair in TURNED:
            return _("One is the other turned by half. Mark one with a dot or a line below.")
        if self.single:
            return _("Show each of them twice more, turned, or mark one with a dot.")
        return _("Mark one with a dot, or show both in better light; or was a shot named wrong?")


def confused_faces(kit: Kit) -> tuple[ConfusedFaces, ...]:
    """Return the pairs that would be confused, the worst first, at most `MOST_TOLD`; none where the kit has no shots."""
    values = list(dict.fromkeys(shot.value for shot in kit.shots))
    shares = leave_one_out(kit, values)
    counts = {value: sum(shot.value == value for shot in kit.shots) for value in values}
    pairs = [
        ConfusedFaces(one, values[j], round(share, 2), min(counts[one], counts[values[j]]) == 1)
        for i, one in enumerate(values)
        for j in range(i)
        if (share := float(max(shares[i, j], shares[j, i]))) >= ALIKE
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.share)[:MOST_TOLD])


def leave_one_out(kit: Kit, values: Sequence[str]) -> NDArray[np.float64]:
    """(n, n): row by value shown, column by value read, mean shares over the shots of the row's value."""
    names = np.array([shot.value for shot in kit.shots])
    shares = np.zeros((len(values), len(values)))
    if len(values) < 2:
        return shares
    near, twice = _nearness(kit), _newest(names)
    for k, name in enumerate(names):
        likeness, own = _likeness(near[k], k, names, values), values.index(name)
        odds = _both(kit, k, values, likeness) if k in twice else _odds(likeness / WARMTH)
        shares[own] += odds / (names == name).sum()
    return shares


def _both(kit: Kit, k: int, values: Sequence[str], likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (n,) shares of a shot by both readers. If the second prefers another face, the table will ask."""
    matches = _matches(kit, k, values, likeness)
    preferred = matches > matches[values.index(kit.shots[k].value)]
    return np.maximum(_odds((likeness + matches) / BOTH), np.where(preferred, ASKED, 0.0))


def _odds(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    odds = np.exp(scores - scores.max())
    shares: NDArray[np.float64] = odds / odds.sum()
    return shares


def _newest(names: NDArray[np.str_]) -> set[int]:
    """Places of the shots that the second reader reads too: the newest of each face."""
    return {int(k) for name in set(names) for k in np.flatnonzero(names == name)[-TWICE:]}


def _likeness(near: NDArray[np.float64], k: int, names: NDArray[np.str_], values: Sequence[str]) -> NDArray[np.float64]:
    """(n,) of a shot to each value, itself left out. `near`: its likeness to each shot."""
    others = near.copy()
    others[k] = -1.0
    own = values.index(str(names[k]))
    likeness = np.array([others[names == value].max() for value in values])
    likeness[own] = max(likeness[own], USUAL if (names == names[k]).sum() == 1 else -1.0)
    return likeness


def _matches(kit: Kit, k: int, values: Sequence[str], likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) what the second reader says of a shot, itself left out; as at the table, only the likeliest are shown to it."""
    own, ready = kit.shots[k].value, make_templates(kit)
    rest = np.arange(len(kit.shots)) != k
    others = replace(
        ready,
        values=tuple(value for value, stays in zip(ready.values, rest, strict=True) if stays),
        halves=ready.halves[rest],
        shots=ready.shots[rest],
        bends=ready.bends[rest],
    )
    shown = {values[j] for j in np.argsort(-likeness)[:RIVALS]} | {own}
    matches = correlate_templates(kit.shots[k].image, _face(kit.shape), others, shown)
    return np.array([matches.get(value, USUAL_MATCH if value == own else FEWEST) for value in values])


def _face(shape: str) -> DetectedObject:
    """Return the face's place in every shot."""
    middle, radius = KEPT / 2, KEPT / 2 / REACH_KEPT
    return DetectedObject(shape, middle, middle, radius, (0.0, 0.0, KEPT, KEPT), 1.0, 1.0, (), (1.0, 0.0, 0.0, 0.0))


def _nearness(kit: Kit) -> NDArray[np.float64]:
    """Return (n, n) likeness of each shot, unrotated, to each other one in its best rotation."""
    points = gallery(kit).points.astype(float).reshape(len(kit.shots), TURNS, -1)
    near: NDArray[np.float64] = np.einsum("id,jtd->ijt", points[:, 0], points).max(2)
    return near
