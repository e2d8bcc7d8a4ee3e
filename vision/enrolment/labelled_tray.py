"""Label a tray during teaching: cut out each object, and guess its face. Pure.

From the second tray on most guesses are right: the same objects return, so the faces of the last tray are assigned for
the best common fit.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import DetectedObject, detect_objects, find_objects, refine_objects, without_overlaps
from vision.enrolment.assignment import assign
from vision.enrolment.numerals import drawn_numerals
from vision.image import Image
from vision.kind_and_face import cut_face, embed_views, likeness, printed_values, views
from vision.kit import Kit, KitShotImage
from vision.shape_of_kind import SHAPE_OF_KIND, SHAPES
from vision.tray import find_markers

TRAY_SCALE = 0.5
"""At this size a picture cut from a tray camera's 1280 px is seen as the tray would be."""
LEAST = 0.3
"""Share from which on a finding is offered as an object; the user removes false ones."""
LEVEL, SAME_SIZE = 0.9, (0.8, 1.25)
"""Least share of the state "readable", and radii against the usual one: objects of the same size and pose are offered
too, though the readers would reject them. A user's own objects may be unlike any known one. Over 64 rendered trays with
coins, pens and coasters this offers one more coin.
"""
LEANING = 0.5
"""Share of leaning on something from which on a face is not proposed: it would be a bad shot."""
OUTSIDE = 0.65
"""Share of being outside the tray from which on it is not offered."""
CUT_OUT = 400
"""Px, long side, of pictures that are cut from a tray."""
MOST = 40
"""Objects of one trayful."""
READ = 0.5
"""Share of all that is printed everywhere in the same way from which on a face is read as that."""
LIKE = 0.9
"""Likeness from which on two objects are taken for the same face."""
WARMTH = 0.03
"""By this much likeness one face must lead another to be e times as likely: guesses are confirmed, so this is wider than
a reader's."""
NEW = 0.74
"""Likeness to shots of a face from which on an object is rather that face than one that has no shots yet."""
SURE = 0.8
"""Share from which on a guess by the kit's own shots is offered as sure."""
OTHER_ART, DRAWN = 0.1, 0.2
"""Penalty on likeness to another kit's shots, and to drawn numerals."""
OFFERED = 4
"""Guesses, at most, for each object."""
ALONE = 0.02
"""Radius of a pointed-out object without neighbours, as a share of the picture's width."""


@dataclass(frozen=True, slots=True)
class FaceSuggestion:
    """A face that an object may show."""

    value: str
    share: float
    """0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class TrayObject:
    """One object of a trayful."""

    detected: DetectedObject
    shot: Image
    """As a kit keeps it, `vision.kind_and_face.face_embedding.KEPT` px square, BGR."""
    points: NDArray[np.float32]
    """(T, 64), each of length 1: how the net sees it in some turns."""
    print: NDArray[np.float32]
    """Shares of what is printed everywhere in the same way, the last of them of anything else."""
    guesses: tuple[FaceSuggestion, ...] = ()
    """Likeliest first; none where nothing is known of it."""
    sure: bool = False
    """True if the first guess rests on the kit's own shots and leads clearly."""
    like: tuple[int, ...] = ()
    """Places of the other objects of the trayful that seem to show the same."""

    @property
    def leans(self) -> bool:
        """Return whether it leans on something, so that no face is up."""
        return self.detected.states[1] >= LEANING


def label_tray(image: Image, shape: str, tray: Sequence[tuple[float, float]] | None) -> tuple[TrayObject, ...]:
    """Return the objects of a picture, row by row. `shape`: of `vision.shape_of_kind.SHAPES`, "" if unknown.

    `tray`: its four inner corners, px, in order, or None for the whole picture.
    """
    offered = _offered([detected for detected in _all(image) if _within(detected, tray)])
    if offered and tray is None:
        marks = find_markers(image).values()
        offered = [detected for detected in offered if not any(_is_on(detected, quad) for quad in marks)]
    offered = sorted(offered, key=lambda detected: -detected.score)[:MOST]
    return tuple(cut_object(image, detected, shape) for detected in in_rows(offered))


def _all(image: Image) -> tuple[DetectedObject, ...]:
    """Return the findings. A small picture is cut from a tray camera's, and read at the tray's scale."""
    if max(image.shape[:2]) > CUT_OUT:
        return find_objects(image)
    seen = without_overlaps(refine_objects(image, detect_objects(image, TRAY_SCALE, LEAST)))
    return seen if any(map(_is_there, seen)) else find_objects(image)


def _offered(detections: Sequence[DetectedObject]) -> list[DetectedObject]:
    """Return the sure findings, and similar ones."""
    there = [detected for detected in detections if _is_there(detected)]
    usual = float(np.median([detected.radius for detected in there])) if there else 0.0
    least, most = (share * usual for share in SAME_SIZE)
    return [
        detected
        for detected in detections
        if _is_there(detected) or (least < detected.radius < most and detected.states[0] >= LEVEL)
    ]


def _is_there(detected: DetectedObject) -> bool:
    return detected.score >= LEAST and detected.states[3] <= OUTSIDE


def cut_object(image: Image, found: DetectedObject, shape: str) -> TrayObject:
    """One object cut out, and as the net sees it."""
    points, shares = embed_views(views(image, found, shape or found.shape))
    return TrayObject(found, cut_face(image, found), points, shares.mean(0))


def object_at(image: Image, x: float, y: float, beside: Sequence[TrayObject], shape: str) -> TrayObject:
    """Return the object at a point, found or not: about as large as the others, at its best place for the second look."""
    radius = float(np.median([one.detected.radius for one in beside])) if beside else ALONE * image.shape[1]
    likely = shape or (beside[0].detected.shape if beside else "other")
    shapes = tuple(float(one == likely) for one in SHAPES)
    box = (x - 1.2 * radius, y - 1.2 * radius, 2.4 * radius, 2.4 * radius)
    there = DetectedObject(likely, x, y, radius, box, 1.0, 1.0, shapes, (1.0, 0.0, 0.0, 0.0))
    (better,) = refine_objects(image, (there,))
    is_near = np.hypot(better.x - x, better.y - y) < radius and 0.6 < better.radius / radius < 1.6
    return cut_object(image, better if better.score >= LEAST and is_near else there, shape)


def in_rows(detections: Sequence[DetectedObject]) -> tuple[DetectedObject, ...]:
    """From left to right, row by row, as one reads: so numbers on the page are where people look for them."""
    left, rows = sorted(detections, key=lambda detected: detected.y), list[DetectedObject]()
    while left:
        row = [detected for detected in left if detected.y - left[0].y < 1.2 * left[0].radius]
        left = [detected for detected in left if detected not in row]
        rows += sorted(row, key=lambda detected: detected.x)
    return tuple(rows)


def _within(detected: DetectedObject, tray: Sequence[tuple[float, float]] | None) -> bool:
    return (
        tray is None
        or cv2.pointPolygonTest(np.array(tray, np.float32), (detected.x, detected.y), measureDist=False) >= 0
    )


def _is_on(detected: DetectedObject, quad: NDArray[np.float32]) -> bool:
    """Return whether it is one of the tray's markers, or a part of the table with one."""
    (x, y), (left, top, wide, high) = quad.mean(axis=0), detected.box
    return bool(left <= x <= left + wide and top <= y <= top + high)


def suggest_faces(
    lie: Sequence[TrayObject], kit: Kit, others: Sequence[Kit], last: Counter[str] | None = None
) -> tuple[TrayObject, ...]:
    """Return the objects with their guesses: by the kit's own shots, else by other kits, pips and printed numerals.

    `last`: the faces of the last tray, if the same objects return.
    """
    known = [likeness(kit, one.points) for one in lie]
    foreign = [_foreign(one, kit, others) for one in lie]
    ranked = [_ranked(own, other) for own, other in zip(known, foreign, strict=True)]
    named = _together(known, last) if last else tuple[str, ...]()
    same = _like(lie)
    return tuple(
        _guessed(one, ranked[k], set(known[k]) if _fits(one, kit) else set(), named[k] if named else "", same[k])
        for k, one in enumerate(lie)
    )


def _fits(one: TrayObject, kit: Kit) -> bool:
    """Return whether its outline fits the kit: a token is not a die. Kinds of dice are not separated reliably."""
    return kit.shape == "other" or (one.detected.shape == "disc") == (kit.shape == "disc")


def _guessed(
    one: TrayObject, suggestions: Sequence[FaceSuggestion], own: set[str], name: str, same: tuple[int, ...]
) -> TrayObject:
    first = [row for row in suggestions if row.value == name]
    ordered = (*first, *(row for row in suggestions if row.value != name))
    best = ordered[0] if ordered else None
    sure = best is not None and best.value in own and (best.share >= SURE or (bool(first) and best.share >= SURE / 2))
    return replace(one, guesses=tuple(ordered[:OFFERED]), sure=sure, like=same)


def _ranked(own: dict[str, float], foreign: dict[str, float]) -> list[FaceSuggestion]:
    """Rank values by share, leaving a chance for an unseen face."""
    scores = {**{value: score for value, score in foreign.items() if value not in own}, **own}
    if not scores:
        return []
    values = sorted(scores, key=lambda value: -scores[value])
    odds = np.exp((np.array([scores[value] for value in values]) - NEW) / WARMTH)
    total = float(odds.sum()) + 1.0
    return [FaceSuggestion(value, round(float(share) / total, 3)) for value, share in zip(values, odds, strict=True)]


def _together(known: Sequence[dict[str, float]], last: Counter[str]) -> tuple[str, ...]:
    """One of the faces of the last time for each object; "" for those that are left over or fit none."""
    places = [value for value in last.elements() if any(value in of for of in known)]
    if not places:
        return ("",) * len(known)
    table = np.array([[of.get(value, -1.0) for value in places] for of in known]).reshape(len(known), len(places))
    taken = assign(np.exp((table - NEW) / (4 * WARMTH)))
    return tuple(
        places[place] if place >= 0 and table[k, place] > NEW - 4 * WARMTH else "" for k, place in enumerate(taken)
    )


def _foreign(one: TrayObject, kit: Kit, others: Sequence[Kit]) -> dict[str, float]:
    """Value -> likeness by what is known without this kit's shots, less what such likeness is worth less."""
    scores: dict[str, float] = {}

    def offer(value: str, score: float) -> None:
        if not kit.values or value in kit.values:
            scores[value] = max(score, scores.get(value, -1.0))

    for other in others:
        if other.kind == kit.kind and other.shots:
            for value, score in likeness(other, one.points).items():
                offer(value, score - OTHER_ART)
    read = printed_values(kit, one.print, READ)
    for value, share in read.items():
        offer(value, NEW + WARMTH * (3 + float(np.log(share + 1e-4))))
    if not read and SHAPE_OF_KIND.get(kit.kind, "other") in (one.detected.shape, "other"):
        for value, score in likeness(drawn_numerals(), one.points).items():
            offer(value, score - DRAWN)
    return scores


def _like(lie: Sequence[TrayObject]) -> tuple[tuple[int, ...], ...]:
    """Return for each object the indices of those that seem to show the same."""
    if not lie:
        return ()
    near = np.array([[float((one.points @ two.points.T).max()) for two in lie] for one in lie])
    return tuple(tuple(int(place) for place in np.flatnonzero(row >= LIKE) if place != k) for k, row in enumerate(near))


def shots_of(lie: Sequence[TrayObject], names: Sequence[str], origin: str) -> tuple[KitShotImage, ...]:
    """Return the named objects as shots; "" = not one of them."""
    return tuple(KitShotImage(name, one.shot, origin=origin) for one, name in zip(lie, names, strict=True) if name)


def shape_of(kind: str, found: Sequence[DetectedObject]) -> str:
    """Return the shape of most pictures. The usual shape of the kind counts as much as all of them together."""
    votes = dict.fromkeys(SHAPES, 0.0)
    for one in found:
        votes[one.shape] += one.score
    if kind in SHAPE_OF_KIND:
        votes[SHAPE_OF_KIND[kind]] += len(found)
    return max(votes, key=lambda shape: votes[shape])


def known_shape(kit: Kit) -> str:
    """Return the shape of the kit's objects; "" if its kind gives none and it has no shots yet."""
    return kit.shape if kit.shots or kit.kind in SHAPE_OF_KIND else ""
