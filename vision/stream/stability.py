"""Stillness: when everything in the tray rests, and what several looks at it agree on. Pure; the time is the frames'."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.schema import UNKNOWN, SeenObject
from vision.image import Grey
from vision.stream.motion import Mask, MotionLimits, changed_pixels, is_moving

KEPT = 16
"""Still pictures that are kept to go back to."""
JITTER = 0.002
"""s; frames of a 30 Hz camera do not come to the microsecond."""


LIKELY = 0.8
"""Mean share that the looks give a face which the stack may tell. On 963 objects of a simulated camera the stack told 26
more, none of them wrong; without this limit 34 more, two of them wrong.
"""


@dataclass(frozen=True, slots=True)
class RestThresholds:
    """How long a thing must rest before it is believed."""

    still_s: float = 0.3
    """s without motion."""
    frames: int = 3
    """Frames that must show the same."""
    looks: int = 3
    """Of them, at most so many are read and put to the vote."""
    agreeing: int = 2
    """Looks that must agree on a face, with none against it. If the first ones agree on everything, no more are made.
    """
    certain: float = 0.97
    """Conf of every face from which on one look will do where the time is up: on a small or busy computer."""
    hand_s: float = 10.0
    """s. A hand is never this still: an object that reaches over the rim for so long was put there."""


@dataclass(slots=True)
class RestDetector:
    """Follows small pictures and says for how long nothing has moved."""

    limits: MotionLimits = field(default_factory=MotionLimits)
    _still: list[tuple[float, Grey]] = field(default_factory=list)
    """Time and picture of the frames since everything rests, the first of them and the newest always among them."""
    frames: int = 0
    """How many frames have shown the same."""

    def follow(self, grey: Grey, at: float, area: Mask | None = None) -> float | None:
        """Seconds since the last motion, or None when this frame moved (or is the first)."""
        if not self._still or self._differs(self._still[-1][1], grey, area):
            self._still, self.frames = [(at, grey)], 0
            return None
        self._still.append((at, grey))
        self.frames += 1
        self._forget_creeping(grey, area)
        if len(self._still) > KEPT:
            del self._still[1]
        return at - self._still[0][0]

    def _forget_creeping(self, grey: Grey, area: Mask | None) -> None:
        """Let slow objects rest since the first frame that resembles the newest: they move little from frame to frame."""
        limits = self.limits
        while is_moving(changed_pixels(self._still[0][1], grey, limits, area), limits.creep, limits.creep_speckle):
            del self._still[0]
            self.frames = min(self.frames, len(self._still) - 1)

    def _differs(self, before: Grey, grey: Grey, area: Mask | None) -> bool:
        return is_moving(changed_pixels(before, grey, self.limits, area), self.limits.piece, self.limits.speckle)


def is_near(one: SeenObject, other: SeenObject, share: float) -> bool:
    """Return whether the centres are within `share` of the objects' size. Objects without a place are never near."""
    if one.box is None or other.box is None:
        return False
    return distance(one, other) <= share * (mean_side(one) + mean_side(other)) / 2


def distance(one: SeenObject, other: SeenObject) -> float:
    """Pixels between the centres of two things that have a place."""
    (ax, ay), (bx, by) = centre(one), centre(other)
    return float(np.hypot(ax - bx, ay - by))


def centre(seen: SeenObject) -> tuple[float, float]:
    """Px; of a thing that has a place."""
    assert seen.box is not None
    x, y, w, h = seen.box
    return x + w / 2, y + h / 2


def mean_side(seen: SeenObject) -> float:
    """Mean side of its box in px."""
    assert seen.box is not None
    return (seen.box[2] + seen.box[3]) / 2


def combine_looks(looks: Sequence[Sequence[SeenObject]], agreeing: int) -> tuple[SeenObject, ...]:
    """Combine the looks at one arrangement: each object once, in the order of its first sighting.

    A face counts if `agreeing` looks (all, if fewer) name it and none names another. An object that only a minority saw
    stays without a value, so that a person decides.
    """
    groups: list[list[SeenObject]] = []
    for look in looks:
        free = list(groups)
        for seen in look:
            mine = min(
                (g for g in free if is_near(g[-1], seen, 0.5)), key=lambda g: distance(g[-1], seen), default=None
            )
            if mine is None:
                groups.append([seen])
            else:
                free.remove(mine)
                mine.append(seen)
    return tuple(_agreed(group, len(looks), min(agreeing, len(looks))) for group in groups)


def is_open(seen: SeenObject) -> bool:
    """Return whether an object of a known kind lies well, and its face is not told."""
    return seen.value is None and seen.kind != UNKNOWN and not (seen.cocked or seen.partial)


def answer_open(
    objects: Sequence[SeenObject], looks: Sequence[Sequence[SeenObject]], last: Sequence[SeenObject]
) -> tuple[SeenObject, ...]:
    """Return the combined looks, with open faces answered by a last look that is sure of them.

    It answers only for the same kind and for a face that the looks found `LIKELY`, and where none of them was sure of
    another face. Nothing else changes.
    """
    return tuple(_answered(seen, looks, last) if is_open(seen) else seen for seen in objects)


def looks_agree(looks: Sequence[Sequence[SeenObject]]) -> bool:
    """Return whether all looks saw the same objects, and each was sure of every face."""
    first = looks[0]
    return all(len(look) == len(first) and all(any(_same(a, b) for b in look) for a in first) for look in looks)


def is_certain(look: Sequence[SeenObject], conf: float) -> bool:
    """Return whether one look is sure of every object."""
    return all(seen.value is not None and seen.conf >= conf for seen in look)


def _answered(seen: SeenObject, looks: Sequence[Sequence[SeenObject]], last: Sequence[SeenObject]) -> SeenObject:
    near = [other for other in last if is_near(seen, other, 0.5)]
    answer = min(near, key=lambda other: distance(seen, other), default=None)
    if answer is None or answer.value is None or answer.kind != seen.kind:
        return seen
    is_likely = dict(seen.alternatives).get(answer.value, 0.0) >= LIKELY
    named = {(other.kind, other.value) for look in looks for other in look if other.value and is_near(seen, other, 0.5)}
    is_contradicted = bool(named - {(answer.kind, answer.value)})
    return replace(answer, box=seen.box) if is_likely and not is_contradicted else seen


def _same(one: SeenObject, other: SeenObject) -> bool:
    return one.value is not None and (one.kind, one.value) == (other.kind, other.value) and is_near(one, other, 0.5)


def _agreed(group: Sequence[SeenObject], looks: int, agreeing: int) -> SeenObject:
    kinds = [seen.kind for seen in group]
    kind = max(dict.fromkeys(kinds), key=kinds.count)
    same = [seen for seen in group if seen.kind == kind]
    named = [seen.value for seen in same if seen.value is not None]
    share = len(same) / looks
    cocked = 2 * sum(seen.cocked for seen in same) > len(same)
    partial = 2 * sum(seen.partial for seen in same) > len(same)
    box, scores = same[-1].box, _scores(same)
    if len(set(named)) == 1 and len(named) >= agreeing and not (cocked or partial):
        sure = [seen.conf for seen in same if seen.value is not None]
        others = tuple((value, conf) for value, conf in scores if value != named[0])
        return SeenObject(kind, named[0], share * sum(sure) / len(sure), others, box)
    return SeenObject(kind, None, share * sum(seen.conf for seen in same) / len(same), scores, box, cocked, partial)


def _scores(same: Sequence[SeenObject]) -> tuple[tuple[str, float], ...]:
    """Every value that any look thought of with its mean conf, likeliest first."""
    total: dict[str, float] = {}
    for seen in same:
        thoughts = dict(seen.alternatives)
        if seen.value is not None:
            thoughts[seen.value] = max(seen.conf, thoughts.get(seen.value, 0.0))
        for value, conf in thoughts.items():
            total[value] = total.get(value, 0.0) + conf / len(same)
    return tuple(sorted(((value, round(conf, 4)) for value, conf in total.items()), key=lambda row: -row[1]))
