"""The likeliest face of each object, and the evidence for it. Decides nothing: what is sure is for `vision.read` to say."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.confidence import Evidence
from vision.correlate import correlation
from vision.faces import likeness, look, reach, views
from vision.find import Found
from vision.kit import Image, Kit
from vision.pips import count_pips
from vision.shapes import SHAPES

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Second: TypeAlias = Callable[[Image, Found, Kit, Collection[str]], Mapping[str, float]]
"""A reader that shares nothing with the nets: value -> -1..1 for those of the values that it can judge."""
Points: TypeAlias = tuple[NDArray[np.float32], NDArray[np.float32]]
"""Of one object: its views on the sphere of faces (V, 64), and their shares of pips (V, 7)."""

POSSIBLE = 0.02
"""Least share of a shape whose kits are compared at all: a face often tells what the outline leaves open."""
WARMTH = 0.012
"""By this much likeness one face must lead another to be e times as likely."""
NONE_LIKE = 0.72
"""Likeness of a face to shots that are not of it is below."""
PIPS = "d6"
"""The kind whose faces are counted where its kit has no shots."""
RIVALS = 3
"""So many of the likeliest faces are shown to the second reader."""
ALONE = 2.0
"""Lead of a face that has no rival: the largest that there can be."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What an object is most likely."""

    kit: Kit
    value: str
    ranked: tuple[tuple[str, str, float], ...]
    """(kind, value, share) of all faces that may be meant, likeliest first; shares of one with "none of them"."""
    evidence: Evidence


def guesses(
    image: Image, found: Sequence[Found], kits: Sequence[Kit], allowed: Allowed, second: Second | None = None
) -> tuple[Guess | None, ...]:
    """One for each object; None where no face of any kit may be meant. `second` None: nothing is read twice."""
    seen = _points(image, found, kits)
    return tuple(_guess(image, one, kits, allowed, points, second) for one, points in zip(found, seen, strict=True))


def read_again(image: Image, found: Found, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """What the reader that shares nothing with the nets says of the face: value -> -1..1. A `Second`."""
    if kit.kind == PIPS and not kit.shots:
        return count_pips(image, found, values)
    return correlation(image, found, kit, values)


def fitting(found: Found, kits: Sequence[Kit]) -> tuple[Kit, ...]:
    """The kits whose shape the object may have."""
    return tuple(kit for kit in kits if share(found, kit) >= POSSIBLE)


def share(found: Found, kit: Kit) -> float:
    """How far the object has the shape of the kit, 0..1."""
    return found.shapes[SHAPES.index(kit.shape)]


def _points(image: Image, found: Sequence[Found], kits: Sequence[Kit]) -> list[dict[float, Points]]:
    """Of each object, by how far round the face its kits look. All views go through the net together."""
    wanted = [(k, kit) for k, one in enumerate(found) for kit in _one_of_each_reach(fitting(one, kits))]
    patches = [views(image, found[k], kit.shape) for k, kit in wanted]
    if not patches:
        return [{} for _ in found]
    points, pips = look([view for patch in patches for view in patch])
    seen: list[dict[float, Points]] = [{} for _ in found]
    start = 0
    for (k, kit), patch in zip(wanted, patches, strict=True):
        end = start + len(patch)
        seen[k][reach(kit.shape)] = points[start:end], pips[start:end]
        start = end
    return seen


def _one_of_each_reach(kits: Sequence[Kit]) -> tuple[Kit, ...]:
    return tuple({reach(kit.shape): kit for kit in kits}.values())


def _guess(
    image: Image,
    found: Found,
    kits: Sequence[Kit],
    allowed: Allowed,
    seen: Mapping[float, Points],
    second: Second | None,
) -> Guess | None:
    fits = fitting(found, kits)
    alike = {kit: _allowed(_values(kit, seen[reach(kit.shape)]), allowed.get(kit.kind)) for kit in fits}
    scores = {
        (kit, value): like + WARMTH * float(np.log(share(found, kit)))
        for kit, values in alike.items()
        for value, like in values.items()
    }
    if not scores:
        return None
    (kit, value), best = max(scores.items(), key=lambda row: row[1])
    ranked = _shares(_by_face(scores))
    others = [score for (of, name), score in scores.items() if (of.kind, name) != (kit.kind, value)]
    match, match_lead = _matched(image, found, kit, value, alike[kit], second)
    evidence = Evidence(
        heat=found.heat,
        score=found.score,
        shape=share(found, kit),
        level=found.states[0],
        cocked=found.states[1],
        aside=found.states[2] + found.states[3],
        likeness=alike[kit][value],
        lead=best - max(others) if others else ALONE,
        radius=found.radius,
        match=match,
        match_lead=match_lead,
    )
    return Guess(kit, value, ranked, evidence)


def _allowed(values: Mapping[str, float], wanted: frozenset[str] | None) -> dict[str, float]:
    return {value: score for value, score in values.items() if wanted is None or value in wanted}


def _matched(
    image: Image, found: Found, kit: Kit, value: str, alike: Mapping[str, float], second: Second | None
) -> tuple[float | None, float | None]:
    """What the second reader says of the face, and how far it leads the likeliest others of its kit."""
    if second is None:
        return None, None
    rivals = sorted(alike, key=lambda name: -alike[name])[:RIVALS]
    told = second(image, found, kit, rivals)
    if value not in told:
        return None, None
    others = [score for name, score in told.items() if name != value]
    return told[value], told[value] - max(others) if others else None


def _values(kit: Kit, points: Points) -> dict[str, float]:
    """Value -> how much the face is like it, about -1..1."""
    if kit.kind == PIPS and not kit.shots:
        return _by_pips(points[1].mean(0))
    return likeness(kit, points[0])


def _by_pips(counts: NDArray[np.float32]) -> dict[str, float]:
    """Pips as if they were a likeness: how surely there are pips at all, less what one count is behind the best."""
    pips = counts[:6].astype(float) + 1e-4
    level = NONE_LIKE + (1 - NONE_LIKE) * (2 * float(pips.sum()) - 1)
    return {str(number + 1): level + WARMTH * float(np.log(pips[number] / pips.max())) for number in range(6)}


def _by_face(scores: Mapping[tuple[Kit, str], float]) -> dict[tuple[str, str], float]:
    """(kind, value) -> the best score among the kits of that kind."""
    best: dict[tuple[str, str], float] = {}
    for (kit, value), score in scores.items():
        best[kit.kind, value] = max(score, best.get((kit.kind, value), score))
    return best


def _shares(scores: Mapping[tuple[str, str], float]) -> tuple[tuple[str, str, float], ...]:
    """Scores as shares of one, beside the chance that it is none of them; likeliest first."""
    rows = sorted(scores.items(), key=lambda row: -row[1])
    weights = np.exp((np.array([score for _, score in rows]) - rows[0][1]) / WARMTH)
    none = float(np.exp((NONE_LIKE - rows[0][1]) / WARMTH))
    total = float(weights.sum()) + none
    return tuple((kind, value, float(weight) / total) for ((kind, value), _), weight in zip(rows, weights, strict=True))
