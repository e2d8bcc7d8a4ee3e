"""The story as data: scenes, each with a test and two ways on, and the seats it is played with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from companion.errors import ContentError
from companion.games.mansions.state import Item
from companion.games.mansions.terms import SKILLS, Injury
from companion.rules.content import load, record

SAMPLE = Path(__file__).parent / "content" / "sample.toml"


@dataclass(frozen=True, slots=True)
class Way:
    """What follows a test that was passed or failed. `next` "" = the story is over."""

    title: str
    text: str
    next: str = ""
    clues: int = 0
    damage: int = 0
    horror: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """A place in the story. A scene without a skill only tells: it is an ending."""

    title: str
    text: str
    seat: int = 0  # whose test it is, counted from the first seat
    skill: str = ""
    needed: int | None = None
    injury: Injury | None = None
    amount: int = 0
    passed: Way | None = None
    failed: Way | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator of the sample, given to the seats in their order."""

    name: str  # what the seat is called where the people gave no name
    skills: Mapping[str, int]
    health: int
    sanity: int
    clues: int
    possessions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tale:
    """One story with all it needs."""

    title: str
    first: str
    scenes: Mapping[str, Scene]
    figures: tuple[Figure, ...]
    items: Mapping[str, Item]


@cache
def tale(path: Path = SAMPLE) -> Tale:
    """The story of a file. Raises ContentError naming the file and the scene."""
    data = load(path)
    told = Tale(
        title=data["title"],
        first=data["first"],
        scenes=MappingProxyType(
            {name: record(Scene, scene, f"{path}: scenes.{name}") for name, scene in data["scenes"].items()}
        ),
        figures=tuple(record(Figure, figure, f"{path}: figures") for figure in data["figures"]),
        items=MappingProxyType({i["name"]: record(Item, i, f"{path}: items") for i in data["items"]}),
    )
    _check(told, path)
    return told


def _check(told: Tale, path: Path) -> None:
    """Every way leads to a scene that is there, and every test is of a skill."""
    if told.first not in told.scenes:
        raise ContentError(f"{path}: first names the scene {told.first}, which is not there")
    for name, scene in told.scenes.items():
        if scene.skill and scene.skill not in SKILLS:
            raise ContentError(f"{path}: scenes.{name}.skill is {scene.skill}; there are {', '.join(SKILLS)}")
        if scene.skill and (scene.passed is None or scene.failed is None):
            raise ContentError(f"{path}: scenes.{name} has a test and needs both passed and failed")
        for way in (scene.passed, scene.failed):
            if way and way.next and way.next not in told.scenes:
                raise ContentError(f"{path}: scenes.{name} leads to {way.next}, which is not there")
