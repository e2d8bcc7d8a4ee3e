"""The printed map tiles: what they are called, how large they are and which box they come from. Data that a table may correct."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.engine.content import load, record

FILE = Path(__file__).parents[1] / "content" / "tiles.toml"
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
    return MappingProxyType({side: record(Tile, told, f"{FILE}: {side}") for side, told in load(FILE).items()})


def size(side: str) -> tuple[float, float]:
    """Width and height as it is printed; of an unknown side those of a sheet of paper."""
    known = tiles().get(side)
    return (known.w, known.h) if known is not None else PAPER
