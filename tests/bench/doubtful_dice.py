"""Measure what is told of a single die that is not read, as a classifier: of dice spoilt in known ways, and of good ones.

Only dice that are found and not read are judged, and dice pushed together also where they are read: mostly they are. A good die is
judged as if there were a doubt. Its right answer is that nothing hinders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.schema import UNKNOWN, Box, Doing, SeenObject
from tests.bench.damaged_dice import WAYS, Die, SpoiltDie, mask_of, middle_of
from tests.bench.frames import frames
from tests.bench.line import Share
from vision.commands.read import load_picture
from vision.image.decoder import Image
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import Kit, load_kits
from vision.service.remarks import remark_on
from vision.stream.demo_camera import load_throws
from vision.tray.tray_plane import find_tray

KITS = ("d6", "demo_mom_d8", "demo_nemesis_combat", "demo_nemesis_noise")
KINDS = ("d6", "mom_d8", "nemesis_combat", "nemesis_noise")
PIPS = "d6"
EACH = 20
"""Dice spoilt in each way."""
SEED = 405
WANTED = 0.9
AT = 0.8
"""Of its side: so near to where the spoilt die is must lie what is read."""
APART = 1.25
"""Mean sides between a good die and the nearest other one."""
OUTLINED = 0.5
"""Share of its box that a die fills, if turned by 45 degrees."""
READ_TOO = "touching"
"""The way to spoil a die that seldom hinders reading."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One die: how it was spoilt, and the true and the told cause."""

    way: str
    right: Doing
    told: Doing


def lines() -> Iterator[Share]:
    """Recall of each way and cause, then precision of each cause, then the confusion matrix."""
    kits = load_kits(KITS)
    found = dice(kits)
    judged = [*good(found, kits), *spoilt(found, kits, EACH, SEED)]
    yield from recalls(judged)
    yield from precisions(judged)
    yield from confusion(judged)


def recalls(judged: Sequence[Judged]) -> Iterator[Share]:
    """Return for each way to spoil a die how many were told their cause."""
    for way in dict.fromkeys(one.way for one in judged):
        told = [one.told == one.right for one in judged if one.way == way]
        yield Share(f"advice.die.recall.{way.replace(' ', '_')}", sum(told), len(told), WANTED, "wanted")


def precisions(judged: Sequence[Judged]) -> Iterator[Share]:
    """Return for each told cause how often it is the true one."""
    for cause in dict.fromkeys(one.told for one in judged):
        right = [one.right == cause for one in judged if one.told == cause]
        yield Share(f"advice.die.precision.{cause}", sum(right), len(right), WANTED, "wanted")


def confusion(judged: Sequence[Judged]) -> Iterator[Share]:
    """Return what was told in place of the true cause, of all dice spoilt in that way."""
    every = Counter(one.way for one in judged)
    for (way, told), count in sorted(Counter((one.way, one.told) for one in judged if one.told != one.right).items()):
        yield Share(f"advice.die.{way.replace(' ', '_')}.told.{told}", count, every[way], 1 - WANTED, "allowed")


def pictures() -> list[Path]:
    """Return the pictures of this bench, and a settled frame of each kind of throw."""
    kinds = {throw.kind: throw for throw in load_throws() if throw.kind in KINDS}
    return [frame.path for frame in frames()] + [throw.frames[throw.rests[-1].last] for throw in kinds.values()]


def dice(kits: Sequence[Kit]) -> list[tuple[SeenObject, Die]]:
    """Return all dice that are read in good pictures."""
    found = []
    for path in pictures():
        image = load_picture(path)
        seen = {one.box: one for one in read_tray(image, kits) if one.value is not None and one.box is not None}
        for box, one in seen.items():
            others = sorted((other for other in seen if other != box), key=lambda other: _away(other, box))
            found.append((one, Die(f"{path.parent.name}/{path.stem}", image, box, others[0] if others else None)))
    return found


def good(found: Sequence[tuple[SeenObject, Die]], kits: Sequence[Kit]) -> list[Judged]:
    """Return what is told of good dice, as if there were a doubt."""
    apart = [(seen, die) for seen, die in found if die.other is None or _away(die.other, die.box) > APART * die.side]
    return [Judged("good", "unsure", _told(die.image, (replace(seen, value=None),), kits)) for seen, die in apart]


def spoilt(found: Sequence[tuple[SeenObject, Die]], kits: Sequence[Kit], each: int, seed: int) -> list[Judged]:
    """Spoil `each` dice in every way, the amounts spread evenly and shaken. Return those that are found and not read."""
    rng, judged = np.random.default_rng(seed), list[Judged]()
    for way, (spoil, right) in WAYS.items():
        fit = [(seen, die) for seen, die in found if fits(seen, die, right)]
        for k in range(each):
            seen, die = fit[int(rng.integers(len(fit)))]
            told = told_of(spoil(die, float(k + rng.uniform()) / each, rng), seen, kits, may_be_read=way == READ_TOO)
            judged += [] if told is None else [Judged(way, right, told)]
    return judged


def fits(seen: SeenObject, die: Die, right: Doing) -> bool:
    """Return whether a die can be spoilt like that. One that is hardly told from the felt cannot be cut out.

    Without a tray only pips tell that a die is seen from the side.
    """
    if right == "touching":
        return die.other is not None and all(is_outlined(die.image, box) for box in (die.box, die.other))
    return right != "too_oblique" or (seen.kind == PIPS and is_outlined(die.image, die.box))


def is_outlined(image: Image, box: Box) -> bool:
    """Return whether a die stands out from the felt: else its outline is that of its pips."""
    return int(np.count_nonzero(mask_of(image, box))) > OUTLINED * box[2] * box[3]


def told_of(spoilt_die: SpoiltDie, was: SeenObject, kits: Sequence[Kit], *, may_be_read: bool) -> Doing | None:
    """Return what is told of the spoilt die; None where it is not found, or is read."""
    tray = find_tray(spoilt_die.image)
    objects = read_tray(spoilt_die.image, kits, tray=tray.corners if tray else None)
    near = [one for one in objects if one.box is not None and _from(spoilt_die, one.box) < AT * spoilt_die.side]
    if not near:
        return None
    it = min(near, key=lambda one: _from(spoilt_die, one.box or was.box or (0, 0, 0, 0)))
    if it.value is not None and not may_be_read:
        return None
    kind = was.kind if it.kind == UNKNOWN else it.kind
    return _told(
        spoilt_die.image, (replace(it, kind=kind, value=None), *(one for one in objects if one is not it)), kits
    )


def _told(image: Image, objects: Sequence[SeenObject], kits: Sequence[Kit]) -> Doing:
    """Return what is told of the first of the objects."""
    return remark_on(image, objects, None, kits, lambda: kits)[0].doing


def _away(one: Box, other: Box) -> float:
    return float(np.linalg.norm(middle_of(one) - middle_of(other)))


def _from(die: SpoiltDie, box: Box) -> float:
    return float(np.linalg.norm(middle_of(box) - die.middle))


def matrix(judged: Sequence[Judged]) -> Mapping[str, Counter[Doing]]:
    """Return for each way to spoil a die how often each cause is told."""
    return {way: Counter(one.told for one in judged if one.way == way) for way in dict.fromkeys(j.way for j in judged)}
