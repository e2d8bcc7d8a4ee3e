"""Card texts as data: a closed vocabulary of counts, conditions and effects.

Symbols of the scenario reference card, elder signs, abilities, acts, agendas and encounter cards use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Subject: TypeAlias = Literal[
    "enemies_here",
    "enemies_in_play",
    "enemies_engaged",
    "clues_here",
    "clues_held",
    "damage",
    "horror",
    "resources",
    "cards_in_hand",
    "cards_in_play",
    "doom",
    "here",
]
"""Subjects that can be counted for an investigator. "here" is 1 at the location named by `of`, else 0."""
Auto: TypeAlias = Literal["", "success", "fail"]
When: TypeAlias = Literal["now", "success", "failure"]
Tested: TypeAlias = Literal["fight", "investigate", "evade"]
"""The actions that are skill tests."""
Keyword: TypeAlias = Literal["aloof", "alert", "hunter", "massive", "retaliate"]


@dataclass(frozen=True, slots=True)
class Counted:
    """A count of a subject, and the worth of each."""

    what: Subject
    of: str = ""  # only those with this trait (enemies, cards), or the location (here)
    each: int = 1
    most: int | None = None  # X is never more


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a count is within bounds."""

    what: Subject
    of: str = ""
    least: int = 1
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card. Negative numbers heal or lose: horror -1 heals, resources -1 are lost."""

    when: When = "now"  # for a token: at its reveal (ST.4), on success or on failure (ST.7)
    by: int = 0  # minimum margin of success or failure
    condition: Condition | None = None
    times: Counted | None = None  # multiplies all numbers
    modifier: int = 0  # added to the token if the condition holds at its reveal
    auto: Auto = ""  # automatic result, under the same condition
    damage: int = 0
    horror: int = 0
    resources: int = 0
    cards: int = 0  # drawn; negative: discarded from the hand
    clues: int = 0  # discovered at the own location; negative: placed back on it
    actions: int = 0  # negative: lost
    doom: int = 0
    hit: int = 0  # damage to one enemy here
    enemy: str = ""  # comes into play and engages, or joins its location
    to: str = ""  # the investigator is moved to this location
    ending: str = ""  # the scenario ends with this resolution
    all: bool = False  # applies to all investigators
    text: str = ""  # an instruction for the cards on the table


@dataclass(frozen=True, slots=True)
class SymbolEffect:
    """The effect of a chaos token's symbol. AH-ST-4-1."""

    modifier: int = 0
    counts: tuple[Counted, ...] = ()  # "-X, X is ...": each -1
    reveal: int = 0  # number of further tokens
    auto: Auto = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of a card: an action, or free."""

    title: str
    kind: Literal["action", "free", "parley", "resign"] = "action"
    actions: int = 1  # 0 where it is free
    resources: int = 0  # paid
    clues: int = 0  # spent
    skill: str = ""  # tested, "" = no test
    difficulty: int = 0
    exhausts: bool = False  # one use until readied
    effects: tuple[Effect, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """The change that a card in play makes to a Fight, Investigate or Evade action."""

    action: Tested
    skill: str = ""  # tested instead
    add: int = 0  # to the skill
    less: int = 0  # difficulty, never below zero
    damage: int = 0  # more
    clues: int = 0  # more
    uses: bool = False  # spends a use of the card
