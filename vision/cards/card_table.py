"""Model the surface with the cards: the tray's edge, card faces, and the surroundings of a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import Box
from vision.cards.card_outline import CardOutline, find_outlines, foreign_share, is_card_like, rectify
from vision.cards.card_size import CardSize, find_size
from vision.cards.card_verdict import CardPlace
from vision.cards.index_field import LEAST_PATCH, IndexField, Window, find_index_field
from vision.cards.index_groups import INDEX_AT, MOST_UNIT, UNIT_SQUARE, CardGroup
from vision.image import Image
from vision.tray import EDGE_MM, ENOUGH_MARKERS, MARKER_MM, Point, find_markers

SHEET = 0.5  # face of what has a card's outline, paper and print, though the coarse look saw none
IN_TRAY = 60  # cells of a patch in a picture of a whole tray, where a card has 200 and more, two dice that touch 40

LONG_BY_SHORT = 1.4  # sides of a card

Markers = Mapping[int, NDArray[np.float32]]  # as `vision.tray.tray_plane.find_markers` gives them


@dataclass(frozen=True, slots=True, eq=False)
class CardTable:
    """The surface with the cards of one picture."""

    edge: NDArray[np.float32] | None
    """The tray's corners (4, 1, 2) float32 px; None where they are not known."""
    is_tray: bool
    """True if the cards are in a tray, so on one felt."""
    plain: IndexField
    """Card faces, by the net alone."""
    field: IndexField
    """The same with sheets that look like cards, outside of a tray."""
    size: CardSize
    """How large a card can be."""

    def windows(self, limits: Mapping[str, float]) -> tuple[Window, ...]:
        """Return the parts of the picture that may contain cards, px."""
        return self.field.windows(limits["face"], limits["face_peak"], IN_TRAY if self.is_tray else LEAST_PATCH)

    def outlines(self, image: Image, least: float) -> list[CardOutline]:
        """Outlines of a card's size of which at least that share shows a card's face."""
        outlines = [frame for frame in find_outlines(image) if self.size.fits(frame.corners)]
        return [frame for frame in outlines if self.field.face_share(frame.corners) >= least]

    def is_card(self, card: CardGroup, least_face: float) -> bool:
        """Return whether a card has the size of a card, and is more than print on a die."""
        return self.size.is_card(card, self.plain, least_face)

    def place(self, image: Image, card: CardGroup, cards: Sequence[CardGroup], most_foreign: float) -> CardPlace:
        """Return where a card lies. In a tray it is level if it is surrounded by felt only; near the rim it may lean."""
        if card.corners is None or not self.is_tray:
            return CardPlace(self._over(card, cards), True)
        others = [other.corners for other in cards if other is not card and other.corners is not None]
        is_level = foreign_share(image, card.corners, others, self.field) <= most_foreign
        return CardPlace(self._over(card, cards), is_level)

    def _over(self, card: CardGroup, cards: Sequence[CardGroup]) -> float:
        """Return how far a corner is beyond the edge, as a share of the longer side."""
        if self.edge is None:
            return 0.0
        corners = self._implied(card, cards) if card.corners is None else card.corners
        inside = min(cv2.pointPolygonTest(self.edge, (float(x), float(y)), measureDist=True) for x, y in corners)
        return max(0.0, -inside / float(_sides(corners).max()))

    def _implied(self, card: CardGroup, cards: Sequence[CardGroup]) -> NDArray[np.float32]:
        """Return (4, 2) px of a card by one of its indexes: to its right or to its left, where more of a face is seen."""
        index = card.parts[0]
        wide, high = _usual_size(cards, index.pair.unit)
        either = [index.to_here((UNIT_SQUARE - INDEX_AT) * (way * wide, high)) for way in (1, -1)]
        return max(either, key=self.field.face_share)


def _sides(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return (4,) px."""
    return np.asarray(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T), np.float32)


def _usual_size(cards: Sequence[CardGroup], unit: float) -> tuple[float, float]:
    """Return the units of width and height of the cards with known corners; without any, the least of an index."""
    sides = [np.sort(_sides(card.corners))[[0, -1]] for card in cards if card.corners is not None]
    if not sides:
        return 1 / MOST_UNIT / LONG_BY_SHORT, 1 / MOST_UNIT
    wide, high = np.median(sides, axis=0) / unit
    return float(wide), float(high)


def find_table(
    image: Image, tray: Sequence[Point] | None, markers: Markers | None, dice: Sequence[Box] = ()
) -> CardTable:
    """Return the table of a picture. `tray`: its four corners, px, or None to find it by the markers. `dice`: boxes, px."""
    if tray is not None:
        edge: NDArray[np.float32] | None = np.array(tray, np.float32).reshape(-1, 1, 2)
        is_tray = True
    else:
        markers = find_markers(image) if markers is None else markers
        edge, is_tray = _between(markers), len(markers) >= ENOUGH_MARKERS
    plain = find_index_field(image)
    field = plain if is_tray else _with_sheets(image, plain)
    return CardTable(edge, is_tray, plain, field, find_size(markers, dice))


def _with_sheets(image: Image, field: IndexField) -> IndexField:
    """Return the field with every outline that is pale at the rim and printed inside: a white ace on a white carpet.

    Not done in a tray, where nothing else has a card's shape and the time is wanted elsewhere.
    """
    sheets = [frame.corners for frame in find_outlines(image) if is_card_like(rectify(image, frame), frame)]
    return field.with_faces(sheets, SHEET)


def _between(markers: Markers) -> NDArray[np.float32] | None:
    """Return the tray's corners, (4, 1, 2) float32 px. One marker may be hidden by a card leaning on the rim.

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
