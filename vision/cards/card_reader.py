"""Read playing cards: a picture in, cards out. Pure.

A coarse look finds card faces; a table without cards costs only that. Indexes are searched there, so fans and half
covered cards are read too. Outlines of whole cards add a second look, the box, and unread cards.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.schema import Box, SeenObject
from vision.cards.card_table import CardTable, Markers, find_table
from vision.cards.card_verdict import Limits, default_limits, is_plausible, judge_card, unread_card, usual_unit
from vision.cards.index_groups import CardGroup, group_cards, with_faint_partners
from vision.cards.index_sighting import IndexSighting, find_sightings
from vision.cards.unread_cards import faint_sightings, is_on_sheet, unread_in_tray, unread_on_table
from vision.detect import enlarged
from vision.image import Image

LARGEST = 1920  # px of the long side at which a picture is read; twice the size of a small one reads no better


def read_cards(
    image: Image,
    allowed: frozenset[str] | None = None,
    tray: Sequence[tuple[float, float]] | None = None,
    thresholds: Limits | None = None,
    markers: Markers | None = None,
    dice: Sequence[Box] = (),
) -> tuple[SeenObject, ...]:
    """Return every playing card of the picture once.

    image: (H, W, 3) uint8 BGR.
    allowed: the only possible cards, None for all 52.
    tray: its four corners, px. None: from the four `markers`, or the whole picture without them.
    markers: None: find them.
    dice: boxes (x, y, w, h) px of dice and tokens that were found: print on a die is no card.

    A card with uncertain rank or suit has value None and lists `alternatives`. A card with a hidden index has none. A
    card that leans on the tray's rim has kind "unknown". Cards outside are left out.
    """
    limits = thresholds or default_limits()
    factor = min(1.0, LARGEST / max(image.shape[:2]))
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
        tray = None if tray is None else tuple((x * factor, y * factor) for x, y in tray)
        markers = None if markers is None else {place: quad * np.float32(factor) for place, quad in markers.items()}
        dice = [(x * factor, y * factor, w * factor, h * factor) for x, y, w, h in dice]
    seen = _read(image, find_table(image, tray, markers, dice), allowed, limits)
    return tuple(enlarged(one, 1 / factor) for one in seen if one is not None)


def _read(image: Image, table: CardTable, allowed: frozenset[str] | None, limits: Limits) -> list[SeenObject | None]:
    """Return the cards of a picture of the size at which it is read."""
    found = _sightings(image, table, limits)
    if found is None:
        return []
    frames = table.outlines(image, limits["face"])
    cards = group_cards(image, [sight for sight in found if sight.index >= limits["index"]], frames, limits["index"])
    cards = with_faint_partners(cards, [sight for sight in found if sight.index < limits["index"]])
    usual = usual_unit(cards)
    cards = tuple(card for card in cards if is_plausible(card, cards, usual, limits))
    cards += tuple(CardGroup((sight,), None) for sight in faint_sightings(found, cards, table.field))
    cards = tuple(card for card in cards if table.is_card(card, limits["face"]))
    places = [table.place(image, card, cards, limits["foreign"]) for card in cards]
    seen = [judge_card(card, table.edge, place, allowed, limits) for card, place in zip(cards, places, strict=True)]
    unread = unread_in_tray if table.is_tray else unread_on_table
    left = [box for box in unread(table.plain, cards, limits) if not is_on_sheet(box, frames, cards)]
    return seen + [unread_card(box, table.edge) for box in left]


def _sightings(image: Image, table: CardTable, limits: Limits) -> list[IndexSighting] | None:
    """Return the indexes that stand on what shows a card's face; None where nothing in the picture does."""
    windows = table.windows(limits)
    found = (sight for window in windows for sight in _sightings_in(image, table, window, limits))
    return list(found) if windows else None


def _sightings_in(
    image: Image, table: CardTable, window: tuple[int, int, int, int], limits: Limits
) -> list[IndexSighting]:
    left, top, right, low = window
    part, corner = np.ascontiguousarray(image[top:low, left:right]), np.array((left, top))
    sights = find_sightings(part, limits["faint"], lambda points: table.field.shows(points + corner) >= limits["face"])
    return [sight.moved(left, top) for sight in sights]
