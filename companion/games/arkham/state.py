"""Arkham Horror: the nouns of the table, frozen. Cards stay physical; of a hand we know what its owner told us."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from companion.rules.bag import Bag
from companion.wire.prompt import Faces, Seat
from companion.wire.view import Term

SKILLS = ("willpower", "intellect", "combat", "agility")  # AH-ST-GEN-1
WILD = "wild"
SYMBOLS = ("skull", "cultist", "tablet", "elder_thing")
ELDER_SIGN, AUTO_FAIL = "elder_sign", "auto_fail"
ACTIONS_A_TURN = 3  # AH-ACT-TURN-1

Auto: TypeAlias = Literal["", "success", "fail"]
On: TypeAlias = Literal["success", "failure"]
Step: TypeAlias = Literal["ST.1", "ST.2", "ST.3", "ST.4", "ST.5", "ST.6", "ST.7", "ST.8"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SymbolEffect:
    """What a symbol of a chaos token does, as data."""

    modifier: int = 0
    reveal: int = 0  # so many further tokens are revealed
    auto: Auto = ""
    minus_per_enemy_here: str = ""  # a trait: -1 for each enemy with it where the performer is
    plus_per_clue_here: int = 0  # +n for each clue where the performer is


@dataclass(frozen=True, slots=True)
class Card:
    """What matters of a player card."""

    type: str = "skill"  # "asset", "event", "skill"
    icons: tuple[str, ...] = ()
    cost: int = 0
    fast: bool = False


@dataclass(frozen=True, slots=True)
class Investigator:
    """One seat's investigator. `hand` are the cards we know by name, `unknown` counts the others."""

    name: str
    location: str
    skills: Mapping[str, int]
    hand: tuple[str, ...] = ()
    unknown: int = 0
    in_play: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    deck: int | None = None  # cards in it; None = enough
    resources: int = 0
    clues: int = 0
    actions: int = ACTIONS_A_TURN
    next_actions: int = ACTIONS_A_TURN
    health: int | None = None  # None = does not matter
    sanity: int | None = None
    damage: int = 0
    horror: int = 0
    elder_sign: SymbolEffect | None = None

    @property
    def defeated(self) -> bool:
        """AH-X-DEFEAT-1."""
        killed = self.health is not None and self.damage >= self.health
        return killed or (self.sanity is not None and self.horror >= self.sanity)


@dataclass(frozen=True, slots=True)
class Location:
    """A location card. `connects` are the connections on this card; they may be one-way (AH-ACT-MOVE-5)."""

    title: str
    shroud: int = 0
    clues: int = 0
    revealed: bool = True
    clue_value: int = 0
    per_investigator: bool = False
    connects: tuple[str, ...] = ()
    x: float = 0.0  # where it is drawn
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Enemy:
    """An enemy card."""

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


@dataclass(frozen=True, slots=True)
class TestModifier:
    """One reason a skill value differs, or a result that comes by itself."""

    __test__ = False  # no test of ours, though its name begins like one

    source: str
    add: int = 0
    times: Fraction = Fraction(1)
    auto: Auto = ""
    after_reveal: bool = False  # else it was known before ST.3
    active: bool = True


@dataclass(frozen=True, slots=True)
class Committed:
    by: Seat
    card: str


@dataclass(frozen=True, slots=True)
class Test:
    """A skill test under way."""

    __test__ = False

    performer: Seat
    skill: str
    difficulty: int
    title: str = ""
    step: Step = "ST.1"
    committed: tuple[Committed, ...] = ()
    revealed: Faces = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the last test came out; stands until the next one begins."""

    performer: Seat
    skill: str
    title: str
    terms: tuple[Term, ...]
    total: int  # the true sum, which may be negative
    value: int  # as it functions (AH-ST-MOD-7, AH-ST-6-5)
    difficulty: int  # as it counts (AH-ST-6-3)
    passed: bool
    auto: Auto
    tokens: Faces

    @property
    def by(self) -> int:
        """Succeeded or failed by so much. AH-X-FAILBY-1."""
        return abs(self.value - self.difficulty)


def _nothing() -> MappingProxyType[str, T]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class State:
    """The table at one moment; at rest it is everything."""

    seats: Mapping[Seat, Investigator]
    bag: Bag
    locations: Mapping[str, Location] = field(default_factory=_nothing)
    enemies: Mapping[str, Enemy] = field(default_factory=_nothing)
    cards: Mapping[str, Card] = field(default_factory=_nothing)
    symbols: Mapping[str, SymbolEffect] = field(default_factory=_nothing)
    modifiers: tuple[TestModifier, ...] = ()
    bonus_clues: int = 0  # further clues of a successful Investigate, from another ability (AH-ST-7-2)
    phase: str = "investigation"
    round: int = 1
    active: Seat = ""
    taken: tuple[Seat, ...] = ()  # seats that had their turn this round
    test: Test | None = None  # under way
    last: Verdict | None = None

    def sit(self, seat: Seat, who: Investigator) -> State:
        """With another record of one seat."""
        return replace(self, seats=MappingProxyType({**self.seats, seat: who}))

    def place(self, name: str, location: Location) -> State:
        """With another record of one location."""
        return replace(self, locations=MappingProxyType({**self.locations, name: location}))

    def spawn(self, name: str, enemy: Enemy) -> State:
        """With another record of one enemy."""
        return replace(self, enemies=MappingProxyType({**self.enemies, name: enemy}))
