"""Reads playing cards: one picture in, cards seen out. Pure.

Indexes are looked for all over the picture, so a fan or a half covered card is read as well as a whole
one; outlines of whole cards give a second look, the box, and the cards that lie there unread.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.wire.reading import Seen
from vision.card_crop import Image, Point, ink_plane, pyramid
from vision.card_group import Laid, laid
from vision.card_index import in_levels
from vision.card_net import RANKS, SUITS, Chances
from vision.card_outline import outlines
from vision.card_sight import joined, sights
from vision.kit import CARD, load_kit
from vision.plane import find_tray

LARGEST = 1920  # px of the long side at which a picture is read; twice the size of a small one reads no better
SPOKEN = 0.02  # least chance of an alternative that is worth a button
BUTTONS = 6  # alternatives at most: as many as a hand-held page shows in two rows
OVER = 0.06  # of a card's longer side: so far it may reach over the tray's edge, which marks are never quite at
UNREAD = 0.5  # conf of a card of which no index was found

Limits = Mapping[str, float]


@functools.cache
def _thresholds() -> Limits:
    return load_kit("cards").thresholds


def read_cards(
    image: Image,
    allowed: frozenset[str] | None = None,
    tray: Sequence[Point] | None = None,
    thresholds: Limits | None = None,
) -> tuple[Seen, ...]:
    """Every playing card of the picture, each once.

    image: (H, W, 3) uint8 BGR. allowed: the only cards that can be meant, None for all 52. tray: its four corners, px;
    None: between the four markers, or the whole picture where they are not seen. A card whose rank or suit is not
    sure has value None and says in `alternatives` what it may be; a card face down has none; a card across the edge of
    the tray is not read; one outside it is not there.
    """
    limits = thresholds or _thresholds()
    factor = min(1.0, LARGEST / max(image.shape[:2]))
    if factor < 1:
        image = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(np.uint8)
        tray = None if tray is None else tuple((x * factor, y * factor) for x, y in tray)
    levels = pyramid(ink_plane(image))
    found = sights(image, levels, in_levels(levels), limits["index"])
    cards = [card for card in laid(image, found, outlines(image), limits["index"]) if _is_worth_a_word(card, limits)]
    edge = _edge(image, tray) if cards else None
    seen = (_seen(card, edge, allowed, limits) for card in cards)
    return tuple(_enlarged(one, 1 / factor) for one in seen if one is not None)


def _enlarged(seen: Seen, by: float) -> Seen:
    """The same in a picture `by` times as large."""
    if by == 1 or seen.box is None:
        return seen
    x, y, w, h = (round(value * by, 1) for value in seen.box)
    return replace(seen, box=(x, y, w, h))


def _is_worth_a_word(card: Laid, limits: Limits) -> bool:
    """A lone index in open country, no outline and no second one, is print of something else unless it is read well."""
    return not _is_lone(card) or card.parts[0].sureness >= limits["lone"]


def _is_lone(card: Laid) -> bool:
    return card.frame is None and len(card.parts) == 1


def _edge(image: Image, tray: Sequence[Point] | None) -> NDArray[np.float32] | None:
    """The tray's corners (4, 1, 2) float32 px."""
    if tray is None:
        between = find_tray(image)
        tray = between.corners if between else None
    return None if tray is None else np.array(tray, np.float32).reshape(-1, 1, 2)


def _seen(card: Laid, edge: NDArray[np.float32] | None, allowed: frozenset[str] | None, limits: Limits) -> Seen | None:
    """What is known of one card; None where it lies outside the tray."""
    x, y, w, h = card.box
    if edge is not None and cv2.pointPolygonTest(edge, (x + w / 2, y + h / 2), measureDist=False) < 0:
        return None
    box = (round(x, 1), round(y, 1), round(w, 1), round(h, 1))
    if not card.parts and not card.counted:
        return Seen(CARD, None, UNREAD, (), box)
    rank, suit = joined(card.parts)
    rank, suit = rank * card.body[0], suit * card.body[1]
    rank, suit = rank / rank.sum(), suit / suit.sum()
    chances = _of_cards(rank, suit, allowed)
    best, chance = chances[0] if chances else ("", 0.0)
    rank_sure = float(rank.max()) >= limits["rank_sure"]
    suit_sure = float(suit.max()) >= limits["suit_sure"]
    conf = round(chance * max((part.index for part in card.parts), default=1.0), 3)
    least = limits["lone_sure" if _is_lone(card) else "sure"]
    read = bool(card.parts) and rank_sure and suit_sure and conf >= least and not _hangs_over(card, edge)
    others = _others(chances, RANKS[int(rank.argmax())] if rank_sure or not card.parts else "", read)
    return Seen(CARD, best if read else None, conf, others, box)


def _hangs_over(card: Laid, edge: NDArray[np.float32] | None) -> bool:
    if edge is None or card.frame is None:
        return False
    side = OVER * max(card.box[2:])
    corners = [(float(px), float(py)) for px, py in card.frame.corners]
    return any(cv2.pointPolygonTest(edge, corner, measureDist=True) < -side for corner in corners)


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
