"""Find how four markers are arranged: exchanged, turned, the whole tray on its side. Pure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Quad: TypeAlias = NDArray[np.float32]
"""(4, 2) px, the printed top left corner first."""

PLACES = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Places of markers 0 to 3 around the tray's middle, right and down."""


def middle_of(quad: Quad) -> NDArray[np.floating]:
    """(2,) px."""
    middle: NDArray[np.floating] = quad.mean(axis=0)
    return middle


def axes_of(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Right and down along a marker's own edges, of length 1."""
    right, down = edges_of(quad)
    return right / np.linalg.norm(right), down / np.linalg.norm(down)


def edges_of(quad: Quad) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Twice the mean of its edges to the right, and of those down."""
    return quad[1] + quad[2] - quad[0] - quad[3], quad[2] + quad[3] - quad[0] - quad[1]


def side_of(quad: Quad) -> float:
    """Px, the mean of its four."""
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def distance(one: Quad, other: Quad) -> float:
    """Px between their middles."""
    return float(np.linalg.norm(middle_of(one) - middle_of(other)))


@dataclass(frozen=True, slots=True)
class MarkerOrder:
    """Arrangement of four markers."""

    swapped: tuple[int, ...]
    """Two that are to be exchanged; () where they go round rightly."""
    turned: tuple[int, ...]
    """Those that stand on their heads or sides in their corners."""
    quarters: int
    """Quarter turns of the whole tray in the picture, clockwise, 0 to 3."""


def order_of(ours: Mapping[int, Quad]) -> MarkerOrder:
    """Of all four markers."""
    middle = np.mean([middle_of(quad) for quad in ours.values()], axis=0)
    ways = {number: middle_of(quad) - middle for number, quad in ours.items()}
    round_ = sorted(ways, key=lambda number: math.atan2(ways[number][1], ways[number][0]))
    first = min(range(4), key=lambda k: _wrong(round_, k))
    swapped = tuple(sorted(number for place, number in enumerate(round_) if number != (place + first) % 4))
    if swapped:
        return MarkerOrder(swapped, (), 0)
    angle = _angle(middle_of(ours[1]) + middle_of(ours[2]) - middle_of(ours[0]) - middle_of(ours[3]))
    own = {number: _angle(axes_of(quad)[0]) - angle for number, quad in ours.items()}
    turned = tuple(sorted(number for number, by in own.items() if _quarters(by)))
    return MarkerOrder((), turned, _quarters(angle))


def _wrong(round_: Sequence[int], first: int) -> tuple[int, int]:
    """Return how many would be misplaced if the top left one were `first`. Prefers an upright tray to a turned one."""
    return sum(number != (place + first) % 4 for place, number in enumerate(round_)), first


def _quarters(angle: float) -> int:
    return round(angle / (math.pi / 2)) % 4


def _angle(way: NDArray[np.floating]) -> float:
    return math.atan2(float(way[1]), float(way[0]))
