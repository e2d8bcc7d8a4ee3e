"""The likeliest kind and face of each object, by its shape and by what it shows, and the evidence for it.

Decides nothing: what is sure is for `vision.kind_and_face.tray_reader` to say.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject
from vision.image import Image
from vision.kind_and_face.confidence import ANY, FaceEvidence, confidence, sure_from, weights_of
from vision.kind_and_face.correlation import correlate_kit, count_pips
from vision.kind_and_face.face_embedding import ANGLES, PIPS_PRINTS, embed_views, views
from vision.kind_and_face.face_gallery import WARMTH, Face, FaceTable, face_tables, is_counted, pip_level
from vision.kit import Kit
from vision.shape_of_kind import SHAPES

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Second: TypeAlias = Callable[[Image, DetectedObject, Kit, Collection[str]], Mapping[str, float]]
"""A reader that shares nothing with the nets: value -> 0..1 for those of the values that it can judge."""

POSSIBLE = 0.02
"""Least share of a shape whose kits are compared at all: a face often tells what the outline leaves open."""
BOTH = 0.04
"""By this much likeness and correlation together one face must lead another to be e times as likely."""
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
HARDLY = 0.02
"""Chance of an object of the kit below which the second reader does not look: the grain of a carpet gives a hundred."""
PLAIN = 0.99
"""Share of a face from which on more views of it would change nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceScores:
    """What the net says of one object: the faces that may be meant, n in all."""

    faces: tuple[Face, ...]
    likeness: NDArray[np.float64]
    """(n,) about -1..1."""
    prints: NDArray[np.float64]
    """(n,) how surely the net reads that very print, 0..1; nan: it is in none that the net reads, or counted."""
    scores: NDArray[np.float64]
    """(n,) the likeness, and what outline and print add."""
    pips: float
    """Share of pips of any number, 0..1, at the reach of the faces that are counted; nan: none is."""


@dataclass(frozen=True, slots=True)
class FaceGuess:
    """The likeliest identity of an object."""

    kit: Kit
    value: str
    ranked: tuple[tuple[str, str, float], ...]
    """(kind, value, share) of all faces that may be meant, likeliest first."""
    evidence: FaceEvidence


def guess_faces(
    image: Image,
    found: Sequence[DetectedObject],
    kits: Sequence[Kit],
    allowed: Allowed,
    second: Second | None = None,
    is_doubtful: Callable[[FaceGuess], bool] | None = None,
) -> tuple[FaceGuess | None, ...]:
    """One for each object; None where no face of any kit may be meant.

    second: reads again what the net leaves in doubt; None: nothing is read twice.
    is_doubtful: which guesses are read again; None: those that the fitted confidence does not accept.
    """
    scored = _net_scores(image, found, kits, allowed)
    guesses = [None if scores is None else _net_guess(one, scores) for one, scores in zip(found, scored, strict=True)]
    if second is None:
        return tuple(guesses)
    doubt = is_doubtful or _is_unsure
    return tuple(
        _both_guess(image, one, scores, second) if scores and guess and doubt(guess) else guess
        for one, scores, guess in zip(found, scored, guesses, strict=True)
    )


def read_second(image: Image, found: DetectedObject, kit: Kit, values: Collection[str]) -> dict[str, float]:
    """Return the second reader's scores: value -> 0..1. A `Second`."""
    return count_pips(image, found, values) if is_counted(kit) else correlate_kit(image, found, kit, values)


def object_chance(found: DetectedObject) -> float:
    """Return the chance, 0..1, that it is an object of some kind, whatever it shows."""
    return weights_of(ANY).chances(faceless(found)).object


def faceless(found: DetectedObject) -> FaceEvidence:
    """Return the evidence on an object that may show no face of any kit."""
    return FaceEvidence(
        heat=found.heat,
        score=found.score,
        shape=max(found.shapes),
        level=found.states[0],
        cocked=found.states[1],
        aside=found.states[2] + found.states[3],
        share=0.0,
        radius=found.radius,
        lean=found.lean,
    )


def shape_share(found: DetectedObject, kit: Kit) -> float:
    """Return how far the object has the shape of the kit, 0..1."""
    return found.shapes[SHAPES.index(kit.shape)]


def accepted_from(kit: Kit) -> float:
    """Return the least confidence to accept a face of the kit; its owner may raise what the calibration asks."""
    return max(sure_from(kit.kind), kit.thresholds.get("sure", 0.0))


def _is_unsure(guess: FaceGuess) -> bool:
    """Return whether the second reader may decide: the face is not sure, and it may be an object of the kit at all."""
    chances = weights_of(guess.kit.kind).chances(guess.evidence)
    is_sure = confidence(guess.kit.kind, guess.evidence) >= accepted_from(guess.kit)
    return not is_sure and chances.object * chances.kind >= HARDLY


def _net_scores(
    image: Image, found: Sequence[DetectedObject], kits: Sequence[Kit], allowed: Allowed
) -> list[FaceScores | None]:
    """Return the net's scores for each object, at one view; if that leaves a doubt, over all quarter turns."""
    tables = face_tables(tuple(kits))
    masks = [_possible(found, table, allowed) for table in tables]
    first = [
        _seen(image, found, table, np.asarray(mask.any(1)), ANGLES[:1])
        for table, mask in zip(tables, masks, strict=True)
    ]
    scored = [_scores(one, k, tables, masks, first) for k, one in enumerate(found)]
    is_open = np.array([scores is not None and not _is_plain(scores) for scores in scored], np.bool_)
    again = [
        _seen(image, found, table, np.asarray(mask.any(1) & is_open), ANGLES)
        for table, mask in zip(tables, masks, strict=True)
    ]
    return [
        _scores(one, k, tables, masks, again) if is_open[k] else scores
        for k, (one, scores) in enumerate(zip(found, scored, strict=True))
    ]


def _possible(found: Sequence[DetectedObject], table: FaceTable, allowed: Allowed) -> NDArray[np.bool_]:
    """(O, F) whether an object may show a face."""
    may_be_meant = [kit.kind not in allowed or value in allowed[kit.kind] for kit, value in table.faces]
    shares = np.array([one.shapes for one in found]).reshape(-1, len(SHAPES))
    return np.asarray((shares[:, table.shapes] >= POSSIBLE) & np.array(may_be_meant, np.bool_))


_Seen: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""(O, F) likenesses and print shares, and (O,) shares of pips; the means over an object's views."""


def _seen(
    image: Image,
    found: Sequence[DetectedObject],
    table: FaceTable,
    wanted: NDArray[np.bool_],
    angles: Sequence[float],
) -> _Seen:
    """Return what the net says of the wanted objects, nan for the others. All views run through the net together."""
    size = (len(found), len(table.faces))
    like, prints, pips = np.full(size, np.nan), np.full(size, np.nan), np.full(len(found), np.nan)
    if wanted.any():
        shape = SHAPES[table.shapes[0]]
        patches = [view for k in np.flatnonzero(wanted).tolist() for view in views(image, found[k], shape, angles)]
        points, shares = (rows.reshape(-1, len(angles), rows.shape[1]) for rows in embed_views(patches))
        like[wanted] = table.likeness(points, shares)
        prints[wanted] = table.print_shares(shares)
        pips[wanted] = shares[:, :, :PIPS_PRINTS].sum(2).mean(1)
    return like, prints, pips


def _scores(
    found: DetectedObject,
    k: int,
    tables: Sequence[FaceTable],
    masks: Sequence[NDArray[np.bool_]],
    seen: Sequence[_Seen],
) -> FaceScores | None:
    """Return the scores of object `k`; None where it may show no face."""
    faces = [face for table, mask in zip(tables, masks, strict=True) for face in _chosen(table.faces, mask[k])]
    if not faces:
        return None
    parts = [
        (like[k][mask[k]], prints[k][mask[k]], np.array(found.shapes)[table.shapes[mask[k]]])
        for table, mask, (like, prints, _) in zip(tables, masks, seen, strict=True)
    ]
    like, prints, shapes = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    scores = like + BOTH * np.log(shapes) + WARMTH * np.log(np.nan_to_num(prints, nan=1.0))
    pips = (float(share[k]) for table, (*_, share) in zip(tables, seen, strict=True) if table.has_counted)
    return FaceScores(tuple(faces), like, prints, scores, next(pips, math.nan))


def _chosen(faces: Sequence[Face], mask: NDArray[np.bool_]) -> list[Face]:
    return [face for face, is_meant in zip(faces, mask.tolist(), strict=True) if is_meant]


def _is_plain(scores: FaceScores) -> bool:
    """Return whether another view would change nothing."""
    return _shares(scores.faces, scores.scores, WARMTH)[0][2] >= PLAIN


def _net_guess(found: DetectedObject, scores: FaceScores) -> FaceGuess:
    """Return the net's likeliest face."""
    ranked = _shares(scores.faces, scores.scores, WARMTH)
    best = int(scores.scores.argmax())
    return FaceGuess(*scores.faces[best], ranked, _evidence(found, scores, best, ranked))


def _both_guess(image: Image, found: DetectedObject, scores: FaceScores, second: Second) -> FaceGuess:
    """Return the face for which both readers together speak most."""
    matches = _matches(image, found, scores, second)
    if not matches:
        return _net_guess(found, scores)
    both = scores.scores + [_credit(face[0], matches.get(face, FEWEST)) for face in scores.faces]
    best = int(both.argmax())
    evidence = _evidence(found, scores, best, _shares(scores.faces, scores.scores, WARMTH))
    face = scores.faces[best]
    evidence = replace(evidence, match=matches.get(face), match_lead=_match_lead(matches, face))
    return FaceGuess(*face, _shares(scores.faces, both, BOTH), evidence)


def _evidence(
    found: DetectedObject, scores: FaceScores, best: int, ranked: Sequence[tuple[str, str, float]]
) -> FaceEvidence:
    kit, value = scores.faces[best]
    shown = float(scores.prints[best])
    share = next(share for kind, shows, share in ranked if (kind, shows) == (kit.kind, value))
    return replace(
        faceless(found),
        shape=shape_share(found, kit),
        share=min(share, _count_share(scores, best)) if is_counted(kit) else share,
        likeness=None if is_counted(kit) else float(scores.likeness[best]),
        pips=scores.pips if is_counted(kit) else None,
        print=None if math.isnan(shown) else shown,
    )


def _count_share(scores: FaceScores, best: int) -> float:
    """Return how likely that number of pips is against the likeliest one, also if that may not be meant, 0..1."""
    behind = scores.likeness[best] - float(pip_level(np.array(scores.pips)))
    return min(1.0, math.exp(behind / WARMTH))


def _matches(image: Image, found: DetectedObject, scores: FaceScores, second: Second) -> dict[Face, float]:
    """Return the second reader's scores for the likeliest faces; empty if it does not apply."""
    values_of: dict[Kit, list[str]] = {}
    for kit, value in _rivals(scores):
        values_of.setdefault(kit, []).append(value)
    return {
        (kit, value): match for kit, of in values_of.items() for value, match in second(image, found, kit, of).items()
    }


def _rivals(scores: FaceScores) -> list[Face]:
    """Return the likeliest faces, and for a token always another: only a comparison separates its face from a coin.

    Otherwise a far second (-4 and skull, without the elder thing in the bag) would not be compared.
    """
    order = np.argsort(-scores.scores, kind="stable")
    least = scores.scores[order[0]] - RIVAL
    ranked = [scores.faces[k] for k in order]
    near = [scores.faces[k] for k in order[:RIVALS] if scores.scores[k] > least]
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


def _shares(faces: Sequence[Face], scores: NDArray[np.float64], warmth: float) -> tuple[tuple[str, str, float], ...]:
    """Return (kind, value, share of one), likeliest first; of kits of one kind the best face of a value counts."""
    best: dict[tuple[str, str], float] = {}
    for (kit, value), score in zip(faces, scores.tolist(), strict=True):
        best[kit.kind, value] = max(score, best.get((kit.kind, value), score))
    rows = sorted(best.items(), key=lambda row: -row[1])
    weights = np.exp((np.array([score for _, score in rows]) - rows[0][1]) / warmth)
    total = float(weights.sum())
    return tuple((kind, value, float(weight) / total) for ((kind, value), _), weight in zip(rows, weights, strict=True))
