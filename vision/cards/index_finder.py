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

Floats: TypeAlias = NDArray[np.float64]
PointFilter: TypeAlias = Callable[[Floats], NDArray[np.bool_]]
"""Takes points (n, 2) px and returns a mask (n,) of those where an index may be."""

CLOSING = 31
"""Px, window of the closing that removes print. Wider print counts as paper; suits of that size are found one level lower."""
INK_DEPTHS = (0.25, 0.4, 0.17)
"""Least share of the paper's light that ink swallows, the most reliable first. At .4 a rank comes apart from a suit that
it touches, at .17 the thin strokes of small red print hang together. Below that print melts, above it breaks.
"""
LEAST_INK, LEAST_RANK_INK, LEAST_SUIT_INK = 0.05, 0.12, 0.3
"""Least area of a blot by the square of its longer side: of any (the 1 of a ten in a narrow print), of a rank that stands
alone, and of a suit.
"""
MOST_BLOTS = 3000
"""The largest, because each is compared with each. Of 351 photographs and renders of cards the fullest has 2,200 blots,
one that is dotted all over 40,000.
"""
SAME_PLACE, SAME_SIZE = 0.1, 0.15
"""Differences in place and size, by the size plus half a px, up to which two threshold passes found the same blot."""
PAPER_LEVEL = 0.75
"""Share of the window's brightest px above which a px counts as paper."""
PAPER_SHARE, PAPER_LEAST, INK_MOST = (0.38, 0.95), 60, 0.7
"""Share of paper around a blot, the least grey level of the paper, and the most of it that ink may keep."""
PAPER_WINDOW = 0.85
"""Sizes of the blot on each side of it in which paper is counted."""
SUIT_DISTANCE, SUIT_SIZE = (0.55, 2.3), (0.4, 1.9)
"""Distance and size of a suit, in sizes of its rank."""
TEN_GAP, TEN_SIZE = 1.15, 1.6
"""Largest distance of the 1 and the 0 of a ten, in sizes of the smaller one, and largest ratio of their sizes."""
PAPER_WINDOWS = ((0, 9, 9), (9, 18, 17), (18, 1000, 31))
"""Px: least size of a blot, its upper limit, and the window in which its paper and ink are measured."""


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
    contrast: Floats
    """(n,) grey values by which the paper is brighter."""

    def __len__(self) -> int:
        return len(self.size)

    def select(self, mask: NDArray[np.bool_]) -> "InkBlots":
        """Return the blots selected by a mask (n,)."""
        return InkBlots(self.at[mask], self.size[mask], self.area[mask], self.contrast[mask])

    def append(self, others: "InkBlots") -> "InkBlots":
        """Return these blots, followed by others."""
        return InkBlots(
            np.concatenate([self.at, others.at]),
            np.concatenate([self.size, others.size]),
            np.concatenate([self.area, others.area]),
            np.concatenate([self.contrast, others.contrast]),
        )


def find_blots(
    plane: Image, least: float = 4, most: float = 44, contrast: float = 14, keep: PointFilter | None = None
) -> InkBlots:
    """Find dark blots of `least` to `most` px on even paper that is brighter by `contrast` grey values.

    plane: (H, W) uint8, `index_crop.ink_plane` of a picture. Several threshold passes search, and a blot of more than one
    counts once: a local mean splits print that nearly touches, and a closing at several depths also works beside a dark
    table. keep: as in `candidate_pairs`; it drops the grain of the table early, which saves time.
    """
    block = int(most * 0.8) | 1
    below_mean = cv2.adaptiveThreshold(plane, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 11).astype(
        np.uint8
    )
    depth, paper = _ink_depth(plane)
    blots = _largest(_near_kept(_components(below_mean, least, most), keep))
    for share in INK_DEPTHS:
        ink = (depth > np.maximum(cv2.convertScaleAbs(paper, alpha=share), np.uint8(contrast))).astype(np.uint8)
        blots = _largest(_merged(blots, _largest(_near_kept(_components(ink, least, most), keep))))
    measured = _paper_contrast(plane, blots)
    return replace(blots, contrast=measured).select(measured >= contrast)


def _ink_depth(plane: Image) -> tuple[Image, Image]:
    """Return by how much the paper is brighter than each px, and the paper: the closing of the plane."""
    paper = cv2.morphologyEx(plane, cv2.MORPH_CLOSE, np.ones((CLOSING, CLOSING), np.uint8)).astype(np.uint8)
    return cv2.subtract(paper, plane).astype(np.uint8), paper


def _components(mask: Image, least: float, most: float) -> InkBlots:
    """Return the connected components of a mask that have the size and ink of print."""
    _, _, stats, centroids = cv2.connectedComponentsWithStats(mask, connectivity=4)
    width, height, area = (
        stats[1:, k].astype(np.float64) for k in (cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA)
    )
    size = np.maximum(width, height)
    fits = (size >= least) & (size <= most) & (np.minimum(width, height) >= 2) & (area >= LEAST_INK * size * size)
    return InkBlots(centroids[1:][fits].astype(np.float64), size[fits], area[fits], np.zeros(int(fits.sum())))


def _near_kept(blots: InkBlots, keep: PointFilter | None) -> InkBlots:
    """Return the blots that may be of a pair whose middle passes the filter."""
    if keep is None or not len(blots):
        return blots
    directions = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    middles = blots.at[:, None] + directions * (SUIT_DISTANCE[1] / 2 * blots.size)[:, None, None]
    return blots.select(np.asarray(keep(middles.reshape(-1, 2)).reshape(-1, len(directions)).any(axis=1)))


def _largest(blots: InkBlots) -> InkBlots:
    """Return the `MOST_BLOTS` largest, in unchanged order."""
    mask = np.zeros(len(blots), np.bool_)
    mask[np.argsort(-blots.area, kind="stable")[:MOST_BLOTS]] = True
    return blots if mask.all() else blots.select(mask)


def _merged(first: InkBlots, second: InkBlots) -> InkBlots:
    """Return the first blots, and those of the second that are not among them already."""
    if not len(first) or not len(second):
        return first if len(first) else second
    is_near = _distances(second.at, first.at) < SAME_PLACE * second.size[:, None] + 0.5
    is_alike = np.abs(second.size[:, None] - first.size) < SAME_SIZE * second.size[:, None] + 0.5
    return first.append(second.select(np.asarray(~(is_near & is_alike).any(axis=1))))


def _paper_contrast(plane: Image, blots: InkBlots) -> Floats:
    """Return (n,) grey values from ink to paper, 0 where the ground is not even like paper.

    On carpet, px of paper fill .2 of the window, on a wall more than on a card. Measured on phone photographs: 95 % of
    true indexes have .52 and more, paper above 150 and ink below .5 of it.
    """
    contrast = np.zeros(len(blots))
    for least, most, window in PAPER_WINDOWS:
        in_range = (blots.size >= least) & (blots.size < most)
        if not in_range.any():
            continue
        part = blots.select(in_range)
        columns, rows = part.at.astype(np.intp).T
        kernel = np.ones((window, window), np.uint8)
        brightest, darkest = cv2.dilate(plane, kernel), cv2.erode(plane, kernel)
        share = _share_around((plane > brightest * PAPER_LEVEL).astype(np.uint8), part)
        paper, ink = (image[rows, columns].astype(np.float64) for image in (brightest, darkest))
        is_even = (share > PAPER_SHARE[0]) & (share < PAPER_SHARE[1])
        contrast[in_range] = (paper - ink) * (is_even & (paper >= PAPER_LEAST) & (ink < INK_MOST * paper))
    return contrast


def _share_around(mask: NDArray[np.uint8], blots: InkBlots) -> Floats:
    """Return (n,) the share of ones in a mask within `PAPER_WINDOW` of each blot."""
    total = cv2.integral(mask)
    reach = blots.size[:, None] * PAPER_WINDOW
    rows, columns = mask.shape
    left, top = np.clip(blots.at - reach, 0, None).astype(np.intp).T
    right, bottom = np.clip(blots.at + reach + 1, 0, (columns, rows)).astype(np.intp).T
    ones = total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left]
    return np.asarray(ones / np.maximum(1, (right - left) * (bottom - top)), np.float64)


def with_tens(blots: InkBlots) -> InkBlots:
    """Return the blots that may be a rank, and each two that may be the 1 and the 0 of a ten as one blot."""
    ranks = blots.select(blots.area >= LEAST_RANK_INK * blots.size**2)
    if len(blots) < 2:
        return ranks
    gap = _distances(blots.at, blots.at)
    a, b = np.nonzero(np.triu(gap < TEN_GAP * np.minimum(blots.size[:, None], blots.size[None]), 1))
    is_alike = np.maximum(blots.size[a], blots.size[b]) < TEN_SIZE * np.minimum(blots.size[a], blots.size[b])
    a, b = a[is_alike], b[is_alike]
    area = blots.area[a] + blots.area[b]
    at = (blots.at[a] * blots.area[a, None] + blots.at[b] * blots.area[b, None]) / area[:, None]
    size = np.maximum(blots.size[a], blots.size[b]) * 1.1
    return ranks.append(InkBlots(at, size, area, np.minimum(blots.contrast[a], blots.contrast[b])))


def candidate_pairs(suits: InkBlots, ranks: InkBlots, keep: PointFilter | None = None) -> tuple[IndexCandidate, ...]:
    """Pair each rank with each blot at the distance and size of its suit, the pairs of most contrast first.

    keep: filter of the middles of pairs, px; None keeps all.
    """
    if not len(suits):
        return ()
    gap = _distances(ranks.at, suits.at)
    rank_size = ranks.size[:, None]
    ratio = suits.size[None] / rank_size
    fits = (
        (gap > SUIT_DISTANCE[0] * rank_size)
        & (gap < SUIT_DISTANCE[1] * rank_size)
        & (ratio > SUIT_SIZE[0])
        & (ratio < SUIT_SIZE[1])
        & (suits.area > LEAST_SUIT_INK * suits.size**2)[None]
    )
    r, s = np.nonzero(fits)
    if keep is not None:
        kept = keep((ranks.at[r] + suits.at[s]) / 2)
        r, s = r[kept], s[kept]
    order = np.argsort(-np.minimum(ranks.contrast[r], suits.contrast[s]), kind="stable")
    return tuple(
        IndexCandidate(_to_point(ranks.at[i]), _to_point(suits.at[j])) for i, j in zip(r[order], s[order], strict=True)
    )


def find_candidates(
    levels: Sequence[Image], most_pairs: int = 1500, keep: PointFilter | None = None
) -> tuple[IndexCandidate, ...]:
    """Find pairs of all sizes, at most `most_pairs` of each level of a pyramid: small ones in the full picture.

    keep: filter of points of the full picture. Without it, a carpet next to a card could crowd out the card's pairs.
    """
    candidates: list[IndexCandidate] = []
    for level, plane in enumerate(levels):
        scale = 2**level
        keep_here = _scaled_filter(keep, scale)
        blots = find_blots(plane, least=4 if level == 0 else 16, keep=keep_here)
        pairs = candidate_pairs(blots, with_tens(blots), keep_here)[:most_pairs]
        candidates += [IndexCandidate(_scaled(pair.rank_at, scale), _scaled(pair.suit_at, scale)) for pair in pairs]
    return tuple(candidates)


def _scaled_filter(keep: PointFilter | None, scale: int) -> PointFilter | None:
    """Return the filter for points of a level that is smaller by `scale`."""
    return None if keep is None else lambda points: keep((points + 0.5) * scale - 0.5)


def _scaled(point: Point, scale: int) -> Point:
    """Return a point of a smaller level as px of the full picture."""
    return (point[0] + 0.5) * scale - 0.5, (point[1] + 0.5) * scale - 0.5


def _distances(a: Floats, b: Floats) -> Floats:
    """Return (n, m) px between points (n, 2) and (m, 2)."""
    return np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])


def _to_point(row: Floats) -> Point:
    return float(row[0]), float(row[1])
