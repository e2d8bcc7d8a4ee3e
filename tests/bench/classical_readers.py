"""Two simple readers of pips without network, kit or doubt, as many projects use them. Ours is compared with them.

They get the floor of the tray alone: they would take markers and the table for dice.

Both find round dark or light spots and group near ones to a die. Distances are shares of the
picture's long side. They suit a tray that fills the picture, where a die is about 50 of 1280 px wide.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray.tray_plane import find_markers, find_tray

Image: TypeAlias = NDArray[np.uint8]
Spots: TypeAlias = NDArray[np.float64]
"""(N, 2) px."""

LONG_SIDE = 1280
"""Pictures are brought to this size first."""
REACH = 26.0
"""Px. Two pips of one die are at most this far apart, or have a third between them."""
APART = 36.0
"""Px. Clusters with a larger mean distance of pips are two dice."""
SPOT = (12.0, 220.0)
"""Px2 of a pip."""
ROUND = 0.6
"""Least ratio of a pip's axes."""
SAME = 4.0
"""Px. The outer and the inner edge of one pip have their middles this near."""
GROWN = 1.4
"""A marker's white margin belongs to it."""
MOST = 150
"""A wooden table has thousands of spots; the clustering looks at no more."""
MOST_PIPS = 6


def floor_of(image: Image) -> Image:
    """Return the picture with everything but the tray's floor painted in the floor's colour."""
    bare = image.copy()
    colour = np.median(image[::8, ::8].reshape(-1, 3), axis=0)
    for quad in find_markers(image).values():
        middle = quad.mean(axis=0)
        cv2.fillConvexPoly(bare, (middle + GROWN * (quad - middle)).astype(np.int32), colour.tolist())
    tray = find_tray(image)
    if tray is not None:
        bare[tray.mask((image.shape[0], image.shape[1]), image.shape[:2]) == 0] = colour
    return bare


def by_blobs(image: Image) -> tuple[str, ...]:
    """Faces by OpenCV's blob detector and clustering by distance (DBSCAN with every spot a core). Sorted."""
    small = cv2.medianBlur(_sized(image), 3)
    spots = np.array([key.pt for detector in _detectors() for key in detector.detect(small)]).reshape(-1, 2)
    return _faces(_linked(spots[:MOST], REACH))


def by_contours(image: Image) -> tuple[str, ...]:
    """Faces by Canny's edges, round contours and hierarchical clustering by mean distance. Sorted."""
    edges = cv2.Canny(cv2.GaussianBlur(_sized(image), (3, 3), 0), 60, 150)
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    spots = np.array([middle for contour in contours if (middle := _round(contour)) is not None]).reshape(-1, 2)
    single = [members[0] for members in _linked(spots[: 2 * MOST], SAME)]
    return _faces(_merged(np.array(single).reshape(-1, 2)[:MOST], APART))


def _sized(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = LONG_SIDE / max(grey.shape)
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


@cache
def _detectors() -> tuple[cv2.SimpleBlobDetector, ...]:
    """One for dark spots, one for light ones."""
    made = []
    for colour in (0, 255):
        told = cv2.SimpleBlobDetector.Params()
        told.minArea, told.maxArea = SPOT
        told.minInertiaRatio = ROUND
        told.filterByCircularity, told.minCircularity = True, 0.75
        told.blobColor, told.minDistBetweenBlobs = colour, 2 * SAME
        made.append(cv2.SimpleBlobDetector.create(told))
    return tuple(made)


def _round(contour: cv2.typing.MatLike) -> tuple[float, float] | None:
    """The middle of a contour that may be a pip's."""
    if len(contour) < 8 or not SPOT[0] <= cv2.contourArea(contour) <= SPOT[1]:
        return None
    (x, y), axes, _ = cv2.fitEllipse(contour)
    full = cv2.contourArea(contour) / (np.pi / 4 * axes[0] * axes[1])
    return (x, y) if min(axes) >= ROUND * max(axes) and 0.8 < full < 1.2 else None


def _linked(spots: Spots, reach: float) -> list[Spots]:
    """Clusters of spots that hang together by steps of at most `reach`."""
    left, clusters = list(range(len(spots))), []
    while left:
        cluster, fresh = [], [left.pop()]
        while fresh:
            cluster.append(fresh.pop())
            near = [k for k in left if np.hypot(*(spots[k] - spots[cluster[-1]])) <= reach]
            left = [k for k in left if k not in near]
            fresh += near
        clusters.append(spots[cluster])
    return clusters


def _merged(spots: Spots, apart: float) -> list[Spots]:
    """Clusters by average linkage: the two nearest become one while they are nearer than `apart`."""
    away = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) if len(spots) else np.zeros((0, 0))
    clusters = [[k] for k in range(len(spots))]
    while len(clusters) > 1:
        gap, one, other = min((away[np.ix_(clusters[i], clusters[j])].mean(), i, j) for i, j in _near(clusters, spots))
        if gap > apart:
            break
        clusters[one] += clusters.pop(other)
    return [spots[cluster] for cluster in clusters]


def _near(clusters: Sequence[Sequence[int]], spots: Spots) -> list[tuple[int, int]]:
    """Pairs of clusters that are near enough to be looked at, and one pair in any case."""
    pairs = list(combinations(range(len(clusters)), 2))
    middles = np.array([spots[list(cluster)].mean(axis=0) for cluster in clusters])
    near = [(i, j) for i, j in pairs if np.abs(middles[i] - middles[j]).max() <= 2 * APART]
    return near or pairs[:1]


def _faces(clusters: Sequence[Spots]) -> tuple[str, ...]:
    """More than six spots cannot be a die."""
    return tuple(sorted(str(len(cluster)) for cluster in clusters if len(cluster) <= MOST_PIPS))
