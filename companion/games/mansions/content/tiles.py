"""Printed tiles, and the rectangles they cover: x to the right and y down, as a screen has them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from companion.games.mansions.content.printed import table
from companion.games.mansions.content.scenario import Component, TilePart

FILE = Path(__file__).with_name("tiles.toml")
PAPER = (7.0, 7.0)  # a side that nobody knows: a square sheet


@dataclass(frozen=True, slots=True)
class Tile:
    """One side of a tile. Sizes are in the map's units, in which tiles lie on a grid of 3.5."""

    title: str
    w: float
    h: float
    box: str
    reverse: str = ""  # the other side of the same tile: both cannot lie on the table
    traits: tuple[str, ...] = ()
    sure: bool = True  # False: its size follows from its traits alone


@cache
def tiles() -> Mapping[str, Tile]:
    """Every side by its id ("TileSideFoyer")."""
    return table(Tile, FILE)


def size(side: str) -> tuple[float, float]:
    """Width and height as it is printed; of an unknown side those of a sheet of paper."""
    known = tiles().get(side)
    return (known.w, known.h) if known is not None else PAPER


Rect: TypeAlias = tuple[float, float, float, float]  # x, y, width, height

QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # cosine and sine of 0, 90, 180 and 270 degrees
DIGITS = 4


def rect(component: Component) -> Rect:
    """The rectangle that a tile covers: it lies with its top left corner at `at` and is turned about it, counter-clockwise.

    Upright and 7 wide, 3.5 high at (0, 0) it covers (0, 0, 7, 3.5); turned by 90 it stands on that corner's upper side.
    Any component that is no tile covers nothing: a point with width and height 0.
    """
    x, y = component.at or (0.0, 0.0)
    if not isinstance(component.part, TilePart):
        return x, -y, 0.0, 0.0
    w, h = tile_size(component.part)
    cosine, sine = _turn(component.part.turned)
    corners = [(a * cosine - b * sine, a * sine + b * cosine) for a, b in ((0, 0), (w, 0), (w, -h), (0, -h))]
    across, up = [a for a, _ in corners], [b for _, b in corners]
    left, top = x + min(across), -(y + max(up))
    wide, high = max(across) - min(across), max(up) - min(up)
    return round(left, DIGITS), round(top, DIGITS), round(wide, DIGITS), round(high, DIGITS)


def tile_size(part: TilePart) -> tuple[float, float]:
    """Its own size where it states one, else that of the printed side."""
    printed = size(part.side)
    return part.w or printed[0], part.h or printed[1]


def holder(components: Iterable[Component], at: tuple[float, float]) -> str:
    """The name of the tile that holds a point (x, y up), the smallest where several do; "" = none."""
    x, y = at[0], -at[1]
    holding = [
        (w * h, one.name)
        for one in components
        if one.kind == "tile"
        for left, top, w, h in (rect(one),)
        if left <= x <= left + w and top <= y <= top + h
    ]
    return min(holding)[1] if holding else ""


def _turn(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact for a quarter turn."""
    quarters = degrees / 90
    if quarters == int(quarters):
        return QUARTERS[int(quarters) % 4]
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
