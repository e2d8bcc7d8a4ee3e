"""The data of the ship: rooms, corridors, costs, dice, bag, crew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.games.nemesis.state import ActionCard, CraftedItem, Item, Settings
from companion.rules.content import load, record
from companion.wire.prompt import Faces


@dataclass(frozen=True, slots=True)
class Dice:
    noise: Faces  # every side
    combat: Faces


@dataclass(frozen=True, slots=True)
class Tokens:
    tokens: Faces
    per_player: Faces  # added once for each


@dataclass(frozen=True, slots=True)
class Tile:
    """A room of the sample ship; x, y in map units."""

    id: str
    title: str
    x: float
    y: float
    explored: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A corridor; `numbers`: what is printed at each of its ends."""

    id: str
    ends: tuple[str, str]
    numbers: Mapping[str, Faces]


@dataclass(frozen=True, slots=True)
class Crew:
    """One character; the seat brings the name."""

    weapon: str
    ammo: int
    deck: Faces
    items: Faces = ()


@dataclass(frozen=True, slots=True)
class Ship:
    """All of a content file."""

    start: str
    turns: int
    costs: Mapping[str, int]
    settings: Settings
    dice: Dice
    bag: Tokens
    rooms: tuple[Tile, ...]
    corridors: tuple[Way, ...]
    crew: tuple[Crew, ...]
    items: Mapping[str, Item]
    cards: Mapping[str, ActionCard]
    crafted: Mapping[str, CraftedItem]


def ship() -> Ship:
    """The sample ship. Raises ContentError naming the file and the place."""
    path = Path(__file__).parent / "content" / "ship.toml"
    return record(Ship, dict(load(path)), str(path))
