"""Which indexes are corners of one card: all four may have one, and any of them may be hidden.

Geometry comes first: a card is a rectangle, and the rank of each index is nearer to a short side than its suit.
"""

from collections.abc import Callable, Sequence

import numpy as np

from vision.cards.index_sighting import IndexSighting, agreement

TURN = 0.35
"""Radians by which two indexes of one card may be off the half turn, or off the same direction."""
SIZES = 1.43
"""Times that the one may be larger than the other, nearer to the camera."""
RIGHT, DOWN, RATIO = (2.8, 13.0), (3.5, 16.0), (0.8, 1.9)
"""Distance of two indexes in units, and its ratio of down to right: 52 and 68 mm on a card. A unit is 4 mm in small
print and 19 mm in jumbo. From straight above the ratio is 1.3.
"""
PROPORTION = 1.3
"""Distance of two indexes at one long side to that of two at one short side."""
ASIDE = 0.25
"""Of their distance: so far two indexes at one side may be out of its direction."""
MISPLACED = 0.2
"""Of the distance of two opposite indexes: so far another one may be from its corner. The view is aslant, blots are missed."""
WIDER = 1.5  # limits for two indexes that show the same card, of which a deck has but one
DIFFER = 0.2
"""Agreement below which two clear indexes are of two cards."""
ALIKE = 0.5
"""Agreement from which on two indexes may face each other less exactly, or be at one side of a card."""
DOUBTFUL = 0.8
"""Sureness below which an index is put to its partner, whatever it was read as."""


def face_each_other(a: IndexSighting, b: IndexSighting, give: float = 1.0) -> bool:
    """Return whether two indexes are arranged as upper left and lower right on one card: rotated by 180 degrees, and
    offset by a card's proportions.

    give: factor on the limits of rotation and distance. A card seen obliquely, or slightly missed blots, needs 1.5,
    which is safe if both are the same card.
    """
    return _is_diagonal(a, b, give) and a.from_here(b.middle)[0] > 0


def share_a_card(a: IndexSighting, b: IndexSighting, give: float = 1.0) -> bool:
    """Return whether two indexes are arranged as any two corners of a card with four. give: as in `face_each_other`."""
    return _is_diagonal(a, b, give) or _is_side(a, b, give)


def _is_diagonal(a: IndexSighting, b: IndexSighting, give: float) -> bool:
    if _alignment(a, b) > -np.cos(TURN * give) or not _is_alike_in_size(a, b, give):
        return False
    return all(
        _between(abs(right), RIGHT, give) and _between(down, DOWN, give) and _between(down / abs(right), RATIO, give)
        for right, down in (a.from_here(b.middle), b.from_here(a.middle))
    )


def _is_side(a: IndexSighting, b: IndexSighting, give: float) -> bool:
    """Return whether both are at one long side, on their heads to each other, or at one short side, side by side."""
    alignment = _alignment(a, b)
    if abs(alignment) < np.cos(TURN * give) or not _is_alike_in_size(a, b, give):
        return False
    offsets = [a.from_here(b.middle), b.from_here(a.middle)]
    if alignment > 0:
        offsets = [(down, abs(right)) for right, down in offsets]
    return all(
        _between(along, RIGHT if alignment > 0 else DOWN, give) and abs(aside) < ASIDE * give * along
        for aside, along in offsets
    )


def _alignment(a: IndexSighting, b: IndexSighting) -> float:
    """Return the cosine of the angle between two indexes."""
    down_a, down_b = (np.subtract(s.pair.suit_at, s.pair.rank_at) / s.pair.unit for s in (a, b))
    return float(down_a @ down_b)


def _is_alike_in_size(a: IndexSighting, b: IndexSighting, give: float) -> bool:
    return bool(1 / SIZES < (a.pair.unit / b.pair.unit) ** (1 / give) < SIZES)


def _between(value: float, limits: tuple[float, float], give: float) -> bool:
    return limits[0] / give < value < limits[1] * give


def indexes_by_card(sightings: Sequence[IndexSighting]) -> tuple[tuple[IndexSighting, ...], ...]:
    """Return the indexes of each card, one to four.

    Those that show the same card are joined where they are at corners of one rectangle, those that face each other first.
    Then two that are left and face each other are one card, unless they surely differ.
    """
    groups: list[tuple[IndexSighting, ...]] = [(sight,) for sight in sightings]
    for a, b in _links(sightings, are_of_one_card):
        groups = _joined(groups, a, b)
    alone = [group[0] for group in groups if len(group) == 1]
    joined: set[int] = set()
    for a, b in _links(alone, _may_be_of_one_card):
        if not {id(a), id(b)} & joined:
            groups = _joined(groups, a, b)
            joined |= {id(a), id(b)}
    return tuple(sorted(groups, key=lambda group: -len(group)))


def _joined(
    groups: list[tuple[IndexSighting, ...]], a: IndexSighting, b: IndexSighting
) -> list[tuple[IndexSighting, ...]]:
    """Return the groups with those of two indexes as one, where all of their indexes are of one rectangle."""
    one, other = (next(group for group in groups if any(part is sight for part in group)) for sight in (a, b))
    if one is other or not _is_rectangle(one + other):
        return groups
    return [group for group in groups if group is not one and group is not other] + [one + other]


def _links(
    sightings: Sequence[IndexSighting], is_link: Callable[[IndexSighting, IndexSighting], bool]
) -> list[tuple[IndexSighting, IndexSighting]]:
    """Return the pairs that are linked, those that face each other first, then those that agree best."""
    scored = [
        (face_each_other(a, b, WIDER), agreement(a, b), i, j)
        for i, a in enumerate(sightings)
        for j, b in enumerate(sightings[:i])
        if is_link(a, b)
    ]
    return [(sightings[i], sightings[j]) for _, _, i, j in sorted(scored, reverse=True)]


def are_of_one_card(a: IndexSighting, b: IndexSighting) -> bool:
    """Return whether two indexes show the same card at two of its corners."""
    return agreement(a, b) > ALIKE and (face_each_other(a, b, WIDER) or share_a_card(a, b))


def _may_be_of_one_card(a: IndexSighting, b: IndexSighting) -> bool:
    is_open = agreement(a, b) > DIFFER or min(a.sureness, b.sureness) < DOUBTFUL
    return is_open and face_each_other(a, b)


def _is_rectangle(parts: Sequence[IndexSighting]) -> bool:
    """Return whether each of several indexes is at a corner of its own of the rectangle that two opposite ones span.

    Two indexes are taken as they are: their link has compared them.
    """
    opposite = _opposite(parts)
    if len(parts) < 3 or opposite is None:
        return len(parts) < 3
    first, last = opposite
    taken = [_corner(first, last, part) for part in parts if part is not first and part is not last]
    return None not in taken and len(set(taken)) == len(taken)


def _corner(first: IndexSighting, last: IndexSighting, part: IndexSighting) -> str | None:
    """Return which of the two other corners of a card an index is at, if any."""
    right, down = _span(first, last)
    x, y = _away(first, last, part)
    reach = MISPLACED * float(np.hypot(right, down))
    if _alignment(first, part) > 0 and np.hypot(x - right, y) < reach:
        return "beside"
    if _alignment(first, part) < 0 and np.hypot(x, y - down) < reach:
        return "below"
    return None


def _span(first: IndexSighting, last: IndexSighting) -> tuple[float, float]:
    return _away(first, last, last)


def _away(first: IndexSighting, last: IndexSighting, part: IndexSighting) -> tuple[float, float]:
    """Return px to the right and down from the first of two opposite indexes to a third, in the mean of their axes."""
    down = np.subtract(first.pair.suit_at, first.pair.rank_at) / first.pair.unit
    down = down - np.subtract(last.pair.suit_at, last.pair.rank_at) / last.pair.unit
    down = down / np.hypot(*down)
    away = np.subtract(part.middle, first.middle)
    return float(away @ (down[1], -down[0])), float(away @ down)


def _opposite(parts: Sequence[IndexSighting]) -> tuple[IndexSighting, IndexSighting] | None:
    pairs = ((a, b) for i, b in enumerate(parts) for a in parts[:i])
    return next((pair for pair in pairs if _alignment(*pair) < 0 and not _is_side(*pair, WIDER)), None)


def span(parts: Sequence[IndexSighting]) -> tuple[IndexSighting, float, float] | None:
    """Return an index and the units to the right and down of it at which the opposite one is, or would be.

    Right is negative for an index in an upper right corner. None without two opposite indexes or two at a short side:
    those at a long side may be at either.
    """
    opposite = _opposite(parts)
    if opposite:
        first, last = opposite
        return first, *first.from_here(last.middle)
    if len(parts) == 2 and _alignment(*parts) > 0:
        right, _ = parts[0].from_here(parts[1].middle)
        return parts[0], right, abs(right) * PROPORTION
    return None
