"""Read a tray: a picture and the kits in use in, objects out. Pure.

A value needs an object that is level, whole and in the tray, and a face that is sure. The second reader looks only where
the net leaves a doubt.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import UNKNOWN, Box, SeenObject
from vision.detect import DetectedObject, find_objects
from vision.image import Image
from vision.kind_and_face.confidence import confidence, weights_of
from vision.kind_and_face.face_guess import (
    Allowed,
    FaceGuess,
    accepted_from,
    guess_faces,
    object_chance,
    read_second,
)
from vision.kit import CARD, Kit
from vision.tray import ENOUGH_MARKERS, find_markers, tray_between

SEEN = 0.1
"""Chance of an object from which on a finding is mentioned: one in ten pictures shows something that is none."""
OF_KIND = 0.5
"""Chance of a kind from which on the table asks about its faces; below, it is a stranger."""
IF_WANTED = 0.1
"""The same of a kind that the prompt wants: what lies there then most likely is meant."""
OUTSIDE = 0.9
"""Share from which on it is not in a known tray."""
MAYBE_OUTSIDE = 0.5
"""Share from which on the table asks. All 42 objects outside a tray were above, all 1854 inside below."""
SMALLEST = 6.5
"""px; least radius of a readable face. The grain of an enlarged picture resembles dice of 3 px."""
COCKED = 0.5
"""Share from which on it leans: then that is likelier than all else together."""
PARTIAL = 0.5
"""The same of what is partly hidden or over the rim."""

Corners: TypeAlias = Sequence[tuple[float, float]]
"""Four corners of the tray's floor, px, in order; objects outside do not count."""
Markers: TypeAlias = Mapping[int, NDArray[np.float32]]
"""The corners of the tray's markers that are seen, as `vision.tray.tray_plane.find_markers` gives them."""
FAINT = 0.05
"""Least share, after the second look, of what is compared with the kits at all."""
PART_OF_CARD = 0.25
"""Least share of a card's box. Dice and tokens are smaller."""
ON_CARD = 0.9
"""Least share for an object on a card: pips of cards look like those of dice."""
SURELY_OBJECT = 0.9
"""Share from which on what has a numeral may be a die and no card."""
MOST_OBJECTS = 64
"""A tray holds a dozen things; a wooden table without a tray looks like hundreds."""
DISC = "disc"
OTHERS = 3
"""Alternatives listed after the likeliest value."""


def is_whole(found: DetectedObject) -> bool:
    """Return whether it is level and whole in the tray, and its face large enough to be read."""
    _, cocked, partial, outside = found.states
    return found.radius >= SMALLEST and cocked <= COCKED and partial <= PARTIAL and outside <= MAYBE_OUTSIDE


def read_tray(
    image: Image,
    kits: Sequence[Kit],
    allowed: Allowed | None = None,
    tray: Corners | None = None,
    wanted: Collection[str] = (),
) -> tuple[SeenObject, ...]:
    """Return all objects in the tray, each once, in no particular order.

    A value is None if the reader is unsure (`alternatives` then lists the candidates, best first) and for a cocked die.
    An object of no kit has kind "unknown". tray: None: between the tray's four markers, or else the whole picture.
    wanted: the kinds that the prompt can take; nothing is asked about others. Without any, nothing is asked about discs: a
    coin looks like a token.
    """
    markers = find_markers(image)
    given, tray = tray, tray or floor_between(markers)
    is_tray_seen = tray is not None or len(markers) >= ENOUGH_MARKERS
    there = seen_objects(image, markers, tray)
    cards = _cards(image, allowed, given, markers, there) if any(kit.kind == CARD for kit in kits) else ()
    cards = tuple(card for card in cards if not _is_printed_on(card, there))
    found = [one for one in there if not _covered(one, cards)][:MOST_OBJECTS]
    faces = [kit for kit in kits if kit.kind != CARD]
    guesses = guess_faces(image, found, faces, allowed or {}, read_second)
    seen = [_seen(one, guess, is_tray_seen, wanted) for one, guess in zip(found, guesses, strict=True)]
    return cards + tuple(one for one in seen if one is not None)


def seen_objects(image: Image, markers: Markers, tray: Corners | None) -> tuple[DetectedObject, ...]:
    """Return what may be an object in the tray, surest first.

    Where no tray is known nothing is outside of it: a white desk looks like the surroundings of a tray.
    """
    found = [one for one in find_objects(image, markers) if one.score >= FAINT and _within(one, tray)]
    return tuple(found if tray is not None or len(markers) >= ENOUGH_MARKERS else map(_without_tray, found))


def _without_tray(one: DetectedObject) -> DetectedObject:
    readable, cocked, partial, outside = one.states
    return replace(one, states=(readable + outside, cocked, partial, 0.0))


def floor_between(markers: Markers) -> Corners | None:
    """Return the tray between its four markers, slightly too large if they are stuck outside its rim."""
    tray = tray_between(markers)
    return tray.corners if tray else None


def _cards(
    image: Image,
    allowed: Allowed | None,
    tray: Corners | None,
    markers: Markers,
    detections: Sequence[DetectedObject],
) -> tuple[SeenObject, ...]:
    from vision.cards.card_reader import read_cards  # its net is loaded only where cards are played

    dice = [detected.box for detected in detections if detected.score >= SURELY_OBJECT]
    return read_cards(image, (allowed or {}).get(CARD), tray, markers=markers, dice=dice)


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


def _seen(
    found: DetectedObject, guess: FaceGuess | None, is_tray_seen: bool, wanted: Collection[str]
) -> SeenObject | None:
    """Return the object; None for what is none, and for what is outside a tray."""
    _, cocked, partial, outside = found.states
    if outside > OUTSIDE and is_tray_seen:
        return None
    if guess is None:
        there = object_chance(found)
        return _stranger(found, there) if there >= SEEN else None
    kind, chance = guess.kit.kind, confidence(guess.kit.kind, guess.evidence)
    conf = math.floor(1000 * chance) / 1000
    chances = weights_of(kind).chances(guess.evidence)
    if chances.object < SEEN:
        return None
    others = tuple((value, round(share, 3)) for of, value, share in guess.ranked if of == kind)
    if chance >= accepted_from(guess.kit) and is_whole(found):
        alternatives = tuple(row for row in others if row[0] != guess.value)[:OTHERS]
        return SeenObject(kind, guess.value, conf, alternatives, found.box)
    if chances.object * chances.kind < (IF_WANTED if kind in wanted else OF_KIND):
        return _stranger(found, chances.object)
    if cocked > COCKED or partial > PARTIAL:
        return SeenObject(kind, None, conf, (), found.box, cocked=cocked >= partial, partial=partial > cocked)
    if not _is_asked(guess.kit, wanted):
        return _stranger(found, chances.object)
    return SeenObject(kind, None, conf, others[: OTHERS + 1], found.box)


def _is_asked(kit: Kit, wanted: Collection[str]) -> bool:
    """Return whether a face of the kit is worth a question: without a prompt a coin looks like a token."""
    return kit.kind in wanted if wanted else kit.shape != DISC


def _stranger(found: DetectedObject, chance: float) -> SeenObject:
    return SeenObject(UNKNOWN, None, round(chance, 3), (), found.box)
