"""Reads playing cards: one picture in, cards seen out. Pure.

Indexes are looked for all over the picture, so a fan or a half covered card is read as well as a whole
one; outlines of whole cards give a second look, the box, and the cards that lie there unread.
"""

import functools
from collections.abc import Mapping, Sequence

import numpy as np

from companion.wire.reading import Box, Seen

from vision.card_crop import Image, ink_plane, pyramid
from vision.card_index import in_levels
from vision.card_net import RANKS, SUITS, Chances
from vision.card_outline import Outline, outlines
from vision.card_sight import Sight, are_one_card, joined, sights
from vision.kit import CARD, load_kit

SPOKEN = 0.02   # least chance of an alternative that is worth a button


@functools.cache
def _thresholds() -> Mapping[str, float]:
    return load_kit("cards").thresholds


def read_cards(image: Image, allowed: frozenset[str] | None = None, thresholds: Mapping[str, float] | None = None) -> tuple[Seen, ...]:
    """Every playing card of the picture, each once.

    image: (H, W, 3) uint8 BGR. allowed: the only cards that can be meant, None for all 52. A card whose rank or
    suit is not sure has value None and says in `alternatives` what it may be; a card face down has none.
    """
    limits = thresholds or _thresholds()
    levels = pyramid(ink_plane(image))
    found = sights(image, levels, in_levels(levels), limits["index"])
    frames = outlines(image)
    return tuple(_seen(parts, frames, allowed, limits) for parts in _grouped(found))


def _grouped(found: Sequence[Sight]) -> tuple[tuple[Sight, ...], ...]:
    """Indexes by card: two that face each other are one card, best matches first."""
    scored = [(are_one_card(a, b), i, j) for i, a in enumerate(found) for j, b in enumerate(found) if i < j]
    partner: dict[int, int] = {}
    for score, i, j in sorted(scored, reverse=True):
        if score > 0.2 and i not in partner and j not in partner:
            partner[i], partner[j] = j, i
    groups = [(found[i], found[j]) for i, j in partner.items() if i < j]
    return (*groups, *((sight,) for i, sight in enumerate(found) if i not in partner))


def _seen(parts: Sequence[Sight], frames: Sequence[Outline], allowed: frozenset[str] | None, limits: Mapping[str, float]) -> Seen:
    rank, suit = joined(parts)
    chances = _of_cards(rank, suit, allowed)
    best, chance = chances[0] if chances else ("", 0.0)
    sure = rank.max() >= limits["rank_sure"] and suit.max() >= limits["suit_sure"] and chance > 0
    index = max(part.index for part in parts)
    return Seen(
        kind=CARD,
        value=best if sure else None,
        conf=round(chance * index, 3),
        alternatives=tuple((card, round(p, 3)) for card, p in chances if p >= SPOKEN),
        box=_box(parts, frames),
    )


def _of_cards(rank: Chances, suit: Chances, allowed: frozenset[str] | None) -> list[tuple[str, float]]:
    """All cards with their chance, the likeliest first."""
    product = np.outer(rank, suit)
    cards = [(RANKS[r] + SUITS[s], float(product[r, s])) for r in range(len(RANKS)) for s in range(len(SUITS))]
    return sorted(((card, p) for card, p in cards if allowed is None or card in allowed), key=lambda item: -item[1])


def _box(parts: Sequence[Sight], frames: Sequence[Outline]) -> Box:
    """The outline that holds the indexes, else what they span with a rim of 1.2 units."""
    for frame in frames:
        if all(frame.holds(part.middle) for part in parts):
            return _rounded(frame.box)
    points = np.array([part.middle for part in parts])
    rim = 1.2 * max(part.pair.unit for part in parts)
    (x, y), (right, low) = points.min(0) - rim, points.max(0) + rim
    return _rounded((float(x), float(y), float(right - x), float(low - y)))


def _rounded(box: Box) -> Box:
    x, y, w, h = (round(value, 1) for value in box)
    return x, y, w, h
