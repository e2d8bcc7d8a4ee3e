"""Mansions of Madness: the nouns of the table and of the scenario under way, frozen. Damage and horror cards are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from companion.games.mansions.content import Component, Facing, Injury, Item, ItemPart, Scenario
from companion.games.mansions.named import monster_name
from companion.games.mansions.puzzles import Puzzle
from companion.i18n import Text
from companion.schema import Faces, Seat, Words

Phase: TypeAlias = Literal["investigator", "fire", "mythos", "monsters", "horror", "end"]
MOST_WAITING = 2_000  # events at once; of real scenarios four


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

    title: Words
    text: Words  # signs and tags are in it

    def is_about(self, monster: str) -> bool:
        """Whether a monster stands in its title; of an evening that was stored before text had arguments nobody knows.

        `TextRead` has no field for it: then no stored evening with a fight would be proved any more, see `is_same_entry`.
        """
        return isinstance(self.title, Text) and ("monster", monster_name(monster)) in self.title.args


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
    ended: Words = ""  # the sentence with which it ended

    @property
    def is_crowded(self) -> bool:
        """Does more wait than is ever run?"""
        return len(self.stack) > MOST_WAITING

    def component(self, name: str) -> Component | None:
        return self.scenario.components.get(name)

    @property
    def inspected(self) -> tuple[tuple[Component, str], ...]:
        """The items at hand that may be looked at, each with the event that tells what is seen."""
        lying = (
            self.scenario.components.values() if self.held else ()
        )  # where nothing is held, nothing is looked through
        there = ((one, one.part) for one in lying if one.name in self.held)
        return tuple((one, part.inspect) for one, part in there if isinstance(part, ItemPart) and part.inspect)

    def without(self, monster: str) -> Story:
        """Nothing waits for a monster that is gone: another may come that is called so."""
        waiting, resting = (tuple(m for m in names if m != monster) for names in (self.to_activate, self.resting))
        return replace(self, to_activate=waiting, resting=resting)


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
    title: Words  # what it is about
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
    title: Words
    text: Words = ""


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
