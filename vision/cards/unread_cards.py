"""Find cards that grouping missed: faint indexes next to read cards, and card faces that no found card explains."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import Box
from vision.cards.card_outline import CardOutline
from vision.cards.index_corners import WIDER, share_a_card
from vision.cards.index_field import IndexField
from vision.cards.index_groups import CardGroup
from vision.cards.index_sighting import IndexSighting, agreement

LEAST_CELLS = 80  # a third of a card in a picture of the whole tray; dice and tokens reach 46
GROWN = 1.15  # of its size: a card's place is not known to the millimetre
REACH = 11.0  # units from a lone index to the other end of its card

# Where no tray is, papers and books show a card's face too: only what has a card's shape and size is mentioned.
BESIDE_CELLS = 60  # least cells, next to read cards
ALONE_CELLS = 120  # least, where none was read: dice seen from near reach 105
MOST_SHARE = 0.5  # of the picture, of a patch where no card was read
AS_LARGE = (0.55, 1.7)  # times the area of the cards that were read
FILLED = 0.6  # of the rectangle around it: nine in ten single cards fill more, a sheet cut by others less
LONGEST = 1.8  # long by short sides
IN_UNITS = (6.5, 9.4)  # width and height of a card by its index, from rank to suit, in ordinary print
SMALL_PRINT = 1.4  # times that in small print: so far a lone index may explain what is seen
BEFORE = (1.4, 1.8)  # units to the left and above a lone index's middle that are still its card

LIKE_USUAL = 1.35  # times larger or smaller than the usual index: cards of one deck on one table
CLEAR_PRINT = 0.9  # of rank or suit: the other may be in the glare
ON_FACE = 0.5  # share of a card's face on which it stands
SAME_CARD = 0.1  # agreement from which on it may be the other index of a card that is known


def unread_in_tray(field: IndexField, cards: Sequence[CardGroup], limits: Mapping[str, float]) -> Iterator[Box]:
    """Boxes, px of the picture, of patches whose face is at least `limits["unread"]`, the largest first."""
    left = (field.face >= limits["unread"]).astype(np.uint8)
    for card in cards:
        cv2.fillConvexPoly(left, np.round(_extent(card) / np.array(field.px)).astype(np.int32), 0)
    _, _, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    for x, y, w, h, area in sorted(stats[1:].tolist(), key=lambda row: -row[4]):
        if area >= LEAST_CELLS:
            yield x * field.px[0], y * field.px[1], w * field.px[0], h * field.px[1]


def unread_on_table(field: IndexField, cards: Sequence[CardGroup], limits: Mapping[str, float]) -> Iterator[Box]:
    """Yield the same where no tray is: patches shaped as a card, as large as the cards that were read, if any was."""
    usual = _usual_area(cards) / (field.px[0] * field.px[1])
    for patch in _patches(field, cards, limits["patch"]):
        if not _is_shaped(patch):
            continue
        if usual:
            is_card = AS_LARGE[0] < patch.cells / usual < AS_LARGE[1] and patch.cells >= BESIDE_CELLS
        else:
            is_card = ALONE_CELLS <= patch.cells < MOST_SHARE * field.face.size
        if is_card and patch.face >= limits["unread_beside" if usual else "unread_alone"]:
            x, y, w, h = patch.box
            yield x * field.px[0], y * field.px[1], w * field.px[0], h * field.px[1]


def is_on_sheet(box: Box, outlines: Sequence[CardOutline], cards: Sequence[CardGroup]) -> bool:
    """Return whether a patch is on a sheet of paper, whose outline is larger than the cards that were read."""
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    read = [part.middle for card in cards for part in card.parts]
    usual = _usual_area(cards)
    return bool(usual) and any(
        sheet.area > AS_LARGE[1] * usual and sheet.holds(middle) and not any(sheet.holds(point) for point in read)
        for sheet in outlines
    )


@dataclass(frozen=True, slots=True)
class _Patch:
    """A patch that shows a card's face."""

    box: tuple[int, int, int, int]
    """Left, top, width, height: cells."""
    cells: int
    face: float
    """0..1, mean."""
    sides: tuple[float, float]
    """Cells: of the smallest rectangle around it, at any turn."""


def _patches(field: IndexField, cards: Sequence[CardGroup], least: float) -> Iterator[_Patch]:
    """Yield patches above `least` that no card explains, without slivers along a card's edge."""
    left = (field.face >= least).astype(np.uint8)
    size = _size_in_units(cards)
    in_four = any(len(card.parts) > 2 for card in cards)
    for card in cards:
        cv2.fillConvexPoly(left, np.round((_place(card, size, in_four) + 0.5) / field.px - 0.5).astype(np.int32), 0)
    left = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(np.uint8)
    count, named, stats, _ = cv2.connectedComponentsWithStats(left, connectivity=4)
    for k in range(1, count):
        x, y, w, h, area = (int(value) for value in stats[k])
        if area >= BESIDE_CELLS:
            mine = named == k
            _, sides, _ = cv2.minAreaRect(np.argwhere(mine).astype(np.float32))
            yield _Patch((x, y, w, h), area, float(field.face[mine].mean()), (sides[0] + 1, sides[1] + 1))


def _is_shaped(patch: _Patch) -> bool:
    short, long = sorted(patch.sides)
    return patch.cells >= FILLED * short * long and long < LONGEST * short


def _usual_area(cards: Sequence[CardGroup]) -> float:
    """Px of a card of this table; 0 where none was read."""
    areas = [float(cv2.contourArea(card.corners)) for card in cards if card.corners is not None]
    units = [part.pair.unit for card in cards for part in card.parts]
    if areas or not units:
        return float(np.median(areas)) if areas else 0.0
    return float(np.median(units)) ** 2 * IN_UNITS[0] * IN_UNITS[1]


def _size_in_units(cards: Sequence[CardGroup]) -> NDArray[np.float64]:
    """(2,) width and height of this table's cards by their indexes; what small print has where no whole card was read."""
    found = []
    for card in cards:
        if card.corners is not None and card.parts:
            side = np.hypot(*(np.roll(card.corners, -1, axis=0) - card.corners).T)
            unit = float(np.median([part.pair.unit for part in card.parts]))
            found.append(sorted((side[::2].mean() / unit, side[1::2].mean() / unit)))
    return np.asarray(np.median(found, axis=0) if found else np.array(IN_UNITS) * SMALL_PRINT, np.float64)


def _place(card: CardGroup, size: NDArray[np.float64], in_four: bool) -> NDArray[np.float64]:
    """Return (4, 2) px that the card explains; for a lone index, the side of its card.

    in_four: cards of this table have an index in each corner, so a card may be on either side.
    """
    if card.corners is not None:
        return _extent(card)
    left, top = BEFORE
    right, low = size * GROWN - 0.8
    left = right if in_four or len(card.parts) > 1 else left
    corners = np.array([(-left, -top), (right, -top), (right, low), (-left, low)])
    return np.asarray(card.parts[0].to_here(corners), np.float64)


def _extent(card: CardGroup) -> NDArray[np.float64]:
    """Return (4, 2) px of the card's possible area."""
    if card.corners is not None:
        middle = card.corners.mean(axis=0)
        return np.asarray(middle + (card.corners - middle) * GROWN, np.float64)
    index = card.parts[0]
    around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * index.pair.unit * REACH
    return np.asarray(index.middle + around, np.float64)


def faint_sightings(
    found: Sequence[IndexSighting], cards: Sequence[CardGroup], field: IndexField
) -> Iterator[IndexSighting]:
    """Those of `found` that are of a card not among `cards`, each place once, the surest first."""
    known = [part for card in cards for part in card.parts]
    if not known:
        return
    usual = float(np.median([part.pair.unit for part in known]))
    for sight in sorted(found, key=lambda sight: -sight.index):
        if (
            _is_alike(sight, usual, field)
            and not any(_explains(card, sight) for card in cards)
            and _is_new(sight, known)
        ):
            known.append(sight)
            yield sight


def _is_alike(sight: IndexSighting, usual: float, field: IndexField) -> bool:
    size = sight.pair.unit / usual
    is_clear = max(float(sight.rank.max()), float(sight.suit.max())) >= CLEAR_PRINT
    return is_clear and 1 / LIKE_USUAL < size < LIKE_USUAL and field.shows(np.array([sight.middle]))[0] >= ON_FACE


def _explains(card: CardGroup, sight: IndexSighting) -> bool:
    """Return whether the index is print of that card: on it, or at the place of its second index."""
    return card.holds(sight.middle) or any(
        share_a_card(sight, part, WIDER) and agreement(sight, part) > SAME_CARD for part in card.parts
    )


def _is_new(sight: IndexSighting, known: Sequence[IndexSighting]) -> bool:
    return all(
        float(np.hypot(*np.subtract(sight.middle, other.middle))) > max(sight.pair.unit, other.pair.unit)
        for other in known
    )
