"""Reads a tray: one picture and the kits on the table in, the objects seen out. Pure."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.wire.reading import UNKNOWN, Box, Seen
from vision.faces import likeness, look, reach, views
from vision.find import Found
from vision.kit import CARD, Image, Kit
from vision.objects import objects
from vision.shapes import SHAPES

Allowed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind -> the values that can be meant at present; a kind that is absent is not restricted."""
Corners: TypeAlias = Sequence[tuple[float, float]]
"""Four corners of the tray's floor in px, going round; what lies outside is not counted."""

STRANGER = 0.3
"""Least share, after the second look, of what is mentioned at all."""
OBJECT = 0.9
"""Least share of what is read."""
WHOLE = 0.95
"""Share from which on it is surely an object; below, its value is believed less."""
POSSIBLE = 0.02
"""Least share of a shape whose kits are compared at all: a face often tells what the outline leaves open."""
PART_OF_CARD = 0.25
"""Of a card's box; dice and tokens are smaller."""
ON_CARD = 0.9
"""Least share for an object on a card: pips of cards look like those of dice."""
OUTSIDE = 0.65
"""From here on it is not in the tray; of 658 dice inside none had more than 0.58."""
MAYBE_OUTSIDE = 0.2
COCKED = 0.5
MAYBE_COCKED = 0.4
PARTIAL = 0.5
WARMTH = 0.012
"""By this much likeness one face must lead another to be e times as likely."""
NONE_LIKE = 0.72
"""Likeness of a face to shots that are not of it is below."""
SURE = 0.75
MOST_OBJECTS = 40
"""A tray holds a dozen things; a wooden table without a tray looks like hundreds."""
MOST_STRANGERS = 6
PIPS = "d6"
WHOLE = 0.4
"""Of a card's box: a thing so large in the middle of it is no die that lies on it."""


def read_tray(
    image: Image, kits: Sequence[Kit], allowed: Allowed | None = None, tray: Corners | None = None
) -> tuple[Seen, ...]:
    """All objects in the tray, each once, in no particular order.

    A value is None where the reader is not sure (then `alternatives` lists what it may be, best first) and where the
    die is cocked. What belongs to none of the kits is of kind "unknown". `tray` None: the whole picture counts.
    """
    cards = _cards(image, allowed, tray) if any(kit.kind == CARD for kit in kits) else ()
    found = [one for one in objects(image) if one.score >= STRANGER and not _covered(one, cards) and _within(one, tray)]
    found = sorted(found, key=lambda one: -one.score)[:MOST_OBJECTS]
    faces = [kit for kit in kits if kit.kind != CARD]
    seen = [seen for one in found if (seen := _seen(image, one, faces, allowed or {})) is not None]
    return cards + _few_strangers(seen)


def _few_strangers(seen: Sequence[Seen]) -> tuple[Seen, ...]:
    """What was read, and the clearest of what was not: the grain of a table gives a hundred faint ones."""
    strangers = sorted((one for one in seen if one.kind == UNKNOWN), key=lambda one: -one.conf)[:MOST_STRANGERS]
    return tuple(one for one in seen if one.kind != UNKNOWN or one in strangers)


def _cards(image: Image, allowed: Allowed | None, tray: Corners | None) -> tuple[Seen, ...]:
    from vision.cards import read_cards  # its net is loaded only where cards are played

    return read_cards(image, (allowed or {}).get(CARD), tray)


def _covered(found: Found, cards: Sequence[Seen]) -> bool:
    """Whether what was found is a card or print on it; a die may lie on a card, or beside it within its upright box."""
    return any(card.box is not None and _is_card(found, card.box) for card in cards)


def _is_card(found: Found, card: Box) -> bool:
    x, y, w, h = card
    inside = x <= found.x <= x + w and y <= found.y <= y + h
    return inside and (found.box[2] * found.box[3] > PART_OF_CARD * w * h or found.score < ON_CARD)


def _within(found: Found, tray: Corners | None) -> bool:
    return tray is None or cv2.pointPolygonTest(np.array(tray, np.float32), (found.x, found.y), measureDist=False) >= 0


def _seen(image: Image, found: Found, kits: Sequence[Kit], allowed: Allowed) -> Seen | None:
    """What is known of one object; None where it lies outside the tray."""
    readable, cocked, partial, outside = found.states
    if outside > OUTSIDE:
        return None
    fitting = [kit for kit in kits if _share(found, kit) >= POSSIBLE]
    ranked = _ranked(image, found, fitting, allowed) if found.score >= OBJECT and fitting else []
    if not ranked:
        return Seen(UNKNOWN, None, round(found.score, 3), (), found.box)
    kind, value, conf = ranked[0]
    if cocked > COCKED or partial > PARTIAL:
        return Seen(kind, None, round(readable, 3), (), found.box, cocked=cocked >= partial)
    sure = conf * min(1.0, found.score / WHOLE) >= _threshold(fitting, kind) and cocked < MAYBE_COCKED
    sure = sure and outside < MAYBE_OUTSIDE
    others = tuple((other, round(share, 3)) for of, other, share in ranked[:6] if of == kind)
    return Seen(kind, value if sure else None, round(conf, 3), others[1:4] if sure else others, found.box)


def _share(found: Found, kit: Kit) -> float:
    return found.shapes[SHAPES.index(kit.shape)]


def _threshold(kits: Sequence[Kit], kind: str) -> float:
    return next((kit.thresholds.get("sure", SURE) for kit in kits if kit.kind == kind), SURE)


def _ranked(image: Image, found: Found, kits: Sequence[Kit], allowed: Allowed) -> list[tuple[str, str, float]]:
    """(kind, value, share) of all faces that fit, likeliest first."""
    scores: dict[tuple[str, str], float] = {}
    for reaching in dict.fromkeys(reach(kit.shape) for kit in kits):
        alike = [kit for kit in kits if reach(kit.shape) == reaching]
        points, pips = look(views(image, found, alike[0].shape))
        for kit in alike:
            wanted = allowed.get(kit.kind)
            shape = WARMTH * float(np.log(_share(found, kit)))
            for value, score in _values(kit, points, pips.mean(0)).items():
                if wanted is None or value in wanted:
                    scores[kit.kind, value] = max(score + shape, scores.get((kit.kind, value), -9.0))
    return _shares(scores)


def _values(kit: Kit, points: NDArray[np.float32], pips: NDArray[np.float32]) -> dict[str, float]:
    """Value -> how much the face is like it, about -1..1."""
    if kit.kind == PIPS and not kit.shots:
        return _by_pips(pips)
    return likeness(kit, points)


def _by_pips(counts: NDArray[np.float32]) -> dict[str, float]:
    """Pips as if they were a likeness: how surely there are pips at all, less what one count is behind the best."""
    pips = counts[:6].astype(float) + 1e-4
    level = NONE_LIKE + (1 - NONE_LIKE) * (2 * float(pips.sum()) - 1)
    return {str(number + 1): level + WARMTH * float(np.log(pips[number] / pips.max())) for number in range(6)}


def _shares(scores: Mapping[tuple[str, str], float]) -> list[tuple[str, str, float]]:
    """Scores as shares of one, beside the chance that it is none of them."""
    if not scores:
        return []
    rows = sorted(scores.items(), key=lambda row: -row[1])
    weights = np.exp((np.array([score for _, score in rows]) - rows[0][1]) / WARMTH)
    none = float(np.exp((NONE_LIKE - rows[0][1]) / WARMTH))
    total = float(weights.sum()) + none
    return [(kind, value, float(weight) / total) for ((kind, value), _), weight in zip(rows, weights, strict=True)]
