"""The bags by difficulty, the symbols and the sample, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.errors import ContentError
from companion.games.arkham.state import Card, Enemy, Location, SymbolEffect
from companion.rules.content import load, record
from companion.wire.prompt import Faces

CONTENT = Path(__file__).parent / "content"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator of the sample, given to the seats in their order."""

    name: str  # what the seat is called where the people gave no name
    skills: Mapping[str, int]
    health: int
    sanity: int
    hand: tuple[str, ...]
    elder_sign: SymbolEffect


@dataclass(frozen=True, slots=True)
class Sample:
    """One small situation to play at once."""

    title: str
    difficulty: str
    start: str
    resources: int
    deck: int
    figures: tuple[Figure, ...]
    locations: Mapping[str, Location]
    enemies: Mapping[str, Enemy]
    cards: Mapping[str, Card]
    symbols: Mapping[str, SymbolEffect]


@cache
def bags(path: Path = CONTENT / "bags.toml") -> Mapping[str, Faces]:
    """The composition of the chaos bag by difficulty. AH-X-BAG-1."""
    return MappingProxyType({name: tuple(faces) for name, faces in load(path)["bags"].items()})


@cache
def sample(path: Path = CONTENT / "sample.toml") -> Sample:
    """The situation of a file. Raises ContentError naming the file and the place."""
    data = load(path)
    told = Sample(
        title=data["title"],
        difficulty=data["difficulty"],
        start=data["start"],
        resources=data["resources"],
        deck=data["deck"],
        figures=tuple(record(Figure, figure, f"{path}: figures") for figure in data["figures"]),
        locations=_table(Location, data, "locations", path),
        enemies=_table(Enemy, data, "enemies", path),
        cards=_table(Card, data, "cards", path),
        symbols=_table(SymbolEffect, data, "symbols", path),
    )
    _check(told, path)
    return told


def _table(cls: type[T], data: Mapping[str, Any], key: str, path: Path) -> Mapping[str, T]:
    return MappingProxyType({name: record(cls, entry, f"{path}: {key}.{name}") for name, entry in data[key].items()})


def _check(told: Sample, path: Path) -> None:
    """Names of places and cards lead somewhere."""
    places = [told.start, *(e.location for e in told.enemies.values())]
    places += [to for location in told.locations.values() for to in location.connects]
    for place in places:
        if place not in told.locations:
            raise ContentError(f"{path}: {place} is named as a location and is not there")
    for figure in told.figures:
        for card in figure.hand:
            if card not in told.cards:
                raise ContentError(f"{path}: {figure.name} holds {card}, which is not among the cards")
