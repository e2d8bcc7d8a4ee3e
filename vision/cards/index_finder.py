"""Find candidates for the index of a playing card: two blots of ink on paper, one below the other.

Uses sizes and distances only; the net decides about rank and suit (`index_net.py`). Works on whole pictures and on one
rectified card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.index_crop import Image, Point

Floats = NDArray[np.float64]
Shown: TypeAlias = Callable[[Floats], NDArray[np.bool_]]
"""Of points (n, 2) px, (n,) whether an index may stand there."""

WIDEST = 31
"""Px. Print wider than this in both directions counts as paper. Suits of that size are found one level lower."""
DEPTHS = (0.25, 0.4, 0.17)
"""Of the paper's light that ink swallows at least, the plainest first: at .4 a rank comes apart from a suit that it
touches, at .17 the thin strokes of small red print hang together; below that print melts, above it breaks."""
ROW = ("at", "size", "area", "clear")
SLENDER, STOUT = 0.05, 0.12
"""Least ink of a blot, of the square of its longer side: of the 1 of a ten in a narrow print, and of a rank that stands alone."""

MOST = 3000
"""Blots, the largest, for each is held against each: of 351 photographs and renders of cards the fullest has 2,200, one
that is dotted all over 40,000.
"""
BESIDE, LIKE = 0.1, 0.15
"""Of its size, and half a px more: a blot so near another and so like it in size is the same one, seen by the other eye."""
LIT = 0.75
"""Share of the window's brightest px above which a px counts as paper."""
PAPER, DIM, DEEPEST = (0.38, 0.95), 60, 0.7
"""Share of paper around a blot, the least grey level of it, and the most that ink may keep of it."""
AROUND = 0.85
"""Sizes of the blot on each side of it, in which paper is counted."""
DOWN, AS_LARGE, INKED = (0.55, 2.3), (0.4, 1.9), 0.3
"""From a rank to its suit, in sizes of the rank. The suit's size by the rank's. Its least ink, of its longer side
squared.
"""


@dataclass(frozen=True, slots=True)
class IndexCandidate:
    """A place to read: ink centroids of what may be a rank and a suit, (x, y) px of the full picture."""

    rank_at: Point
    suit_at: Point

    @property
    def unit(self) -> float:
        """Px from rank to suit."""
        return float(np.hypot(self.suit_at[0] - self.rank_at[0], self.suit_at[1] - self.rank_at[1]))


@dataclass(frozen=True, slots=True)
class InkBlots:
    """Blots of ink of one picture, one row each."""

    at: Floats
    """(n, 2) px, centroids."""
    size: Floats
    """(n,) px, longer sides."""
    area: Floats
    """(n,) px."""
    clear: Floats
    """(n,) grey values by which the ground is brighter."""

    def __len__(self) -> int:
        return len(self.size)

    def select(self, which: NDArray[np.bool_]) -> "InkBlots":
        """Return the blots selected by a mask."""
        return InkBlots(self.at[which], self.size[which], self.area[which], self.clear[which])


def find_blots(
    plane: Image, least: float = 4, most: float = 44, contrast: float = 14, shown: Shown | None = None
) -> InkBlots:
    """Dark blots of `least` to `most` px on something brighter by `contrast` grey values, and even as paper is.

    plane: (H, W) uint8, `index_crop.ink_plane` of a picture. Several eyes look, and what more than one sees is taken once:
    what is darker than the mean of its surroundings, which splits print that nearly touches; and what a closing fills,
    to several depths, which a dark table beyond the card's edge does not hide. shown: as in `candidate_pairs`; grain of the table
    that can be of no pair is left out before it costs time.
    """
    block = int(most * 0.8) | 1
    below_mean = cv2.adaptiveThreshold(plane, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 11).astype(
        np.uint8
    )
    depth, paper = _filled(plane)
    found = _largest(_near(_components(below_mean, least, most), shown))
    for share in DEPTHS:
        ink = (depth > np.maximum(cv2.convertScaleAbs(paper, alpha=share), np.uint8(contrast))).astype(np.uint8)
        found = _largest(_joined(found, _largest(_near(_components(ink, least, most), shown))))
    clear = _on_paper(plane, found)
    return replace(found, clear=clear).select(clear >= contrast)


def _filled(plane: Image) -> tuple[Image, Image]:
    """By how much the closing of the plane is brighter, and the closing: grey values of the ink's depth and of the paper."""
    paper = cv2.morphologyEx(plane, cv2.MORPH_CLOSE, np.ones((WIDEST, WIDEST), np.uint8)).astype(np.uint8)
    return cv2.subtract(paper, plane).astype(np.uint8), paper


def _components(mask: Image, least: float, most: float) -> InkBlots:
    _, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    wide, high, area = (
        stats[1:, k].astype(np.float64) for k in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    size = np.maximum(wide, high)
    fits = (size >= least) & (size <= most) & (np.minimum(wide, high) >= 2) & (area >= SLENDER * size * size)
    return InkBlots(middles[1:][fits].astype(np.float64), size[fits], area[fits], np.zeros(int(fits.sum())))


def _near(found: InkBlots, shown: Shown | None) -> InkBlots:
    """Those that may be of a pair whose middle is shown."""
    if shown is None or not len(found):
        return found
    ways = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    around = found.at[:, None] + ways * (DOWN[1] / 2 * found.size)[:, None, None]
    return found.select(np.asarray(shown(around.reshape(-1, 2)).reshape(-1, len(ways)).any(axis=1)))


def _largest(found: InkBlots) -> InkBlots:
    """At most `MOST`, in the order they had."""
    which = np.zeros(len(found), np.bool_)
    which[np.argsort(-found.area, kind="stable")[:MOST]] = True
    return found if which.all() else found.select(which)


def _joined(first: InkBlots, second: InkBlots) -> InkBlots:
    """All of the first, and those of the second that are not nearly the same as one of them."""
    if not len(first) or not len(second):
        return first if len(first) else second
    close = _distances(second.at, first.at) < BESIDE * second.size[:, None] + 0.5
    alike = np.abs(second.size[:, None] - first.size) < LIKE * second.size[:, None] + 0.5
    new = second.select(np.asarray(~(close & alike).any(axis=1)))
    return InkBlots(*(np.concatenate([getattr(part, name) for part in (first, new)]) for name in ROW))


def _on_paper(plane: Image, found: InkBlots) -> Floats:
    """(n,) grey values from ink to ground, 0 where the ground is not even: paper fills .2 of the window on carpet, on a wall more than on a card.

    Measured on phone photographs: 95 % of true indexes have .52 and more, paper above 150 and ink below .5 of it.
    """
    clear = np.zeros(len(found))
    for least, most, window in ((0, 9, 9), (9, 18, 17), (18, 1000, 31)):
        mine = (found.size >= least) & (found.size < most)
        if not mine.any():
            continue
        part = found.select(mine)
        steps = part.at.astype(np.intp)
        around = np.ones((window, window), np.uint8)
        top, deep = cv2.dilate(plane, around), cv2.erode(plane, around)
        even = _share((plane > top * LIT).astype(np.uint8), part)
        paper, ink = (image[steps[:, 1], steps[:, 0]].astype(np.float64) for image in (top, deep))
        good = (even > PAPER[0]) & (even < PAPER[1]) & (paper >= DIM) & (ink < DEEPEST * paper)
        clear[mine] = (paper - ink) * good
    return clear


def _share(mask: NDArray[np.uint8], found: InkBlots) -> Floats:
    """Share of ones in `mask` within `AROUND` of each blot."""
    total = cv2.integral(mask)
    reach = found.size[:, None] * AROUND
    rows, columns = mask.shape
    left, top = np.clip(found.at - reach, 0, None).astype(np.intp).T
    right, low = np.clip(found.at + reach + 1, 0, (columns, rows)).astype(np.intp).T
    lit = total[low, right] - total[top, right] - total[low, left] + total[top, left]
    return np.asarray(lit / np.maximum(1, (right - left) * (low - top)), np.float64)


def with_tens(found: InkBlots) -> InkBlots:
    """Return the blots that may be a rank, and every two that may be the 1 and the 0 of a ten taken together."""
    stout = found.select(found.area >= STOUT * found.size**2)
    if len(found) < 2:
        return stout
    gap = _distances(found.at, found.at)
    a, b = np.nonzero(np.triu(gap < 1.15 * np.minimum(found.size[:, None], found.size[None]), 1))
    alike = np.maximum(found.size[a], found.size[b]) < 1.6 * np.minimum(found.size[a], found.size[b])
    a, b = a[alike], b[alike]
    weight = found.area[a] + found.area[b]
    at = (found.at[a] * found.area[a, None] + found.at[b] * found.area[b, None]) / weight[:, None]
    size = np.maximum(found.size[a], found.size[b]) * 1.1
    clear = np.minimum(found.clear[a], found.clear[b])
    tens = InkBlots(at, size, weight, clear)
    return InkBlots(*(np.concatenate([getattr(part, name) for part in (stout, tens)]) for name in ROW))


def candidate_pairs(single: InkBlots, ranks: InkBlots, shown: Shown | None = None) -> tuple[IndexCandidate, ...]:
    """Pair every blot of `ranks` with each blot of `single` at the distance and size of a suit, the clearest first.

    shown: of the middles of pairs, px, those that may be an index, or None for all.
    """
    if not len(single):
        return ()
    gap = _distances(ranks.at, single.at)
    height = ranks.size[:, None]
    ratio = single.size[None] / height
    fits = (
        (gap > DOWN[0] * height)
        & (gap < DOWN[1] * height)
        & (ratio > AS_LARGE[0])
        & (ratio < AS_LARGE[1])
        & (single.area > INKED * single.size**2)[None]
    )
    r, s = np.nonzero(fits)
    if shown is not None:
        kept = shown((ranks.at[r] + single.at[s]) / 2)
        r, s = r[kept], s[kept]
    order = np.argsort(-np.minimum(ranks.clear[r], single.clear[s]), kind="stable")
    return tuple(
        IndexCandidate(_point(ranks.at[i]), _point(single.at[j])) for i, j in zip(r[order], s[order], strict=True)
    )


def find_candidates(
    levels: Sequence[Image], most_pairs: int = 1500, shown: Shown | None = None
) -> tuple[IndexCandidate, ...]:
    """Return pairs of all sizes, the clearest of each level: small ones from the full picture, larger ones from its
    halves.

    shown: of points of the full picture, those that may be an index. Without it, a carpet next to a card could crowd
    out the card's pairs.
    """
    found: list[IndexCandidate] = []
    for level, plane in enumerate(levels):
        scale = 2**level
        mine = _of_level(shown, scale)
        single = find_blots(plane, least=4 if level == 0 else 16, shown=mine)
        near = candidate_pairs(single, with_tens(single), mine)[:most_pairs]
        found += [IndexCandidate(_grown(pair.rank_at, scale), _grown(pair.suit_at, scale)) for pair in near]
    return tuple(found)


def _of_level(shown: Shown | None, scale: int) -> Shown | None:
    """Return the same of points of a smaller level."""
    return None if shown is None else lambda points: shown((points + 0.5) * scale - 0.5)


def _grown(point: Point, scale: int) -> Point:
    return (point[0] + 0.5) * scale - 0.5, (point[1] + 0.5) * scale - 0.5


def _distances(a: Floats, b: Floats) -> Floats:
    return np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])


def _point(row: Floats) -> Point:
    return float(row[0]), float(row[1])
