"""Reads playing cards: one picture in, cards seen out. Pure.

A coarse look says where cards show their face; a table without cards costs no more. Indexes are looked for all over
what it marks, so a fan or a half covered card is read as well as a whole one; outlines of whole cards give a second
look, the box, and the cards that lie there unread.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema.reading import UNKNOWN, Box, SeenObject
from vision.cards.card_background import foreign_share
from vision.cards.card_outline import is_card_like, outlines, rectified
from vision.cards.faint_indexes import faint
from vision.cards.index_crop import Image, Point, ink_plane, pyramid
from vision.cards.index_field import LEAST_PATCH, IndexField, Window, find_index_field
from vision.cards.index_finder import in_levels
from vision.cards.index_groups import STANDS_OUT, CardGroup, laid
from vision.cards.index_net import RANKS, SUITS, Chances
from vision.cards.index_sighting import IndexSighting, index_sightings, joined
from vision.cards.unexplained import unread, unread_on_a_table
from vision.classify.predictions import enlarged
from vision.kit import CARD, load_kit
from vision.tray.tray_plane import EDGE_MM, MARKER_MM, find_markers

LARGEST = 1920  # px of the long side at which a picture is read; twice the size of a small one reads no better
SPOKEN = 0.02  # least chance of an alternative that is worth a button
BUTTONS = 6  # alternatives at most: as many as a hand-held page shows in two rows
OVER = 0.06  # of a card's longer side: so far it may reach over the tray's edge, which marks are never quite at
BEYOND = 0.1  # so far over it a card surely leans on the rim: it is none of this tray, only a thing that lies about
SHEET = 0.5  # face of what has a card's outline, paper and print, though the coarse look saw none
IN_TRAY = 60  # cells of a patch in a picture of a whole tray, where a card has 200 and more, two dice that touch 40
UNLIKE = 1.6
"""So many times larger or smaller, print is none of this deck's indexes: on 75 cards of photographs .73 to 1.3."""
COUNTED = 0.97  # that print in the corner is an index at all, where the pips of the card say the same as it
UNREAD = 0.5  # conf of a card of which no index was found

Limits = Mapping[str, float]
Markers = Mapping[int, NDArray[np.float32]]  # as `vision.tray.tray_plane.find_markers` gives them


@functools.cache
def _thresholds() -> Limits:
    return load_kit("cards").thresholds


def read_cards(
    image: Image,
    allowed: frozenset[str] | None = None,
    tray: Sequence[Point] | None = None,
    thresholds: Limits | None = None,
    markers: Markers | None = None,
) -> tuple[SeenObject, ...]:
    """Every playing card of the picture, each once.

    image: (H, W, 3) uint8 BGR. allowed: the only cards that can be meant, None for all 52. tray: its four corners, px;
    None: between the four `markers`, or the whole picture where they are not seen; they are looked for where nobody
    gives them. A card whose rank or suit is not sure has value None and says in `alternatives` what it may be; one whose
    index is hidden has none. A card that leans on the tray's rim is a stranger, kind "unknown"; one outside is not there.
    """
    limits = thresholds or _thresholds()
    factor = min(1.0, LARGEST / max(image.shape[:2]))
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
        tray = None if tray is None else tuple((x * factor, y * factor) for x, y in tray)
        markers = None if markers is None else {place: quad * np.float32(factor) for place, quad in markers.items()}
    table, plain = _table(image, tray, markers), find_index_field(image)
    field = plain if table.is_tray else _with_sheets(image, plain)
    least = IN_TRAY if table.is_tray else LEAST_PATCH
    windows = field.windows(limits["face"], limits["face_peak"], least)
    if not windows:
        return ()
    found = [sight for window in windows for sight in _sights(image, field, window, limits)]
    frames = [frame for frame in outlines(image) if field.share(frame.corners) >= limits["face"]]
    cards = laid(image, [sight for sight in found if sight.index >= limits["index"]], frames, limits["index"])
    usual = _usual_unit(cards)
    cards = tuple(card for card in cards if _is_worth_a_word(card, cards, usual, limits))
    cards += tuple(CardGroup((sight,), None) for sight in faint(found, cards, field))
    level = [_lies_on_one_ground(image, card, cards, table, field, limits) for card in cards]
    seen = [_seen(card, table.edge, is_level, allowed, limits) for card, is_level in zip(cards, level, strict=True)]
    left = unread(plain, cards, limits["unread"]) if table.is_tray else unread_on_a_table(plain, cards, limits)
    seen += [_unread(box, table.edge) for box in left]
    return tuple(enlarged(one, 1 / factor) for one in seen if one is not None)


def _with_sheets(image: Image, field: IndexField) -> IndexField:
    """The field with every outline that is pale at the rim and printed inside: a white ace on a white carpet.

    Not done in a tray, where nothing else has a card's shape and the time is wanted elsewhere.
    """
    sheets = [frame.corners for frame in outlines(image) if is_card_like(rectified(image, frame), frame)]
    return field.with_faces(sheets, SHEET)


def _sights(image: Image, field: IndexField, window: Window, limits: Limits) -> tuple[IndexSighting, ...]:
    """The indexes within a window that stand on what shows a card's face."""
    left, top, right, low = window
    part = np.ascontiguousarray(image[top:low, left:right])
    levels = pyramid(ink_plane(part))
    corner = np.array((left, top))
    pairs = in_levels(levels, shown=lambda points: field.shows(points + corner) >= limits["face"])
    return tuple(sight.moved(left, top) for sight in index_sightings(part, levels, pairs, limits["faint"]))


def _is_worth_a_word(card: CardGroup, cards: Sequence[CardGroup], usual: float, limits: Limits) -> bool:
    """A lone index in open country, no outline and no second one, is print of something else unless it is read well and
    is about as large as the others are: a calendar on the wall is not of this deck, nor is a pip on a court card's frame.
    """
    if not _is_lone(card):
        return True
    (index,) = card.parts
    alike = not usual or 1 / UNLIKE < index.pair.unit / usual < UNLIKE
    apart = index.sureness >= STANDS_OUT or not any(other.holds(index.middle) for other in cards)
    return alike and apart and index.sureness >= limits["lone"]


def _usual_unit(cards: Sequence[CardGroup]) -> float:
    """Px from rank to suit on the cards of which more than one index is known, the median; else of the surest index; 0
    where none is sure.
    """
    units = [part.pair.unit for card in cards if not _is_lone(card) for part in card.parts]
    if units:
        return float(np.median(units))
    lone = [part for card in cards for part in card.parts if part.sureness >= STANDS_OUT]
    return max(lone, key=lambda part: part.sureness).pair.unit if lone else 0.0


def _is_lone(card: CardGroup) -> bool:
    return card.frame is None and len(card.parts) == 1


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What is known of the place where the cards lie."""

    edge: NDArray[np.float32] | None
    """The tray's corners (4, 1, 2) float32 px; None where nobody knows them."""
    is_tray: bool
    """Whether the cards lie in a tray of ours, so on one felt."""


def _table(image: Image, tray: Sequence[Point] | None, markers: Markers | None) -> _Table:
    if tray is not None:
        return _Table(np.array(tray, np.float32).reshape(-1, 1, 2), is_tray=True)
    markers = find_markers(image) if markers is None else markers
    return _Table(_between(markers), is_tray=bool(markers))


def _between(markers: Markers) -> NDArray[np.float32] | None:
    """The tray's corners, (4, 1, 2) float32 px; one marker may be hidden by a card that leans on the rim there.

    The hidden one completes the parallelogram of the other three.
    """
    seen = [place for place in range(4) if place in markers]
    if len(seen) < 3:
        return None
    side = float(np.mean([cv2.arcLength(markers[place], True) / 4 for place in seen]))
    middle = _completed({place: markers[place].mean(axis=0) for place in seen})
    centre = np.mean(list(middle.values()), axis=0)
    by = EDGE_MM / MARKER_MM * side * float(np.sqrt(2))
    outermost = {place: max(markers[place], key=lambda corner: float(np.hypot(*(corner - centre)))) for place in seen}
    grown = _completed({place: _outward(corner, centre, by) for place, corner in outermost.items()})
    return np.array([grown[place] for place in range(4)], np.float32).reshape(-1, 1, 2)


def _completed(three: Mapping[int, NDArray[np.float32]]) -> dict[int, NDArray[np.float32]]:
    """Three or four corners of a parallelogram as four."""
    missing = {
        place: three[(place + 1) % 4] + three[(place + 3) % 4] - three[(place + 2) % 4]
        for place in range(4)
        if place not in three
    }
    return {**three, **missing}


def _outward(point: NDArray[np.float32], centre: NDArray[np.float32], by: float) -> NDArray[np.float32]:
    away = point - centre
    return np.asarray(point + away / np.hypot(*away) * by, np.float32)


def _lies_on_one_ground(
    image: Image, card: CardGroup, cards: Sequence[CardGroup], table: _Table, field: IndexField, limits: Limits
) -> bool:
    """Whether a card in a tray has nothing but felt around it; where the rim is near it may lean on it."""
    if not table.is_tray or card.corners is None:
        return True
    others = [other.corners for other in cards if other is not card and other.corners is not None]
    return foreign_share(image, card.corners, others, field) <= limits["foreign"]


def _seen(
    card: CardGroup, edge: NDArray[np.float32] | None, is_level: bool, allowed: frozenset[str] | None, limits: Limits
) -> SeenObject | None:
    """What is known of one card; None where it lies outside the tray."""
    if edge is not None and _within(edge, card.box) < 0:
        return None
    box = _rounded(card.box)
    over = _reach(card, edge)
    if over > BEYOND:
        return SeenObject(UNKNOWN, None, UNREAD, (), box)
    if not card.parts and not card.counted:
        return SeenObject(CARD, None, UNREAD, (), box)
    rank, suit = joined(card.parts)
    rank, suit = rank * card.body[0], suit * card.body[1]
    rank, suit = rank / rank.sum(), suit / suit.sum()
    chances = _of_cards(rank, suit, allowed)
    best, chance = chances[0] if chances else ("", 0.0)
    rank_sure = float(rank.max()) >= limits["rank_sure"]
    suit_sure = float(suit.max()) >= limits["suit_sure"]
    conf = round(chance * _presence(card), 3)
    least = limits["lone_sure" if _is_lone(card) else "sure"]
    read = bool(card.parts) and rank_sure and suit_sure and conf >= least and over <= OVER and is_level
    others = _others(chances, RANKS[int(rank.argmax())] if rank_sure or not card.parts else "", read)
    return SeenObject(CARD, best if read else None, _calibrated(conf, limits), others, box)


def _calibrated(chance: float, limits: Limits) -> float:
    """The chance that the likeliest card is the right one, by how often it was: nets and their product are too modest."""
    odds = np.log(max(chance, 1e-3) / max(1 - chance, 1e-3))
    told = 1 / (1 + np.exp(-(limits["conf_slope"] * odds + limits["conf_offset"])))
    return round(min(float(told), limits["conf_most"]), 3)


def _presence(card: CardGroup) -> float:
    """0..1: that an index is there at all; pips that count as the index says are a second witness of it."""
    index = max((part.index for part in card.parts), default=1.0)
    rank, _ = joined(card.parts)
    return max(index, COUNTED) if card.counted and rank.argmax() == card.body[0].argmax() else index


def _unread(box: Box, edge: NDArray[np.float32] | None) -> SeenObject | None:
    """A card that nobody read; None where it lies outside the tray."""
    if edge is not None and _within(edge, box) < 0:
        return None
    return SeenObject(CARD, None, UNREAD, (), _rounded(box))


def _within(edge: NDArray[np.float32], box: Box) -> float:
    """Px from the box's middle to the edge; below 0 it lies outside."""
    x, y, w, h = box
    return float(cv2.pointPolygonTest(edge, (x + w / 2, y + h / 2), measureDist=True))


def _rounded(box: Box) -> Box:
    x, y, w, h = (round(side, 1) for side in box)
    return x, y, w, h


def _reach(card: CardGroup, edge: NDArray[np.float32] | None) -> float:
    """How far a corner lies beyond the edge, of the longer side; 0 where none does."""
    corners = card.corners
    if edge is None or corners is None:
        return 0.0
    inside = min(cv2.pointPolygonTest(edge, (float(x), float(y)), measureDist=True) for x, y in corners)
    side = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max()
    return max(0.0, -inside / float(side))


def _of_cards(rank: Chances, suit: Chances, allowed: frozenset[str] | None) -> list[tuple[str, float]]:
    """All cards with their chance, the likeliest first."""
    product = np.outer(rank, suit)
    cards = [(RANKS[r] + SUITS[s], float(product[r, s])) for r in range(len(RANKS)) for s in range(len(SUITS))]
    return sorted(((card, p) for card, p in cards if allowed is None or card in allowed), key=lambda item: -item[1])


def _others(chances: list[tuple[str, float]], rank: str, read: bool) -> tuple[tuple[str, float], ...]:
    """What it may be instead: where the rank is sure, at least two cards of it, so that one tap tells the suit."""
    if rank and not read:
        alike = [(card, p) for card, p in chances if card[:-1] == rank]
        chances = alike[:2] + [(card, p) for card, p in alike[2:] if p >= SPOKEN]
    else:
        chances = [(card, p) for card, p in chances[1 if read else 0 :] if p >= SPOKEN]
    return tuple((card, round(p, 3)) for card, p in chances[:BUTTONS])
