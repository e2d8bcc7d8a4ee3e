"""Where a scenario stands: what was set, what lies on the map, which events wait, what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.games.mansions.content.scenario import Component, Scenario
from companion.games.mansions.puzzles.state import Puzzle
from companion.schema.prompt import Seat

Phase: TypeAlias = Literal["investigator", "fire", "mythos", "monsters", "horror", "end"]


@dataclass(frozen=True, slots=True)
class Shown:
    """An event that is on the screen until a button is taken."""

    event: str
    seat: Seat = ""  # whose doing it is; "" = everybody's
    hero: str = ""  # the investigator that {rnd:hero} names
    cancel: bool = False  # a token that was tapped: it may be left alone
    item: str = ""  # an item that is looked at
    count: int | None = None  # successes that were rolled for it
    passed: bool | None = None  # how its test came out
    tested: tuple[Seat, ...] = ()  # who rolled for it, of several
    which: int | None = None  # of several tests that the text offers


@dataclass(frozen=True, slots=True)
class Waiting:
    """An event on the stack, run when nothing is shown; the last is the next."""

    event: str
    seat: Seat = ""
    tapped: bool = False  # on the map: it may be left alone again


@dataclass(frozen=True, slots=True)
class Aloud:
    """What is read aloud now: a text of an attack, an evade, horror or an activation."""

    title: str
    text: str  # with marks


@dataclass(frozen=True, slots=True)
class Story:
    """A scenario under way."""

    scenario: Scenario
    round: int = 1
    phase: Phase = "investigator"
    active: Seat = ""  # whose turn it is
    had_turn: tuple[Seat, ...] = ()  # this round
    variables: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    board: tuple[str, ...] = ()  # components that lie there, in the order of their coming
    fresh: tuple[str, ...] = ()  # of these, what the people still have to lay down
    stack: tuple[Waiting, ...] = ()
    unseen: int = 0  # events that ran since the people last read or wished for anything
    shown: Shown | None = None
    aloud: Aloud | None = None  # beside the test it asks for
    matched: bool = False  # are the cards of the scenario chosen?
    items: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # QItem -> id of the card
    held: tuple[str, ...] = ()  # QItems that the investigators have
    handed: tuple[tuple[str, Seat], ...] = ()  # QItems that wait for somebody to take them, and who found each
    picked: Mapping[str, tuple[Seat, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )  # event -> whom it means
    quotas: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))  # event -> counted so far
    puzzles: Mapping[str, Puzzle] = field(default_factory=lambda: MappingProxyType({}))
    open_puzzle: str = ""
    to_activate: tuple[str, ...] = ()  # monsters, this round
    resting: tuple[str, ...] = ()  # monsters that came and do not activate this round
    to_check: tuple[Seat, ...] = ()  # seats that owe a horror check
    defeated: tuple[tuple[str, str], ...] = ()  # (kind, spawn) of monsters whose end the scenario has not heard of
    recent: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))  # pool -> last lines
    counted_actions: bool = True  # False: the people count actions themselves, as with the official app
    boxes: tuple[str, ...] = ()  # boxes that lie on the table
    ending: str = ""  # the event that ended it
    ended: str = ""  # the sentence with which it ended

    def component(self, name: str) -> Component | None:
        return self.scenario.components.get(name)

    def without(self, monster: str) -> Story:
        """Nothing waits for a monster that is gone: another may come that is called so."""
        waiting, resting = (tuple(m for m in names if m != monster) for names in (self.to_activate, self.resting))
        return replace(self, to_activate=waiting, resting=resting)
