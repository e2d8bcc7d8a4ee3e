"""The data of the table: card values, attributes with their suits, sample sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.games.draw_your_weapon.book import Weapon
from companion.rules.content import load, record


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's numbers; the seat brings the name."""

    attributes: Mapping[str, int]
    hp: int
    speed: int
    weapons: tuple[Weapon, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody the Dealer plays."""

    id: str
    name: str
    attributes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Content:
    """All that chapter 5 leaves open."""

    hand: int  # cards at the beginning
    values: Mapping[str, int]  # of the ranks that are no numbers
    attributes: Mapping[str, str]  # attribute -> its usual suit
    associated: Mapping[str, str]  # stat -> attribute
    sheets: tuple[Sheet, ...]
    dealer: tuple[Figure, ...]


def content() -> Content:
    """The content that is shipped. Raises ContentError naming the file and the place."""
    path = Path(__file__).parent / "content" / "table.toml"
    return record(Content, dict(load(path)), str(path))
