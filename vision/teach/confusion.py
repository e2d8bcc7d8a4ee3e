"""Which faces of a kit its own reader would confuse: every shot is read by the others. Told at once, while it is taught.

What two shots of one face have in common cannot be known from one; faces with a single shot are only compared with others.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import TURNS, gallery
from vision.kit import Kit

WARMTH = 0.012
"""As the reader's: by this much likeness one face must lead another to be e times as likely."""
USUAL = 0.9
"""Likeness of two shots of one face, where there is only one to tell it by."""
OFTEN = 0.5
"""Share of the other face from which on it is taken for it; below, it is asked about."""
ALIKE = 0.12
"""Mean share of the other face from which on two are told as alike."""
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


@dataclass(frozen=True, slots=True)
class Alike:
    """Two faces that the reader would take for each other."""

    one: str
    other: str
    share: float
    """0..1, of the other in readings of the one, and the other way round: the worse of the two."""
    single: bool
    """Whether one of them has but a single shot, so that this is a guess."""

    @property
    def sentence(self) -> str:
        """What a person may do about it."""
        one, other = (value.replace("-", "\N{MINUS SIGN}") for value in sorted((self.one, self.other)))
        how = "will be taken for each other" if self.share >= OFTEN else "look alike and will be asked about"
        if {one, other} in TURNED:
            return f"{one} and {other} {how}: one is the other turned by half. Mark one with a dot or a line below."
        if self.single:
            return f"{one} and {other} {how}. Show each of them twice more, turned, or mark one with a dot."
        return f"{one} and {other} {how}. Mark one with a dot, or show both in better light; or was a shot named wrong?"


def confusion(kit: Kit) -> tuple[Alike, ...]:
    """The pairs that would be confused, the worst first, at most `MOST_TOLD`; none where the kit has no shots."""
    values = list(dict.fromkeys(shot.value for shot in kit.shots))
    shares = leave_one_out(kit, values)
    counts = {value: sum(shot.value == value for shot in kit.shots) for value in values}
    pairs = [
        Alike(one, values[j], round(share, 2), min(counts[one], counts[values[j]]) == 1)
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
    near = _nearness(kit)
    for k, name in enumerate(names):
        others = near[k].copy()
        others[k] = -1.0
        likeness = np.array([others[names == value].max() for value in values])
        likeness[values.index(name)] = max(likeness[values.index(name)], USUAL if (names == name).sum() == 1 else -1.0)
        odds = np.exp((likeness - likeness.max()) / WARMTH)
        shares[values.index(name)] += odds / odds.sum() / (names == name).sum()
    return shares


def _nearness(kit: Kit) -> NDArray[np.float64]:
    """(n, n) likeness of each shot, seen as it lay, to each other one in its best turn."""
    points = gallery(kit).points.astype(float).reshape(len(kit.shots), TURNS, -1)
    near: NDArray[np.float64] = np.einsum("id,jtd->ijt", points[:, 0], points).max(2)
    return near
