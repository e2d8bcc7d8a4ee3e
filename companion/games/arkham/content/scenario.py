"""The nouns of a scenario, as data: what lies in its box. Nothing here changes during a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.games.arkham.content.effects import Effect


@dataclass(frozen=True, slots=True)
class Agenda:
    """An agenda card."""

    title: str
    doom: int
    story: str = ""
    turned: str = ""  # read aloud when it advances
    effects: tuple[Effect, ...] = ()  # when it advances
    brings: tuple[str, ...] = ()  # enemies and locations that come into play then
    ending: str = ""  # the resolution it leads to


@dataclass(frozen=True, slots=True)
class Act:
    """An act card: it advances by clues, or as soon as its objective is reached."""

    title: str
    clues: int = 0  # spent as a group; 0: it has another objective
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
    """A card of the encounter deck: an enemy, or a treachery with its test."""

    title: str
    count: int = 1
    enemy: str = ""  # of the scenario's enemies; a copy of it comes into play
    skill: str = ""
    difficulty: int = 0
    effects: tuple[Effect, ...] = ()
    surge: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Resolution:
    """How it ended, and what the campaign log keeps of it."""

    title: str
    story: str
    experience: int = 0  # for each investigator, beside the victory points
    note: str = ""  # for the campaign log
    bag_add: tuple[str, ...] = ()
    bag_remove: tuple[str, ...] = ()
    next: str = ""  # the scenario that follows


def _none() -> Mapping[str, Encounter]:
    return MappingProxyType({})


def _no_endings() -> Mapping[str, Resolution]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is told of one; the locations and enemies are in the state, for they change."""

    title: str = ""
    intro: str = ""
    checklist: tuple[str, ...] = ()  # what to lay ready
    agendas: tuple[Agenda, ...] = ()
    acts: tuple[Act, ...] = ()
    encounters: Mapping[str, Encounter] = field(default_factory=_none)
    resolutions: Mapping[str, Resolution] = field(default_factory=_no_endings)
    own: bool = False  # the people's: agenda, act and encounter cards lie on the table and are not known here
    out_of_time: str = ""  # the resolution where everybody is defeated or has resigned
