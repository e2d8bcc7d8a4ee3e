"""An index that was read, with what the net and the ink's colour say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image, Point, ink_plane, pyramid
from vision.cards.index_finder import IndexCandidate, PointFilter, find_candidates
from vision.cards.index_net import RANKS, RED, SUITS, Chances, IndexProbabilities, classify_indexes, red_chance

LOOKS = ((0.0, 0.0, 1.0), (0.05, 0.0, 1.0), (-0.05, 0.0, 1.0), (0.0, 0.06, 0.94), (0.0, -0.06, 1.07), (0.03, 0.0, 1.1))
"""Second looks at an index: units to the right, units down, unit length. A sure reading holds in all of them."""


@dataclass(frozen=True, slots=True)
class IndexSighting:
    """One index that was read."""

    pair: IndexCandidate
    index: float
    """0..1: that it is an index."""
    rank: Chances
    """(13,) in the order of RANKS, sum 1."""
    suit: Chances
    """(4,) in the order of SUITS, sum 1; colour of the ink included."""

    @property
    def sureness(self) -> float:
        """0..1: chance of the likeliest card."""
        return self.index * float(self.rank.max() * self.suit.max())

    @property
    def middle(self) -> Point:
        """Return the middle of the index, px."""
        (ax, ay), (bx, by) = self.pair.rank_at, self.pair.suit_at
        return (ax + bx) / 2, (ay + by) / 2

    def moved(self, right: float, down: float) -> "IndexSighting":
        """Return the same index, so many px of the picture further on."""
        (ax, ay), (bx, by) = self.pair.rank_at, self.pair.suit_at
        return replace(self, pair=IndexCandidate((ax + right, ay + down), (bx + right, by + down)))

    def from_here(self, point: Point) -> Point:
        """Return a point of the picture as units to the right and down of this index."""
        (ax, ay), (bx, by) = self.pair.rank_at, self.pair.suit_at
        down = np.array((bx - ax, by - ay)) / self.pair.unit
        away = (np.array(point) - self.middle) / self.pair.unit
        return float(away @ (down[1], -down[0])), float(away @ down)

    def to_here(self, away: NDArray[np.floating]) -> NDArray[np.float32]:
        """Return (n, 2) px of points (n, 2) given in units to the right and down of this index."""
        (ax, ay), (bx, by) = self.pair.rank_at, self.pair.suit_at
        down = np.array((bx - ax, by - ay))
        right = np.array((down[1], -down[0]))
        return np.asarray(self.middle + away[:, :1] * right + away[:, 1:] * down, np.float32)


def find_sightings(image: Image, least: float, keep: PointFilter | None = None) -> tuple[IndexSighting, ...]:
    """Return the indexes of a picture with a chance of at least `least`, each place once, the surest first.

    image: (H, W, 3) uint8 BGR. keep: filter of points of the picture; None keeps all.
    """
    levels = pyramid(ink_plane(image))
    return index_sightings(image, levels, find_candidates(levels, keep=keep), least)


def index_sightings(
    image: Image, levels: Sequence[Image], pairs: Sequence[IndexCandidate], least: float
) -> tuple[IndexSighting, ...]:
    """Return the pairs that are an index with a chance of at least `least`, each place once, the surest first."""
    first = classify_indexes(levels, pairs)
    chance = _index_chance(first)
    kept: list[int] = []
    for place in np.argsort(-chance * _peak(first)):
        if chance[place] < least * 0.5:
            continue
        if all(_apart(pairs[place], pairs[other]) for other in kept):
            kept.append(int(place))
    sightings = [_looked_again(image, levels, pairs[place]) for place in kept]
    return tuple(sorted((sight for sight in sightings if sight.index >= least), key=lambda sight: -sight.index))


def _looked_again(image: Image, levels: Sequence[Image], pair: IndexCandidate) -> IndexSighting:
    several = classify_indexes(levels, [_moved(pair, *change) for change in LOOKS])
    rank = several.rank[:, :-1].mean(axis=0) + 1e-4
    suit = several.suit[:, :-1].mean(axis=0) + 1e-3
    red = red_chance(image, pair)
    suit *= np.where(RED, red, 1 - red) + 0.01
    return IndexSighting(pair, float(_index_chance(several).mean()), rank / rank.sum(), suit / suit.sum())


def _moved(pair: IndexCandidate, right: float, down: float, longer: float) -> IndexCandidate:
    a, b = np.array(pair.rank_at), np.array(pair.suit_at)
    along = b - a
    shift = along * down + np.array((along[1], -along[0])) * right
    middle, half = (a + b) / 2 + shift, along / 2 * longer
    return IndexCandidate(tuple((middle - half).tolist()), tuple((middle + half).tolist()))


def _index_chance(chance: IndexProbabilities) -> Chances:
    return np.asarray((1 - chance.rank[:, -1]) * (1 - chance.suit[:, -1]))


def _peak(chance: IndexProbabilities) -> Chances:
    return np.asarray(chance.rank[:, :-1].max(axis=1, initial=0) * chance.suit[:, :-1].max(axis=1, initial=0))


def _apart(a: IndexCandidate, b: IndexCandidate) -> bool:
    """Return whether two pairs can both be indexes: no shared blots, and middles a unit apart."""
    mine, theirs = ((np.array(p.rank_at) + p.suit_at) / 2 for p in (a, b))
    return float(np.hypot(*(mine - theirs))) > 0.75 * max(a.unit, b.unit)


def agreement(a: IndexSighting, b: IndexSighting) -> float:
    """0..1: the chance that both show the same card."""
    return float((a.rank @ b.rank) * (a.suit @ b.suit))


def combined_chances(parts: Sequence[IndexSighting]) -> tuple[Chances, Chances]:
    """Rank and suit chances of a card from all its indexes: they multiply, so two that differ leave a doubt.

    Without an index every card is as likely.
    """
    rank, suit = np.ones(len(RANKS)), np.ones(len(SUITS))
    for part in parts:
        rank, suit = rank * part.rank, suit * part.suit
    return rank / rank.sum(), suit / suit.sum()
