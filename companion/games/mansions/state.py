"""Mansions of Madness: the nouns of the table, frozen. What the app would know; damage and horror cards are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from companion.games.mansions.content.item_cards import Item
from companion.games.mansions.content.terms import Facing, Injury
from companion.games.mansions.scenario_state import Story
from companion.schema.prompt import Faces, Seat

T = TypeVar("T")


def _nothing() -> MappingProxyType[str, T]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage or horror cards before an investigator."""

    up: int = 0
    down: int = 0

    @property
    def total(self) -> int:
        return self.up + self.down


@dataclass(frozen=True, slots=True)
class Investigator:
    """One seat's figure."""

    name: str
    skills: Mapping[str, int]
    space: str = ""
    health: int | None = None  # None: does not matter
    sanity: int | None = None
    clues: int = 0
    actions: int = 2
    damage: Harm = Harm()
    horror: Harm = Harm()
    possessions: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    eliminated: bool = False
    steps_left: int = 0  # of a move action that was interrupted
    extinguish_left: int = 0  # successes of Extinguish that may still discard a Fire this round
    evaded: bool = False  # the evade check before the next action was made
    insane: str = ""  # the back of the Insane condition, as its owner told: for the owner alone

    def harm(self, injury: Injury) -> Harm:
        return self.damage if injury == "damage" else self.horror

    def limit(self, injury: Injury) -> int | None:
        """How many cards of that kind are too many."""
        return self.health if injury == "damage" else self.sanity


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map. Borders are shared, so `adjacent` may stand on either side."""

    adjacent: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    impassable: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Barricade:
    """It belongs to the door or passage between two spaces and lies in one of them."""

    between: frozenset[str]
    side: str
    blocking: bool = True


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens on the map, by space."""

    fire: tuple[str, ...] = ()
    darkness: tuple[str, ...] = ()
    light_sources: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    barricades: tuple[Barricade, ...] = ()
    search: Mapping[str, str] = field(default_factory=_nothing)  # token -> its space
    explore: Mapping[str, str] = field(default_factory=_nothing)
    sight: Mapping[str, str] = field(default_factory=_nothing)


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster on the map."""

    name: str  # "Deep One 2": no other monster there is called so
    space: str
    brawn: int = 0
    awareness: int = 0
    horror_rating: int = 0
    health: int | None = None
    damage: int = 0
    kind: str = ""  # "MonsterDeepOne", "CustomMonsterX"
    spawn: str = ""  # the component of the scenario that brought it
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolModifier:
    """Dice more or fewer in a test; "" = of everybody, of every skill."""

    add: int
    who: str = ""
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A test that was announced and not rolled yet."""

    seat: Seat
    skill: str
    title: str  # what it is about
    needed: int | None = None  # successes; None = they are only counted
    injury: Injury | None = None  # each success prevents one of `amount`
    amount: int = 0
    surplus: bool = False  # more successes than needed count for something
    event: str = ""  # the event of the story that asks for it
    more: int = 0  # dice that this test adds
    facing: Facing = "up"  # of the harm that gets through


@dataclass(frozen=True, slots=True)
class Test:
    """A test whose dice lie there."""

    task: Task
    faces: Faces
    locked: Faces = ()  # of a roll that is repeated: these stay lying
    used: tuple[str, ...] = ()  # possessions that repeated a roll in this test


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the last test came out; stands until the next one begins."""

    task: Task
    faces: Faces
    clues: int
    result: int
    passed: bool | None  # None = successes were only counted, or prevented something
    title: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """The table at one moment; at rest it is everything."""

    seats: Mapping[Seat, Investigator]
    items: Mapping[str, Item] = field(default_factory=_nothing)
    spaces: Mapping[str, Space] = field(default_factory=_nothing)
    monsters: Mapping[str, Monster] = field(default_factory=_nothing)
    tokens: Tokens = field(default_factory=Tokens)
    cards: Mapping[str, str] = field(default_factory=_nothing)  # damage and horror -> trait
    modifiers: tuple[PoolModifier, ...] = ()
    players: int = 1
    phase: str = "investigator"
    story: Story | None = None  # the scenario under way; None = only rules
    task: Task | None = None  # announced; the next thing to do
    test: Test | None = None  # under way
    last: Verdict | None = None

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that still play: those that were not eliminated."""
        return tuple(seat for seat, who in self.seats.items() if not who.eliminated)

    def sit(self, seat: Seat, who: Investigator) -> State:
        """With another record of one seat."""
        return replace(self, seats=MappingProxyType({**self.seats, seat: who}))

    def put(self, name: str, space: Space) -> State:
        """With another record of one space."""
        return replace(self, spaces=MappingProxyType({**self.spaces, name: space}))

    def let(self, monster: Monster) -> State:
        """With another record of one monster."""
        return replace(self, monsters=MappingProxyType({**self.monsters, monster.name: monster}))


def story_of(s: State) -> Story:
    """The scenario under way. Raises ValueError where there is none."""
    if s.story is None:
        raise ValueError("no scenario is under way")
    return s.story


def called(s: State, seat: Seat) -> str:
    """Return the name that the titles of prompts to a seat begin with."""
    return s.seats[seat].name if seat in s.seats else ""


def exact(s: State) -> bool:
    """Are spaces known? Without a scenario, as in a rule case, they are."""
    return s.story is None or s.story.scenario.exact
