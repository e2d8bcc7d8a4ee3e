"""Records of printed cards: player cards, locations, enemies, and the scenario with its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.arkham.content.effects import Ability, Effect, Keyword, Strike
from companion.i18n import Text, from_data
from companion.schema import Seat


@dataclass(frozen=True, slots=True)
class Card:
    """The printed values of a player card that the rules use."""

    type: str = "skill"  # "asset", "event", "skill"
    icons: tuple[str, ...] = ()
    cost: int = 0
    fast: bool = False
    traits: tuple[str, ...] = ()
    health: int = 0  # damage that an asset can take
    sanity: int = 0
    uses: int = 0
    strike: Strike | None = None
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Effect, ...] = ()  # effects of playing an event
    text: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A location card. `connects` are the connections of this card; they can be one-way (AH-ACT-MOVE-5)."""

    title: str
    shroud: int = 0
    clues: int = 0
    revealed: bool = True
    clue_value: int = 0
    per_investigator: bool = False
    connects: tuple[str, ...] = ()
    x: float = 0.0  # position on the map
    y: float = 0.0
    victory: int = 0
    traits: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    story: str = ""  # read aloud when it is revealed
    hidden: bool = False  # not in play yet


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy card. It is in play where `location` is not ""."""

    title: str
    location: str
    fight: int = 0
    evade: int = 0
    health: int | None = None
    damage: int = 0
    exhausted: bool = False
    engaged: tuple[Seat, ...] = ()
    aloof: bool = False
    retaliate: bool = False
    traits: tuple[str, ...] = ()
    attack_damage: int = 0
    attack_horror: int = 0
    defeated: bool = False
    keywords: tuple[Keyword, ...] = ()
    victory: int = 0
    per_investigator: int = 0  # more health for each investigator
    spawn: str = ""  # location where it enters play; "" = engaged with the drawing seat
    abilities: tuple[Ability, ...] = ()
    story: str = ""
    of: str = ""  # for a copy, the name of the printed card

    def has(self, keyword: Keyword) -> bool:
        """Return whether the card has this keyword."""
        return (
            keyword in self.keywords
            or (keyword == "aloof" and self.aloof)
            or (keyword == "retaliate" and self.retaliate)
        )


@dataclass(frozen=True, slots=True)
class Agenda:
    """An agenda card."""

    title: str
    doom: int
    story: str = ""
    turned: str = ""  # read aloud when it advances
    effects: tuple[Effect, ...] = ()  # when it advances
    brings: tuple[str, ...] = ()  # enemies and locations that enter play
    ending: str = ""  # the resolution it leads to


@dataclass(frozen=True, slots=True)
class Act:
    """An act card. It advances by clues, or when its objective is met."""

    title: str
    clues: int = 0  # spent by the group; 0 for another objective
    per_investigator: bool = True
    defeat: str = ""  # the enemy that must be defeated
    reach: str = ""  # the location where every investigator left must be
    story: str = ""
    turned: str = ""
    effects: tuple[Effect, ...] = ()
    brings: tuple[str, ...] = ()
    ending: str = ""


@dataclass(frozen=True, slots=True)
class Encounter:
    """An encounter card: an enemy, or a treachery with its test."""

    title: str
    count: int = 1
    enemy: str = ""  # an enemy of the scenario, or a copy, enters play
    skill: str = ""
    difficulty: int = 0
    effects: tuple[Effect, ...] = ()
    surge: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Resolution:
    """An ending, and its entries of the campaign log."""

    title: str
    story: str
    experience: int = 0  # for each investigator, in addition to victory points
    note: str = ""  # for the campaign log
    bag_add: tuple[str, ...] = ()
    bag_remove: tuple[str, ...] = ()
    next: str = ""  # the scenario that follows


def _none() -> Mapping[str, Encounter]:
    return MappingProxyType({})


def _no_endings() -> Mapping[str, Resolution]:
    return MappingProxyType({})


def passage(text: str) -> Text:
    """Return a text to read aloud. Catalogues hold it without the final line break, logs with it.

    >>> str(passage("It is dry here."))
    'It is dry here.'
    """
    words = from_data(text.strip())
    return from_data("{text}\n", text=words) if text.endswith("\n") else words


@dataclass(frozen=True, slots=True)
class Scenario:
    """The printed parts of a scenario. The state holds locations and enemies, because they change."""

    title: str = ""
    intro: str = ""
    checklist: tuple[str, ...] = ()  # things to prepare
    agendas: tuple[Agenda, ...] = ()
    acts: tuple[Act, ...] = ()
    encounters: Mapping[str, Encounter] = field(default_factory=_none)
    resolutions: Mapping[str, Resolution] = field(default_factory=_no_endings)
    own: bool = False  # the players' own scenario: its agenda, act and encounter cards are unknown
    out_of_time: str = ""  # the resolution after all investigators left
