"""Model the surface with the cards: the tray's edge, card faces, and the surroundings of a card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.card_outline import CardOutline, find_outlines, foreign_share, is_card_like, rectify
from vision.cards.index_field import LEAST_PATCH, IndexField, Window, find_index_field
from vision.cards.index_groups import CardGroup
from vision.image import Image
from vision.tray import EDGE_MM, MARKER_MM, Point, find_markers

SHEET = 0.5  # face of what has a card's outline, paper and print, though the coarse look saw none
IN_TRAY = 60  # cells of a patch in a picture of a whole tray, where a card has 200 and more, two dice that touch 40

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

    def windows(self, limits: Mapping[str, float]) -> tuple[Window, ...]:
        """Return the parts of the picture that may contain cards, px."""
        return self.field.windows(limits["face"], limits["face_peak"], IN_TRAY if self.is_tray else LEAST_PATCH)

    def outlines(self, image: Image, least: float) -> list[CardOutline]:
        """Outlines of single cards of which at least that share shows a card's face."""
        return [frame for frame in find_outlines(image) if self.field.face_share(frame.corners) >= least]

    def is_level(self, image: Image, card: CardGroup, cards: Sequence[CardGroup], most_foreign: float) -> bool:
        """Return whether a card in a tray is surrounded by felt only; near the rim it may lean on it."""
        if not self.is_tray or card.corners is None:
            return True
        others = [other.corners for other in cards if other is not card and other.corners is not None]
        return foreign_share(image, card.corners, others, self.field) <= most_foreign


def find_table(image: Image, tray: Sequence[Point] | None, markers: Markers | None) -> CardTable:
    """Return the table of a picture. `tray`: its four corners, px, or None to find it by the markers."""
    if tray is not None:
        edge: NDArray[np.float32] | None = np.array(tray, np.float32).reshape(-1, 1, 2)
        is_tray = True
    else:
        markers = find_markers(image) if markers is None else markers
        edge, is_tray = _between(markers), bool(markers)
    plain = find_index_field(image)
    return CardTable(edge, is_tray, plain, plain if is_tray else _with_sheets(image, plain))


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
