"""The likeliest kind and face of each object, by its shape and by what it shows, and the evidence for it.

Decides nothing: what is sure is for `vision.kind_and_face.tray_reader` to say.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject
from vision.image import Image
from vision.kind_and_face.confidence import FaceEvidence
from vision.kind_and_face.correlation import correlate_kit, count_pips
from vision.kind_and_face.face_embedding import ANGLES, OTHER, PRINTED, embed_views, likeness, print_of, reach, views
from vision.kit import Kit
from vision.shape_of_kind import SHAPES

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Second: TypeAlias = Callable[[Image, DetectedObject, Kit, Collection[str]], Mapping[str, float]]
"""A reader that shares nothing with the nets: value -> -1..1 for those of the values that it can judge."""
Face: TypeAlias = tuple[Kit, str]
"""One face of a kit."""

POSSIBLE = 0.02
"""Least share of a shape whose kits are compared at all: a face often tells what the outline leaves open."""
WARMTH = 0.012
"""By this much likeness one face must lead another to be e times as likely."""
BOTH = 0.04
"""The same of likeness and correlation together."""
NONE_LIKE = 0.72
"""Likeness of a face to shots that are not of it is below."""
PIPS = "d6"
"""The kind whose faces are counted where its kit has no shots."""
RIVALS = 6
"""So many of the likeliest faces are shown to the second reader."""
RIVAL = 0.3
"""Likeness by which a face may be behind the best and still be one of them."""
MATCHED = 1.0
"""Weight of the second reader's correlation against the likeness; of 0, 1, 2 and 3 the best on random sets."""
MATCHED_PIPS = 0.1
"""The same of drawn pips: seen aslant, real ones differ from them more than from one another."""
PIPS_MATCH = 0.85
"""Correlation of drawn pips with usual ones. Credited to pips, to compare them with the faces of other kits."""
FEWEST = 0.3
"""Correlation that a face is credited with that was not shown to the second reader."""
FAINTEST = 1e-4
"""Least distinguishable share of a print."""
SAYS_ALL, SAYS_ALL_LEAD = 0.9, 0.1
"""Likeness, and lead over the next, from which on one view of a face says all."""
ALONE = 2.0
"""Lead of a face that has no rival: the largest that there can be."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewScores:
    """Scores of the net for one object's views."""

    points: NDArray[np.float32]
    """(V, 64) on the sphere of faces."""
    prints: NDArray[np.float32]
    """(V, 38) shares of `PRINTED`."""

    def with_views(self, others: "ViewScores") -> "ViewScores":
        """Return these views and the others."""
        return ViewScores(np.concatenate([self.points, others.points]), np.concatenate([self.prints, others.prints]))


@dataclass(frozen=True, slots=True)
class FaceCandidate:
    """Scores of the first reader for one face."""

    likeness: float
    """About -1..1."""
    print: float | None
    """How surely the net reads that very print, 0..1; None for a symbol of the set's own."""
    score: float
    """The likeness, and what outline and print add."""


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """The likeliest identity of an object."""

    kit: Kit
    value: str
    ranked: tuple[tuple[str, str, float], ...]
    """(kind, value, share) of all faces that may be meant, likeliest first."""
    evidence: FaceEvidence


def guess_faces(
    image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit], allowed: Allowed, second: Second | None = None
) -> tuple[FaceGuess | None, ...]:
    """One for each object; None where no face of any kit may be meant. `second` None: nothing is read twice."""
    likely = _first(image, found, kits, allowed)
    return tuple(_guess(image, one, faces, second) for one, faces in zip(found, likely, strict=True))


def _first(
    image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit], allowed: Allowed
) -> list[Mapping[Face, FaceCandidate]]:
    """Return the first reader's scores for each object, at one view; if in doubt, at both."""
    seen = _views(image, found, kits, ANGLES[:1])
    likely: list[Mapping[Face, FaceCandidate]] = [
        _likely(one, kits, allowed, by) for one, by in zip(found, seen, strict=True)
    ]
    doubtful = [k for k, faces in enumerate(likely) if not _is_plain(faces)]
    again = _views(image, [found[k] for k in doubtful], kits, ANGLES[1:])
    for k, more in zip(doubtful, again, strict=True):
        likely[k] = _likely(found[k], kits, allowed, {far: by.with_views(more[far]) for far, by in seen[k].items()})
    return likely


def _is_plain(likely: Mapping[Face, FaceCandidate]) -> bool:
    """Return whether another view would change nothing."""
    if not likely:
        return True
    best = max(likely, key=lambda face: likely[face].score)
    return likely[best].likeness > SAYS_ALL and _lead(likely, best) > SAYS_ALL_LEAD


def read_second(image: Image, found: DetectedObject, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """Return the second reader's scores: value -> -1..1. A `Second`."""
    if kit.kind == PIPS and not kit.shots:
        return count_pips(image, found, values)
    return correlate_kit(image, found, kit, values)


def kits_of_shape(found: DetectedObject, kits: Sequence[Kit]) -> tuple[Kit, ...]:
    """Return the kits whose shape the object may have."""
    return tuple(kit for kit in kits if shape_share(found, kit) >= POSSIBLE)


def shape_share(found: DetectedObject, kit: Kit) -> float:
    """Return how far the object has the shape of the kit, 0..1."""
    return found.shapes[SHAPES.index(kit.shape)]


def _views(
    image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit], angles: Sequence[float]
) -> list[dict[float, ViewScores]]:
    """Return each object's scores by the rotation that its kits use. All views run through the net together."""
    shapes = [{reach(kit.shape): kit.shape for kit in kits_of_shape(one, kits)} for one in found]
    patches = [views(image, one, shape, angles) for one, of in zip(found, shapes, strict=True) for shape in of.values()]
    seen = iter(_looked(patches))
    return [{far: next(seen) for far in of} for of in shapes]


def _looked(patches: Sequence[Sequence[Image]]) -> list[ViewScores]:
    """Return the net's scores for each group of patches."""
    if not patches:
        return []
    points, prints = embed_views([patch for group in patches for patch in group])
    ends = np.cumsum([len(group) for group in patches])[:-1]
    return [ViewScores(*part) for part in zip(np.split(points, ends), np.split(prints, ends), strict=True)]


def _likely(
    found: DetectedObject, kits: Sequence[Kit], allowed: Allowed, seen: Mapping[float, ViewScores]
) -> dict[Face, FaceCandidate]:
    """All faces that may be meant, of the kits whose shape the object may have."""
    return {
        (kit, value): _weighed(found, kit, value, like, seen[reach(kit.shape)])
        for kit in kits_of_shape(found, kits)
        for value, like in _values(kit, seen[reach(kit.shape)]).items()
        if kit.kind not in allowed or value in allowed[kit.kind]
    }


def _weighed(found: DetectedObject, kit: Kit, value: str, like: float, seen: ViewScores) -> FaceCandidate:
    shown = _print(kit, value, seen)
    return FaceCandidate(like, shown, like + BOTH * math.log(shape_share(found, kit)) + WARMTH * math.log(shown or 1.0))


def _guess(
    image: Image, found: DetectedObject, likely: Mapping[Face, FaceCandidate], second: Second | None
) -> FaceGuess | None:
    """Return the face for which both readers together speak most."""
    if not likely:
        return None
    scores = {face: candidate.score for face, candidate in likely.items()}
    matches = _matches(image, found, scores, second)
    both = {face: score + _credit(face[0], matches.get(face, FEWEST)) for face, score in scores.items()}
    best = max(both, key=lambda face: both[face])
    evidence = _evidence(found, best, likely, matches)
    return FaceGuess(*best, _shares(_by_face(both), BOTH if matches else WARMTH), evidence)


def _evidence(
    found: DetectedObject, best: Face, likely: Mapping[Face, FaceCandidate], matches: Mapping[Face, float]
) -> FaceEvidence:
    return FaceEvidence(
        heat=found.heat,
        score=found.score,
        shape=shape_share(found, best[0]),
        level=found.states[0],
        cocked=found.states[1],
        aside=found.states[2] + found.states[3],
        likeness=likely[best].likeness,
        lead=_lead(likely, best),
        radius=found.radius,
        match=matches.get(best),
        match_lead=_match_lead(matches, best),
        print=likely[best].print,
        lean=found.lean,
    )


def _lead(likely: Mapping[Face, FaceCandidate], best: Face) -> float:
    """Return the first reader's lead for a face. Another kit's face of the same kind and value does not count against
    it.
    """
    kit, value = best
    others = [candidate.score for (of, other), candidate in likely.items() if (of.kind, other) != (kit.kind, value)]
    return likely[best].score - max(others) if others else ALONE


def _matches(
    image: Image, found: DetectedObject, scores: Mapping[Face, float], second: Second | None
) -> dict[Face, float]:
    """Return the second reader's scores for the likeliest faces; empty if it does not apply."""
    if second is None:
        return {}
    rivals = _rivals(scores)
    values_of: dict[Kit, list[str]] = {}
    for kit, value in rivals:
        values_of.setdefault(kit, []).append(value)
    return {
        (kit, value): match for kit, of in values_of.items() for value, match in second(image, found, kit, of).items()
    }


def _rivals(scores: Mapping[Face, float]) -> list[Face]:
    """Return the likeliest faces, and for a token always another: only a comparison separates its face from a coin.

    Otherwise a far second (-4 and skull, without the elder thing in the bag) would not be compared.
    """
    ranked = sorted(scores, key=lambda face: -scores[face])
    near = [face for face in ranked[:RIVALS] if scores[face] > scores[ranked[0]] - RIVAL]
    of_kit = [face for face in ranked if face[0] is ranked[0][0] and face[0].shape == "disc"]
    return list(dict.fromkeys([*near, *of_kit[:2]]))


def _credit(kit: Kit, match: float) -> float:
    """Return the addition of a correlation to the likeness."""
    return MATCHED * match if kit.shots else MATCHED * PIPS_MATCH + MATCHED_PIPS * (match - PIPS_MATCH)


def _match_lead(matches: Mapping[Face, float], face: Face) -> float | None:
    """Return the second reader's lead for a face over others of the kit; None without others.

    A blank face resembles the blank faces of every kit, which differ by outline.
    """
    others = [match for other, match in matches.items() if other[0] is face[0] and other[1] != face[1]]
    return matches[face] - max(others) if face in matches and others else None


def _values(kit: Kit, seen: ViewScores) -> dict[str, float]:
    """Value -> how much the face is like it, about -1..1."""
    if kit.kind == PIPS and not kit.shots:
        return _by_pips(seen.prints.mean(0))
    return likeness(kit, seen.points)


def _print(kit: Kit, value: str, seen: ViewScores) -> float | None:
    """Return how surely the net reads that print. None for a symbol of the set, and for pips, which are in the
    likeness.
    """
    shown = print_of(kit.kind, value)
    if shown == OTHER or (kit.kind == PIPS and not kit.shots):
        return None
    return max(FAINTEST, float(seen.prints[:, PRINTED.index(shown)].mean()))


def _by_pips(counts: NDArray[np.float32]) -> dict[str, float]:
    """Pips as if they were a likeness: how surely there are pips at all, less what one count is behind the best."""
    pips = counts[:6].astype(float) + 1e-4
    level = NONE_LIKE + (1 - NONE_LIKE) * (2 * float(pips.sum()) - 1)
    return {str(number + 1): level + WARMTH * float(np.log(pips[number] / pips.max())) for number in range(6)}


def _by_face(scores: Mapping[Face, float]) -> dict[tuple[str, str], float]:
    """(kind, value) -> the best score among the kits of that kind."""
    best: dict[tuple[str, str], float] = {}
    for (kit, value), score in scores.items():
        best[kit.kind, value] = max(score, best.get((kit.kind, value), score))
    return best


def _shares(scores: Mapping[tuple[str, str], float], warmth: float) -> tuple[tuple[str, str, float], ...]:
    """Scores as shares of one; likeliest first."""
    rows = sorted(scores.items(), key=lambda row: -row[1])
    weights = np.exp((np.array([score for _, score in rows]) - rows[0][1]) / warmth)
    total = float(weights.sum())
    return tuple((kind, value, float(weight) / total) for ((kind, value), _), weight in zip(rows, weights, strict=True))
