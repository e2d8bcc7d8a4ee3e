"""Records of bags, investigators, reference cards and scenarios, as loaded from files and forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.games.arkham.content.cards import Card, Enemy, Location, Scenario
from companion.games.arkham.content.effects import SymbolEffect
from companion.schema import Faces

DIFFICULTIES = ("easy", "standard", "hard", "expert")


@dataclass(frozen=True, slots=True)
class Copies:
    """A card of a deck with its number of copies."""

    name: str
    card: Card
    count: int = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """An investigator: the printed card, and the listed part of the deck."""

    name: str
    willpower: int
    intellect: int
    combat: int
    agility: int
    health: int
    sanity: int
    elder_sign: SymbolEffect = SymbolEffect()  # noqa: RUF009  frozen
    deck: tuple[Copies, ...] = ()
    text: str = ""  # further text of the card

    @property
    def skills(self) -> Mapping[str, int]:
        """The four values by skill."""
        names = ("willpower", "intellect", "combat", "agility")
        return MappingProxyType({name: getattr(self, name) for name in names})


@dataclass(frozen=True, slots=True)
class Reference:
    """A scenario reference card with its two sides. AH-ST-4-2."""

    title: str
    easy: Mapping[str, SymbolEffect]  # easy and standard
    hard: Mapping[str, SymbolEffect]  # hard and expert; empty = same as easy

    def side(self, difficulty: str) -> Mapping[str, SymbolEffect]:
        """Return the symbols of a difficulty, which share two sides."""
        return self.hard if difficulty in {"hard", "expert"} and self.hard else self.easy


@dataclass(frozen=True, slots=True)
class Box:
    """A scenario with all its cards."""

    scenario: Scenario
    start: str  # "" where players lay out their own locations
    bag: str  # name of the campaign
    reference: Reference
    locations: Mapping[str, Location]
    enemies: Mapping[str, Enemy]
    blurb: str = ""
    difficulty: str = "standard"


@dataclass(frozen=True, slots=True)
class Campaign:
    """The chaos bags of one campaign by difficulty. AH-X-BAG-1."""

    title: str
    easy: Faces
    standard: Faces
    hard: Faces
    expert: Faces

    def of(self, difficulty: str) -> Faces:
        """Return the tokens of one of DIFFICULTIES."""
        faces: Faces = getattr(self, difficulty)
        return faces
