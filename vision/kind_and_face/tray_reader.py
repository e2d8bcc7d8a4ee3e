"""Read a tray: a picture and the kits in use in, objects out. Pure.

A value needs an object that is level, whole and in the tray, and two readers that agree on its face.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import UNKNOWN, Box, SeenObject
from vision.detect import DetectedObject, find_objects
from vision.image import Image
from vision.kind_and_face.confidence import confidence, sure_from
from vision.kind_and_face.face_guess import Allowed, FaceGuess, guess_faces, read_second
from vision.kit import CARD, Kit
from vision.tray import find_markers, tray_between

LEAST_OBJECT = 0.4
"""Least share of an object in a reading. A coin and a token differ by their faces alone."""
OUTSIDE = 0.9
"""Share from which on it is not in the tray."""
MAYBE_OUTSIDE = 0.5
"""Share from which on the table asks. All 42 objects outside a tray were above, all 1854 inside below."""
SMALLEST = 6.5
"""px; least radius of a readable face. The grain of an enlarged picture resembles dice of 3 px."""
COCKED = 0.5
"""Share from which on it leans: then that is likelier than all else together."""
PARTIAL = 0.5
"""The same of what is partly hidden or over the rim."""
DRAWN = -0.15
"""Correlation by which drawn pips may prefer another number: real ones can be large, square, or set otherwise."""
SHAPE = 0.5
"""Least share of the kit's shape: a blank face of a cube is like that of any other die."""

Corners: TypeAlias = Sequence[tuple[float, float]]
"""Four corners of the tray's floor, px, in order; objects outside do not count."""
Markers: TypeAlias = Mapping[int, NDArray[np.float32]]
"""The corners of the tray's markers that are seen, as `vision.tray.tray_plane.find_markers` gives them."""
FAINT = 0.1
"""Least share, after the second look, of what is compared with the kits at all."""
STRANGER = 0.3
"""Least share of a stranger that is mentioned."""
PART_OF_CARD = 0.25
"""Least share of a card's box. Dice and tokens are smaller."""
ON_CARD = 0.9
"""Least share for an object on a card: pips of cards look like those of dice."""
MOST_OBJECTS = 40
"""A tray holds a dozen things; a wooden table without a tray looks like hundreds."""
MOST_STRANGERS = 6
"""So many of them are mentioned, the clearest."""
SURELY_OBJECT = 0.9
"""Share from which on it is surely an object: below, it is a stranger unless its face is sure."""
STRANGE = 0.07
"""Chance below which an object belongs to no kit."""
OTHERS = 3
"""Alternatives listed after the likeliest value."""


def is_read(found: DetectedObject) -> bool:
    """Return whether its value may be accepted with a sure face."""
    _, cocked, partial, outside = found.states
    is_seen = found.radius >= SMALLEST and found.score >= LEAST_OBJECT
    return is_seen and cocked <= COCKED and partial <= PARTIAL and outside <= MAYBE_OUTSIDE


def is_agreed(guess: FaceGuess) -> bool:
    """Return whether both readers prefer that face, the second only if it compared several, and the outline fits."""
    evidence, least = guess.evidence, 0.0 if guess.kit.shots else DRAWN
    is_matched = evidence.match_lead is None or evidence.match_lead >= least
    return evidence.shape >= SHAPE and evidence.lead >= 0 and is_matched


def read_tray(
    image: Image, kits: Sequence[Kit], allowed: Allowed | None = None, tray: Corners | None = None
) -> tuple[SeenObject, ...]:
    """Return all objects in the tray, each once, in no particular order.

    A value is None if the reader is unsure (`alternatives` then lists the candidates, best first) and for a cocked die.
    An object of no kit has kind "unknown". `tray` None: between the tray's four markers, or else the whole picture.
    """
    markers = find_markers(image)
    cards = _cards(image, allowed, tray, markers) if any(kit.kind == CARD for kit in kits) else ()
    tray = tray or _floor(markers)
    there = find_objects(image, markers)
    cards = tuple(card for card in cards if not _is_printed_on(card, there))
    found = [
        detected
        for detected in there
        if detected.score >= FAINT and not _covered(detected, cards) and _within(detected, tray)
    ]
    found = sorted(found, key=lambda detected: -detected.score)[:MOST_OBJECTS]
    faces = [kit for kit in kits if kit.kind != CARD]
    guesses = guess_faces(image, found, faces, allowed or {}, read_second)
    seen = [_seen(detected, guess, tray is not None) for detected, guess in zip(found, guesses, strict=True)]
    return cards + _few_strangers([detected for detected in seen if detected is not None])


def _floor(markers: Markers) -> Corners | None:
    """Return the tray between its four markers, slightly too large if they are stuck outside its rim."""
    tray = tray_between(markers)
    return tray.corners if tray else None


def _few_strangers(seen: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """Return the read objects, and the clearest unread ones: the grain of a table gives a hundred faint ones."""
    plain = [stranger for stranger in seen if stranger.kind == UNKNOWN and stranger.conf >= STRANGER]
    strangers = sorted(plain, key=lambda stranger: -stranger.conf)[:MOST_STRANGERS]
    return tuple(stranger for stranger in seen if stranger.kind != UNKNOWN or stranger in strangers)


def _cards(image: Image, allowed: Allowed | None, tray: Corners | None, markers: Markers) -> tuple[SeenObject, ...]:
    from vision.cards.card_reader import read_cards  # its net is loaded only where cards are played

    return read_cards(image, (allowed or {}).get(CARD), tray, markers=markers)


def _is_printed_on(card: SeenObject, detections: Sequence[DetectedObject]) -> bool:
    """Return whether a possible card index is a numeral of a die. Not if the card is read, or larger than a die."""
    return card.value is None and any(
        detected.score >= SURELY_OBJECT and card.box is not None and _is_within(card.box, detected.box)
        for detected in detections
    )


def _is_within(part: Box, whole: Box) -> bool:
    x, y, w, h = whole
    return x <= part[0] and y <= part[1] and part[0] + part[2] <= x + w and part[1] + part[3] <= y + h


def _covered(detected: DetectedObject, cards: Sequence[SeenObject]) -> bool:
    """Return whether a finding is a card or print on it. A die may be on a card, or next to it within its upright box."""
    return any(card.box is not None and _is_card(detected, card.box) for card in cards)


def _is_card(detected: DetectedObject, card: Box) -> bool:
    x, y, w, h = card
    inside = x <= detected.x <= x + w and y <= detected.y <= y + h
    return inside and (detected.box[2] * detected.box[3] > PART_OF_CARD * w * h or detected.score < ON_CARD)


def _within(detected: DetectedObject, tray: Corners | None) -> bool:
    return (
        tray is None
        or cv2.pointPolygonTest(np.array(tray, np.float32), (detected.x, detected.y), measureDist=False) >= 0
    )


def _seen(detected: DetectedObject, guess: FaceGuess | None, is_tray_known: bool) -> SeenObject | None:
    """Return the object; None outside the tray.

    Without a known tray it becomes unknown: a white desk looks like the surroundings of one.
    """
    _, cocked, partial, outside = detected.states
    if outside > OUTSIDE and is_tray_known:
        return None
    if guess is None or detected.score < LEAST_OBJECT or outside > OUTSIDE:
        return SeenObject(UNKNOWN, None, round(detected.score, 3), (), detected.box)
    kind = guess.kit.kind
    conf = round(confidence(kind, guess.evidence), 3)
    if (cocked > COCKED or partial > PARTIAL) and detected.score >= SURELY_OBJECT:
        return SeenObject(kind, None, conf, (), detected.box, cocked=cocked >= partial, partial=partial > cocked)
    mark = max(sure_from(kind), guess.kit.thresholds.get("sure", 0.0))  # a kit's owner may raise the threshold
    sure = conf >= mark and is_read(detected) and is_agreed(guess)
    if conf < STRANGE or detected.radius < SMALLEST or (detected.score < SURELY_OBJECT and not sure):
        return SeenObject(UNKNOWN, None, round(detected.score, 3), (), detected.box)
    others = tuple((value, round(share, 3)) for of, value, share in guess.ranked if of == kind)
    if not sure:
        return SeenObject(kind, None, conf, others[: OTHERS + 1], detected.box)
    return SeenObject(
        kind, guess.value, conf, tuple(row for row in others if row[0] != guess.value)[:OTHERS], detected.box
    )
