"""Reads a tray: one picture and the kits on the table in, the objects seen out. Pure."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.wire.reading import UNKNOWN, Seen
from vision.faces import likeness, look, views
from vision.find import Found, find
from vision.look import look_again
from vision.kit import CARD, Image, Kit
from vision.shapes import SHAPE_OF_KIND

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Corners: TypeAlias = Sequence[tuple[float, float]]
"""Four corners of the tray's floor in px, going round; what lies outside is not counted."""

FAINT = 0.1
"""Least score of the finder that deserves a second look."""
STRANGER = 0.3
"""Least share, after the second look, of what is mentioned at all."""
OBJECT = 0.7
"""Least share of what is read."""
OUTSIDE = 0.6
COCKED = 0.35
PARTIAL = 0.5
WARMTH = 0.05
"""By this much likeness one face must lead another to be e times as likely."""
NONE_LIKE = 0.45
"""Likeness of a face to shots that are not of it; a face that is like none scores about this."""
SURE = 0.9
PIPS = "d6"


def read_tray(image: Image, kits: Sequence[Kit], allowed: Allowed | None = None, tray: Corners | None = None) -> tuple[Seen, ...]:
    """All objects in the tray, each once, in no particular order.

    A value is None where the reader is not sure (then `alternatives` lists what it may be, best first) and where the
    die is cocked. What belongs to none of the kits is of kind "unknown". `tray` None: the whole picture counts.
    """
    cards = _cards(image, allowed) if any(kit.kind == CARD for kit in kits) else ()
    looked = look_again(image, find(image, FAINT))
    found = [one for one in looked if one.score >= STRANGER and not _covered(one, cards) and _within(one, tray)]
    faces = [kit for kit in kits if kit.kind != CARD]
    return cards + tuple(seen for one in found if (seen := _seen(image, one, faces, allowed or {})) is not None)


def _cards(image: Image, allowed: Allowed | None) -> tuple[Seen, ...]:
    from vision.cards import read_cards  # its net is loaded only where cards are played

    return tuple(read_cards(image, (allowed or {}).get(CARD)))


def _covered(found: Found, cards: Sequence[Seen]) -> bool:
    """Whether what was found is print on a card: pips look like those of dice."""
    boxes = [card.box for card in cards if card.box]
    return any(x <= found.x <= x + w and y <= found.y <= y + h and w * h > 4 * found.box[2] * found.box[3] for x, y, w, h in boxes)


def _within(found: Found, tray: Corners | None) -> bool:
    return tray is None or cv2.pointPolygonTest(np.array(tray, np.float32), (found.x, found.y), measureDist=False) >= 0


def _seen(image: Image, found: Found, kits: Sequence[Kit], allowed: Allowed) -> Seen | None:
    """What is known of one object; None where it lies outside the tray."""
    readable, cocked, partial, outside = found.states
    if outside > OUTSIDE:
        return None
    fitting = [kit for kit in kits if kit.shape == found.shape]
    if found.score < OBJECT or not fitting:
        return Seen(UNKNOWN, None, found.score, (), found.box)
    ranked = _ranked(image, found, fitting, allowed)
    kind, _, likely = ranked[0]
    alternatives = tuple((value, round(share, 3)) for other, value, share in ranked[:6] if other == kind)
    if cocked > COCKED or partial > PARTIAL:
        return Seen(kind, None, readable, (), found.box, cocked=cocked >= partial)
    conf = likely * min(1.0, found.score / 0.6)
    sure = _threshold(fitting, kind)
    value = ranked[0][1] if conf >= sure and cocked < COCKED / 2 else None
    return Seen(kind, value, round(conf, 3), alternatives if value is None else alternatives[1:4], found.box)


def _threshold(kits: Sequence[Kit], kind: str) -> float:
    return next((kit.thresholds.get("sure", SURE) for kit in kits if kit.kind == kind), SURE)


def _ranked(image: Image, found: Found, kits: Sequence[Kit], allowed: Allowed) -> list[tuple[str, str, float]]:
    """(kind, value, share) of all faces that fit, likeliest first."""
    points, pips = look(views(image, found))
    counts = pips.mean(0)
    scores: dict[tuple[str, str], float] = {}
    for kit in kits:
        wanted = allowed.get(kit.kind)
        values = _by_pips(counts) if kit.kind == PIPS and not kit.shots else _by_shots(kit, points, counts)
        for value, score in values.items():
            if wanted is None or value in wanted:
                scores[kit.kind, value] = max(score, scores.get((kit.kind, value), -1.0))
    return _shares(scores)


def _by_pips(counts: NDArray[np.float32]) -> dict[str, float]:
    """Pips as if they were a likeness: the more surely counted, the more alike."""
    logs = np.log(counts + 1e-4) - np.log(counts[6] + 1e-4)
    return {str(number + 1): NONE_LIKE + WARMTH * float(logs[number]) for number in range(6)}


def _by_shots(kit: Kit, points: NDArray[np.float32], counts: NDArray[np.float32]) -> dict[str, float]:
    likely = likeness(kit, points)
    if SHAPE_OF_KIND.get(kit.kind) == "cube" and kit.kind != PIPS and counts[:6].max() > 0.9:
        return {value: score - 0.3 for value, score in likely.items()}  # pips are no symbol of another die
    return likely


def _shares(scores: Mapping[tuple[str, str], float]) -> list[tuple[str, str, float]]:
    """Scores as shares of one, beside the chance that it is none of them."""
    rows = sorted(scores.items(), key=lambda row: -row[1])
    weights = np.exp((np.array([score for _, score in rows]) - rows[0][1]) / WARMTH) if rows else np.zeros(0)
    none = float(np.exp((NONE_LIKE - rows[0][1]) / WARMTH)) if rows else 0.0
    total = float(weights.sum()) + none
    return [(kind, value, float(weight) / total) for ((kind, value), _), weight in zip(rows, weights, strict=True)]
