"""Which indexes belong to one card: those in the corners of one outline, found or implied."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.card_outline import RECTIFIED, CardOutline, is_card_like, rectify
from vision.cards.card_pips import CardPips, find_pips, rank_chances, suit_chances
from vision.cards.index_corners import DIFFER, WIDER, are_of_one_card, indexes_by_card, share_a_card, span
from vision.cards.index_crop import Image, Point
from vision.cards.index_finder import IndexCandidate
from vision.cards.index_net import RANKS, SUITS, Chances
from vision.cards.index_sighting import IndexSighting, agreement, find_sightings

LEAST_UNIT, MOST_UNIT = 0.045, 0.25  # of a card's height from rank to suit: 4 mm in small print, 22 mm in jumbo
CLEAR = 0.6  # sureness below which a card is rectified for a second look at its corners
STANDS_OUT = 0.9  # sureness from which print in the middle of a card counts as another card's index
LEAST_SHARE, MOST_SHARE = 0.04, 0.5
"""Share of the picture of an unread outline that may be a card when no other card gives the size."""
SMALLER_SIZE, LARGER_SIZE = 0.55, 1.8
"""Times the median area of the cards that were read: an unread outline between is a card of that deck, nearer or farther."""
PARTNER = 0.3
"""Agreement from which on an index just beyond an outline is that card's second one."""
INDEX_AT = (0.09, 0.115)  # of a card's width and height: where the middle of an index is
LARGER = 2.5  # times the area of another card of the table: no outline of a card
SHARED = 0.5  # of the smaller one's area: outlines that share more are of one card
ASIDE, BELOW = (0.02, 0.3), (0.04, 0.36)
"""Share of the card's width and height, from the nearer side and from the top, where an index's middle may be."""
SLANT = 0.6
"""Of its height: so far aside of the rank the suit may stand."""
UNIT_SQUARE = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
_ROWS, _COLUMNS = RECTIFIED
_WHOLE = CardOutline(UNIT_SQUARE * np.array((_COLUMNS, _ROWS), np.float32), 1.0)


ANY: tuple[Chances, Chances] = (np.ones(len(RANKS)), np.ones(len(SUITS)))
"""Chances of a card without examined print."""


@dataclass(frozen=True, slots=True, eq=False)
class CardGroup:
    """One card: its read indexes, and its outline if found."""

    parts: tuple[IndexSighting, ...]
    frame: CardOutline | None
    body: tuple[Chances, Chances] = ANY
    """How well each rank (13,) and each suit (4,) goes with the print between the indexes."""
    counted: bool = False
    """True if its pips were counted."""

    @property
    def corners(self) -> NDArray[np.float32] | None:
        """Return (4, 2) px: the outline's corners, else what the indexes span, else None."""
        if self.frame:
            return self.frame.corners
        spanned = span(self.parts)
        if spanned is None:
            return None
        first, right, down = spanned
        size = np.array((right / (1 - 2 * INDEX_AT[0]), down / (1 - 2 * INDEX_AT[1])))
        return first.to_here((UNIT_SQUARE - INDEX_AT) * size)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x, y, w, h px: the outline's, else what the indexes span with a rim of 1.2 units."""
        if self.frame:
            return self.frame.box
        points = np.array([part.middle for part in self.parts])
        rim = 1.2 * max(part.pair.unit for part in self.parts)
        (x, y), (right, low) = points.min(0) - rim, points.max(0) + rim
        return float(x), float(y), float(right - x), float(low - y)

    def holds(self, point: Point) -> bool:
        """Return whether a point, px, is on the card, within its known area."""
        corners = self.corners
        return corners is not None and cv2.pointPolygonTest(corners, point, measureDist=False) >= 0


def group_cards(
    image: Image, sightings: Sequence[IndexSighting], frames: Sequence[CardOutline], least: float
) -> tuple[CardGroup, ...]:
    """Every card once: outlines with an index in a corner first, then those that hold none, then indexes without one."""
    rest = list(sightings)
    cards: list[CardGroup] = []
    for frame in sorted(frames, key=lambda frame: -sum(sight.sureness for sight in corner_sightings(frame, sightings))):
        inside = corner_sightings(frame, rest)
        is_known = any(frame.overlaps(card.frame) > SHARED for card in cards if card.frame)
        if is_known or _is_of_several(frame, inside, rest) or _is_cut(image, frame, rest):
            continue
        card = rectify(image, frame)
        parts = inside if _surest(inside) >= CLEAR else max(inside, _second_look(card, frame, least), key=_surest)
        if (parts and _is_as_large(frame, cards)) or (
            not parts and _is_card_sized(image, frame, cards) and is_card_like(card, frame)
        ):
            pips = find_pips(card)
            cards.append(CardGroup(tuple(parts), frame, _body(card, pips), pips is not None))
            rest = [s for s in rest if s not in inside and not (frame.holds(s.middle) and s.sureness < STANDS_OUT)]
    rest = [sight for sight in rest if not any(_is_partner(sight, part) for card in cards for part in card.parts)]
    return (*cards, *(CardGroup(parts, None) for parts in indexes_by_card(rest)))


def with_faint_partners(cards: Sequence[CardGroup], faint: Sequence[IndexSighting]) -> tuple[CardGroup, ...]:
    """Return the cards, those of a lone index with the faint one that shows the same card at another of its corners."""
    return tuple(_with_partner(card, faint) if is_lone(card) else card for card in cards)


def _with_partner(card: CardGroup, faint: Sequence[IndexSighting]) -> CardGroup:
    (index,) = card.parts
    partners = [sight for sight in faint if are_of_one_card(index, sight)]
    return replace(card, parts=(index, max(partners, key=lambda sight: sight.index))) if partners else card


def is_lone(card: CardGroup) -> bool:
    """Return whether a single index is all there is of a card."""
    return card.frame is None and len(card.parts) == 1


def _surest(parts: Sequence[IndexSighting]) -> float:
    return max((part.sureness for part in parts), default=0.0)


def _body(card: Image, pips: CardPips | None) -> tuple[Chances, Chances]:
    return rank_chances(pips), suit_chances(card, pips)


def _is_as_large(frame: CardOutline, cards: Sequence[CardGroup]) -> bool:
    """Return whether an outline is about as large as the cards read by both indexes."""
    sure = [card.frame.area for card in cards if card.frame and len(card.parts) > 1]
    return not sure or 1 / LARGER < frame.area / float(np.median(sure)) < LARGER


def _is_card_sized(image: Image, frame: CardOutline, cards: Sequence[CardGroup]) -> bool:
    """Return whether an unread outline is as large as the read cards; without any, larger than a die and smaller than
    the picture.
    """
    read = [card.frame.area for card in cards if card.frame and card.parts]
    if read:
        return SMALLER_SIZE < frame.area / float(np.median(read)) < LARGER_SIZE
    rows, columns = image.shape[:2]
    return bool(frame.is_whole(image.shape) and LEAST_SHARE < frame.area / (rows * columns) < MOST_SHARE)


def _is_of_several(frame: CardOutline, inside: Sequence[IndexSighting], sightings: Sequence[IndexSighting]) -> bool:
    """Return whether an outline encloses more than one card: its indexes differ or are not in its corners."""
    clear = [sight for sight in inside if sight.sureness > CLEAR]
    differ = any(agreement(a, b) < DIFFER for i, a in enumerate(clear) for b in clear[:i])
    astray = any(frame.holds(s.middle) and s.sureness >= STANDS_OUT and s not in inside for s in sightings)
    return differ or (astray and not clear)


def _is_cut(image: Image, frame: CardOutline, sightings: Sequence[IndexSighting]) -> bool:
    """Return whether an outline is a part of a card, cut by the picture's edge, on which an index is seen.

    Its corners are not the card's, so say nothing of the index.
    """
    return not frame.is_whole(image.shape) and any(frame.holds(sight.middle) for sight in sightings)


def _is_partner(sight: IndexSighting, part: IndexSighting) -> bool:
    """Return whether an index is the second one of a known card, just beyond an inaccurate outline."""
    return agreement(sight, part) > PARTNER and share_a_card(sight, part, WIDER)


def corner_sightings(frame: CardOutline, sightings: Sequence[IndexSighting]) -> list[IndexSighting]:
    """Return the indexes at an index's place in the frame, the surest of each corner."""
    to_card = cv2.getPerspectiveTransform(frame.corners, UNIT_SQUARE).astype(np.float64)
    corners: dict[tuple[bool, bool], IndexSighting] = {}
    for sight in sightings:
        rank, suit = (_moved(to_card, point) for point in (sight.pair.rank_at, sight.pair.suit_at))
        x, y = (rank[0] + suit[0]) / 2, (rank[1] + suit[1]) / 2
        place = (x < 0.5, suit[1] > rank[1])
        if _is_index_place(x, y if place[1] else 1 - y, suit[0] - rank[0], abs(suit[1] - rank[1])) and (
            place not in corners or corners[place].sureness < sight.sureness
        ):
            corners[place] = sight
    return list(corners.values())


def _is_index_place(x: float, y: float, aside: float, unit: float) -> bool:
    """Return whether x, y (the middle, of the card's width and height) is an index's place; rank to suit is `aside` of
    the width, `unit` of the height.
    """
    is_there = ASIDE[0] < min(x, 1 - x) < ASIDE[1] and BELOW[0] < y < BELOW[1]
    return is_there and abs(aside) < SLANT * unit and LEAST_UNIT < unit < MOST_UNIT


def _second_look(card: Image, frame: CardOutline, least: float) -> list[IndexSighting]:
    """Indexes of a flat card, as `rectify` gives it; places in px of the picture."""
    sightings = corner_sightings(_WHOLE, find_sightings(card, least))
    to_picture = cv2.getPerspectiveTransform(_WHOLE.corners - 0.5, frame.corners).astype(np.float64)
    return [replace(sight, pair=_seen_through(to_picture, sight.pair)) for sight in sightings]


def _seen_through(matrix: NDArray[np.float64], pair: IndexCandidate) -> IndexCandidate:
    return IndexCandidate(_moved(matrix, pair.rank_at), _moved(matrix, pair.suit_at))


def _moved(matrix: NDArray[np.float64], point: Point) -> Point:
    x, y, w = matrix @ (point[0], point[1], 1.0)
    return float(x / w), float(y / w)
