"""Judge a card by its indexes, pips and place: the value or the alternatives, each with its chance. Pure."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema import UNKNOWN, Box, SeenObject
from vision.cards.index_corners import ALIKE, DOUBTFUL
from vision.cards.index_groups import STANDS_OUT, CardGroup, is_lone
from vision.cards.index_net import RANKS, SUITS, Chances
from vision.cards.index_sighting import agreement, combined_chances
from vision.kit import CARD, load_kit

SPOKEN = 0.02  # least chance of an alternative that is worth a button
BUTTONS = 6  # alternatives at most: as many as a hand-held page shows in two rows
OVER = 0.06  # of a card's longer side: so far it may reach over the tray's edge, which marks are never quite at
BEYOND = 0.1  # beyond this share a card surely leans on the rim and is not in the tray
UNLIKE = 1.6
"""Ratio of sizes from which print is not an index of this deck. 75 cards of photographs had .73 to 1.3."""
WITNESSED = 0.97  # that print in a corner is an index at all, where another index or the pips say the same as it
UNREAD = 0.5  # conf of a card of which no index was found


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card lies in the tray; on a table without one it is level and not over anything."""

    over: float
    """Share of its longer side by which it is over the tray's edge, 0 if it is inside."""
    is_level: bool
    """True if felt surrounds it."""


Limits = Mapping[str, float]
"""Name -> number of the table `[thresholds]` of the kit `cards`."""


@functools.cache
def default_limits() -> Limits:
    """Load the thresholds of the kit `cards`, once."""
    return load_kit("cards").thresholds


def is_plausible(card: CardGroup, cards: Sequence[CardGroup], usual: float, limits: Limits) -> bool:
    """Return whether a card is credible. A lone index without outline and partner must be read well and have the size
    of the others: a calendar on the wall is not of this deck, nor is a pip on a court card's frame.
    """
    if not is_lone(card):
        return True
    (index,) = card.parts
    alike = not usual or 1 / UNLIKE < index.pair.unit / usual < UNLIKE
    apart = index.sureness >= STANDS_OUT or not any(other.holds(index.middle) for other in cards)
    return alike and apart and index.sureness >= limits["lone"]


def usual_unit(cards: Sequence[CardGroup]) -> float:
    """Return px from rank to suit: the median of cards with several known indexes, else the surest index, else 0."""
    units = [part.pair.unit for card in cards if not is_lone(card) for part in card.parts]
    if units:
        return float(np.median(units))
    lone = [part for card in cards for part in card.parts if part.sureness >= DOUBTFUL]
    return max(lone, key=lambda part: part.sureness).pair.unit if lone else 0.0


def judge_card(
    card: CardGroup,
    edge: NDArray[np.float32] | None,
    place: CardPlace,
    allowed: frozenset[str] | None,
    limits: Limits,
) -> SeenObject | None:
    """Return the verdict on one card; None outside the tray.

    A card over the rim is partial; one that surely leans on it, so is not in the tray, is unknown besides.
    """
    if edge is not None and _within(edge, card.box) < 0:
        return None
    box = _rounded(card.box)
    if place.over > BEYOND:
        return SeenObject(UNKNOWN, None, UNREAD, (), box, partial=True)
    partial = place.over > OVER or not place.is_level
    if not card.parts and not card.counted:
        return SeenObject(CARD, None, UNREAD, (), box, partial=partial)
    rank, suit = combined_chances(card.parts)
    rank, suit = rank * card.body[0], suit * card.body[1]
    rank, suit = rank / rank.sum(), suit / suit.sum()
    chances = _of_cards(rank, suit, allowed)
    best, chance = chances[0] if chances else ("", 0.0)
    rank_sure = float(rank.max()) >= limits["rank_sure"]
    suit_sure = float(suit.max()) >= limits["suit_sure"]
    conf = round(chance * _presence(card), 3)
    least = limits["lone_sure" if is_lone(card) else "sure"]
    read = bool(card.parts) and rank_sure and suit_sure and conf >= least and not partial
    others = _others(chances, RANKS[int(rank.argmax())] if rank_sure or not card.parts else "", read)
    return SeenObject(CARD, best if read else None, calibrated(conf, limits), others, box, partial=partial)


def calibrated(chance: float, limits: Limits) -> float:
    """Return the chance that the likeliest card is the right one, by how often it was: nets and their product are too
    modest.
    """
    odds = np.log(max(chance, 1e-3) / max(1 - chance, 1e-3))
    confidence = 1 / (1 + np.exp(-(limits["conf_slope"] * odds + limits["conf_offset"])))
    return round(min(float(confidence), limits["conf_most"]), 3)


def _presence(card: CardGroup) -> float:
    """Return the chance that an index is present, 0..1. An index at another corner and matching pips are witnesses."""
    index = max((part.index for part in card.parts), default=1.0)
    return max(index, WITNESSED) if _is_counted(card) or _is_repeated(card) else index


def _is_counted(card: CardGroup) -> bool:
    rank, _ = combined_chances(card.parts)
    return card.counted and bool(rank.argmax() == card.body[0].argmax())


def _is_repeated(card: CardGroup) -> bool:
    return any(agreement(a, b) > ALIKE for i, a in enumerate(card.parts) for b in card.parts[:i])


def unread_card(box: Box, edge: NDArray[np.float32] | None) -> SeenObject | None:
    """Return a card without a value; None outside the tray."""
    if edge is not None and _within(edge, box) < 0:
        return None
    return SeenObject(CARD, None, UNREAD, (), _rounded(box))


def _within(edge: NDArray[np.float32], box: Box) -> float:
    """Return px from the box's middle to the edge; negative outside."""
    x, y, w, h = box
    return float(cv2.pointPolygonTest(edge, (x + w / 2, y + h / 2), measureDist=True))


def _rounded(box: Box) -> Box:
    x, y, w, h = (round(side, 1) for side in box)
    return x, y, w, h


def _of_cards(rank: Chances, suit: Chances, allowed: frozenset[str] | None) -> list[tuple[str, float]]:
    """All cards with their chance, the likeliest first."""
    product = np.outer(rank, suit)
    cards = [(RANKS[r] + SUITS[s], float(product[r, s])) for r in range(len(RANKS)) for s in range(len(SUITS))]
    return sorted(((card, p) for card, p in cards if allowed is None or card in allowed), key=lambda item: -item[1])


def _others(chances: list[tuple[str, float]], rank: str, read: bool) -> tuple[tuple[str, float], ...]:
    """Return the alternatives. With a sure rank at least two cards of it, so that one tap picks the suit."""
    if rank and not read:
        alike = [(card, p) for card, p in chances if card[:-1] == rank]
        chances = alike[:2] + [(card, p) for card, p in alike[2:] if p >= SPOKEN]
    else:
        chances = [(card, p) for card, p in chances[1 if read else 0 :] if p >= SPOKEN]
    return tuple((card, round(p, 3)) for card, p in chances[:BUTTONS])
