"""State of Mansions of Madness, frozen. Damage and horror cards are counted, not named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.games.mansions.content import Component, Facing, Injury, Item, ItemPart, Scenario, nothing
from companion.games.mansions.named import monster_name
from companion.games.mansions.puzzles import Puzzle
from companion.i18n import Text
from companion.schema import Faces, Seat, Words

Phase: TypeAlias = Literal["investigator", "fire", "mythos", "monsters", "horror", "end"]
MOST_WAITING = 2_000  # events that may wait at once; real scenarios need four


@dataclass(frozen=True, slots=True)
class Shown:
    """An event on the screen, until a button is taken."""

    event: str
    seat: Seat = ""  # the acting seat; "" = all seats
    hero: str = ""  # the name that {rnd:hero} resolves to
    cancel: bool = False  # opened by a tap on a token: it may be left again
    item: str = ""  # the item that is inspected
    count: int | None = None  # successes rolled for it
    passed: bool | None = None  # outcome of its test
    tested: tuple[Seat, ...] = ()  # seats that have rolled, where several do
    which: int | None = None  # index of the chosen test, where the text offers several


@dataclass(frozen=True, slots=True)
class Waiting:
    """An event on the stack. The last one runs next."""

    event: str
    seat: Seat = ""
    tapped: bool = False  # by a tap on the map: it may be left again


@dataclass(frozen=True, slots=True)
class Aloud:
    """Text read aloud now: an attack, an evade check, a horror check or an activation."""

    title: Words
    text: Words  # with signs and tags

    def is_about(self, monster: str) -> bool:
        """Return whether the title names this monster. False for logs stored before text had arguments.

        `TextRead` cannot have a field for it: stored logs with a fight would no longer replay, see `is_same_entry`.
        """
        return isinstance(self.title, Text) and ("monster", monster_name(monster)) in self.title.args


@dataclass(frozen=True, slots=True)
class Story:
    """A running scenario."""

    scenario: Scenario
    round: int = 1
    phase: Phase = "investigator"
    active: Seat = ""  # seat whose turn it is
    had_turn: tuple[Seat, ...] = ()  # in this round
    variables: Mapping[str, float] = field(default_factory=nothing)
    board: tuple[str, ...] = ()  # components on the table, in the order they came
    fresh: tuple[str, ...] = ()  # the part of `board` that players have yet to put on the table
    stack: tuple[Waiting, ...] = ()
    unseen: int = 0  # events that ran since players last read or tapped anything
    shown: Shown | None = None
    aloud: Aloud | None = None  # shown next to the test it asks for
    matched: bool = False  # whether the cards of the scenario are chosen
    items: Mapping[str, str] = field(default_factory=nothing)  # QItem -> card id
    held: tuple[str, ...] = ()  # QItems that the investigators have
    handed: tuple[tuple[str, Seat], ...] = ()  # QItems that no player has taken yet, each with its finder
    picked: Mapping[str, tuple[Seat, ...]] = field(default_factory=nothing)  # event -> picked seats
    quotas: Mapping[str, int] = field(default_factory=nothing)  # event -> successes counted so far
    puzzles: Mapping[str, Puzzle] = field(default_factory=nothing)
    open_puzzle: str = ""
    to_activate: tuple[str, ...] = ()  # monsters that still activate this round
    resting: tuple[str, ...] = ()  # monsters that came this round and do not activate in it
    to_check: tuple[Seat, ...] = ()  # seats that owe a horror check
    defeated: tuple[tuple[str, str], ...] = ()  # (kind, spawn) of monsters whose defeat was not announced yet
    recent: Mapping[str, tuple[str, ...]] = field(default_factory=nothing)  # pool -> last lines
    counted_actions: bool = True  # False: players count their actions themselves, as with the official app
    boxes: tuple[str, ...] = ()  # boxes on the table
    ending: str = ""  # event that ended the scenario
    ended: Words = ""  # closing sentence

    @property
    def is_crowded(self) -> bool:
        """Return whether more events wait than are ever run."""
        return len(self.stack) > MOST_WAITING

    def component(self, name: str) -> Component | None:
        return self.scenario.components.get(name)

    @property
    def placed(self) -> tuple[Component, ...]:
        return tuple(component for name in self.board if (component := self.component(name)) is not None)

    @property
    def inspected(self) -> tuple[tuple[Component, str], ...]:
        """Return the held items that can be inspected, each with the event that describes it."""
        lying = self.scenario.components.values() if self.held else ()  # skip the search where no item is held
        there = ((component, component.part) for component in lying if component.name in self.held)
        return tuple(
            (component, part.inspect) for component, part in there if isinstance(part, ItemPart) and part.inspect
        )


@dataclass(frozen=True, slots=True)
class Harm:
    """Faceup and facedown damage or horror cards of an investigator."""

    up: int = 0
    down: int = 0

    @property
    def total(self) -> int:
        return self.up + self.down


@dataclass(frozen=True, slots=True)
class Investigator:
    """The figure of one seat."""

    name: str
    skills: Mapping[str, int]
    space: str = ""
    health: int | None = None  # None: not limited
    sanity: int | None = None
    clues: int = 0
    actions: int = 2
    damage: Harm = Harm()
    horror: Harm = Harm()
    possessions: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    eliminated: bool = False
    steps_left: int = 0  # left of an interrupted move action
    extinguish_left: int = 0  # successes of Extinguish that may still discard a Fire this round
    evaded: bool = False  # the evade check before the next action is done
    insane: str = ""  # the owner's note on the back of the Insane condition, secret

    def harm(self, injury: Injury) -> Harm:
        return self.damage if injury == "damage" else self.horror

    def limit(self, injury: Injury) -> int | None:
        return self.health if injury == "damage" else self.sanity


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map. A border may be listed on either side."""

    adjacent: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    impassable: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Barricade:
    """A barricade at the door or passage between two spaces. It stands in one of them."""

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
    search: Mapping[str, str] = field(default_factory=nothing)  # token -> space
    explore: Mapping[str, str] = field(default_factory=nothing)
    sight: Mapping[str, str] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class Monster:
    """A monster on the map."""

    name: str  # unique on the map: "Deep One 2"
    space: str
    brawn: int = 0
    awareness: int = 0
    horror_rating: int = 0
    health: int | None = None
    damage: int = 0
    kind: str = ""  # "MonsterDeepOne", "CustomMonsterX"
    spawn: str = ""  # component of the scenario that brought it
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolModifier:
    """A change of the dice of tests. "" stands for every seat or every skill."""

    add: int
    who: str = ""
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A test that is announced and not rolled yet."""

    seat: Seat
    skill: str
    title: Words  # subject of the test
    needed: int | None = None  # successes; None = only counted
    injury: Injury | None = None  # each success prevents one of `amount`
    amount: int = 0
    surplus: bool = False  # whether successes beyond `needed` have an effect
    event: str = ""  # event that asks for it
    more: int = 0  # added dice
    facing: Facing = "up"  # of the harm that is not prevented


@dataclass(frozen=True, slots=True)
class Test:
    """A test after its roll."""

    task: Task
    faces: Faces
    locked: Faces = ()  # dice that a second roll keeps
    used: tuple[str, ...] = ()  # possessions that repeated a roll in this test


@dataclass(frozen=True, slots=True)
class Verdict:
    """Outcome of the last test, until the next one begins."""

    task: Task
    faces: Faces
    clues: int
    result: int
    passed: bool | None  # None = successes were only counted, or prevented harm
    title: Words
    text: Words = ""


@dataclass(frozen=True, slots=True)
class State:
    """The state at one moment. At rest it is complete."""

    seats: Mapping[Seat, Investigator]
    items: Mapping[str, Item] = field(default_factory=nothing)
    spaces: Mapping[str, Space] = field(default_factory=nothing)
    monsters: Mapping[str, Monster] = field(default_factory=nothing)
    tokens: Tokens = field(default_factory=Tokens)
    cards: Mapping[str, str] = field(default_factory=nothing)  # damage and horror card -> trait
    modifiers: tuple[PoolModifier, ...] = ()
    players: int = 1
    phase: str = "investigator"
    story: Story | None = None  # the running scenario; None = rules only
    task: Task | None = None  # announced and due next
    test: Test | None = None  # under way
    last: Verdict | None = None

    @property
    def standing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, who in self.seats.items() if not who.eliminated)

    def with_seat(self, seat: Seat, who: Investigator) -> State:
        return replace(self, seats=MappingProxyType({**self.seats, seat: who}))

    def with_space(self, name: str, space: Space) -> State:
        return replace(self, spaces=MappingProxyType({**self.spaces, name: space}))

    def with_monster(self, monster: Monster) -> State:
        return replace(self, monsters=MappingProxyType({**self.monsters, monster.name: monster}))

    def without_monster(self, monster: str) -> State:
        """Return the state without a monster. Another one may get its name."""
        others = MappingProxyType({name: other for name, other in self.monsters.items() if name != monster})
        story = self.story
        if story is not None:
            waiting, resting = (
                tuple(name for name in names if name != monster) for names in (story.to_activate, story.resting)
            )
            story = replace(story, to_activate=waiting, resting=resting)
        return replace(self, monsters=others, story=story)


def story_of(s: State) -> Story:
    """Return the running scenario. Raises ValueError without one."""
    if s.story is None:
        raise ValueError("no scenario is under way")
    return s.story


def name_of_seat(s: State, seat: Seat) -> str:
    """Return the name that the titles of prompts to a seat begin with."""
    return s.seats[seat].name if seat in s.seats else ""


def exact(s: State) -> bool:
    """Return whether the map has spaces. Rule cases without a scenario always have them."""
    return s.story is None or s.story.scenario.exact
