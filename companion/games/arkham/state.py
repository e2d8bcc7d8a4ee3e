"""The state of Arkham Horror. Cards stay physical, so the state knows only the cards that their owner has named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from companion.engine import Bag, GameFact, Play
from companion.games.arkham.content import Act, Agenda, Auto, Card, Enemy, Location, Resolution, Scenario, SymbolEffect
from companion.schema import Faces, Seat, Term, Words

ACTIONS_A_TURN = 3  # AH-ACT-TURN-1
HAND_LIMIT = 8  # AH-X-UPKEEP-1

On: TypeAlias = Literal["success", "failure"]
Step: TypeAlias = Literal["ST.1", "ST.2", "ST.3", "ST.4", "ST.5", "ST.6", "ST.7", "ST.8"]
Phase: TypeAlias = Literal["mythos", "investigation", "enemy", "upkeep"]
Left: TypeAlias = Literal["", "killed", "insane", "resigned"]
STOP_SOURCE = "stop"  # marks a `TestModifier` without a change, as logs hold it
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class InPlay:
    """Counters on an asset in play."""

    uses: int = 0
    damage: int = 0
    horror: int = 0


@dataclass(frozen=True, slots=True)
class Investigator:
    """The investigator of a seat. `hand` are cards known by name, `unknown` is the number of the others."""

    name: str
    location: str
    skills: Mapping[str, int]
    hand: tuple[str, ...] = ()
    unknown: int = 0
    in_play: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    deck: int | None = None  # number of cards; None = not counted
    resources: int = 0
    clues: int = 0
    actions: int = ACTIONS_A_TURN
    next_actions: int = ACTIONS_A_TURN
    health: int | None = None  # None = does not matter
    sanity: int | None = None
    damage: int = 0
    horror: int = 0
    elder_sign: SymbolEffect | None = None
    title: str = ""  # the investigator's name; `name` may be a player's
    list: tuple[str, ...] = ()  # names of all cards of the deck, one for each copy
    assets: Mapping[str, InPlay] = field(default_factory=lambda: MappingProxyType({}))  # by card name
    left: Left = ""  # how the investigator left the scenario
    physical: int = 0  # trauma
    mental: int = 0
    experience: int = 0  # earned in earlier scenarios

    @property
    def defeated(self) -> bool:
        """True after the investigator has left the scenario, by harm (AH-X-DEFEAT-1) or by resigning."""
        killed = self.health is not None and self.damage >= self.health
        return bool(self.left) or killed or (self.sanity is not None and self.horror >= self.sanity)


@dataclass(frozen=True, slots=True)
class TestModifier:
    """One change of a skill value, or an automatic result."""

    __test__ = False  # pytest collects classes by this name

    source: Words
    add: int = 0
    times: Fraction = Fraction(1)
    auto: Auto = ""
    after_reveal: bool = False  # False: known before ST.3
    active: bool = True
    test: bool = False  # ends with the current test (AH-ST-8-3)

    @property
    def is_stop(self) -> bool:
        """Return whether it only asks players to respond to the token, without a change."""
        return isinstance(self.source, str) and self.source == STOP_SOURCE


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
    title: Words = ""
    step: Step = "ST.1"
    committed: tuple[Committed, ...] = ()
    revealed: Faces = ()
    cancelled: Faces = ()  # revealed tokens set aside without effect
    spared: int = 0  # cancelled tokens that are not replaced
    resolved: int = 0  # number of revealed tokens with finished abilities

    @property
    def is_revealed(self) -> bool:
        """Whether a token was revealed, or none will be: the test is after ST.3."""
        return self.step not in ("ST.1", "ST.2", "ST.3")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the last test, kept until the next one."""

    performer: Seat
    skill: str
    title: Words
    terms: tuple[Term, ...]
    total: int  # the true sum, which may be negative
    value: int  # the effective value (AH-ST-MOD-7, AH-ST-6-5)
    difficulty: int  # the effective difficulty (AH-ST-6-3)
    passed: bool
    auto: Auto
    tokens: Faces
    cancelled: Faces = ()

    @property
    def by(self) -> int:
        """The margin of success or failure. AH-X-FAILBY-1."""
        return abs(self.value - self.difficulty)


def _nothing() -> MappingProxyType[str, T]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Campaign:
    """Results that a campaign carries from scenario to scenario."""

    name: str = ""
    played: tuple[Words, ...] = ()  # one line for each ended scenario
    notes: tuple[str, ...] = ()  # lines written by players


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the scenario."""

    resolution: str  # "" = none of the scenario's
    title: str
    victory: int  # points in the victory display


@dataclass(frozen=True, slots=True)
class State:
    """The state of a table. At rest it is complete."""

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
    taken: tuple[Seat, ...] = ()  # seats that have finished this phase
    test: Test | None = None  # under way
    last: Verdict | None = None
    scenario: Scenario = field(default_factory=Scenario)
    difficulty: str = ""
    doom: int = 0
    agenda: int = 0  # index into the scenario's agendas
    act: int = 0
    spent: int = 0  # clues spent on the act
    deck: Bag = field(default_factory=lambda: Bag(()))  # encounter deck; `out` is its discard pile
    done: tuple[str, ...] = ()  # finished steps of this phase
    exhausted: tuple[str, ...] = ()  # abilities used this round, "where:title"
    counted: tuple[Faces, ...] | None = None  # handfuls of the bag audit under way
    lying: Faces = ()  # tokens on the tray at the last count
    audited: Faces = ()  # tokens of the last finished count
    story: Words = ""  # text to read aloud now
    campaign: Campaign = field(default_factory=Campaign)
    ending: Ending | None = None
    without: tuple[str, ...] = ()  # switched-off rules
    pause: Literal["never", "failure", "always"] = "never"  # when players may respond to a token

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats that have not left the scenario."""
        return tuple(seat for seat, who in self.seats.items() if not who.defeated)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The remaining seats that have not finished this phase."""
        return tuple(seat for seat in self.remaining if seat not in self.taken)

    def with_seat(self, seat: Seat, who: Investigator) -> State:
        """Return the state with another investigator of a seat."""
        return replace(self, seats=MappingProxyType({**self.seats, seat: who}))

    def place(self, name: str, location: Location) -> State:
        """Return the state with another record of a location."""
        return replace(self, locations=MappingProxyType({**self.locations, name: location}))

    def spawn(self, name: str, enemy: Enemy) -> State:
        """Return the state with another record of an enemy."""
        return replace(self, enemies=MappingProxyType({**self.enemies, name: enemy}))


Event: TypeAlias = GameFact[State]
G: TypeAlias = Play[State, Event]


def current_agenda(s: State) -> Agenda | None:
    agendas = s.scenario.agendas
    return agendas[s.agenda] if s.agenda < len(agendas) else None


def current_act(s: State) -> Act | None:
    acts = s.scenario.acts
    return acts[s.act] if s.act < len(acts) else None


def clues_needed(s: State) -> int:
    """Return the number of clues that advance the act; 0 without one."""
    act = current_act(s)
    if act is None:
        return 0
    return act.clues * (len(s.seats) if act.per_investigator else 1)


def seat_name(s: State, seat: Seat) -> str:
    """Return the name that prompts to a seat begin with."""
    return s.seats[seat].name if seat in s.seats else ""


def holdable(s: State, seat: Seat) -> Faces:
    """Return the cards that the hand may hold: the known ones, and where others are in it, unseen cards of the deck.

    It reveals the deck list only, not the hand.
    """
    who = s.seats[seat]
    if not who.unknown:
        return who.hand
    committed = (
        Counter(entry.card for entry in s.test.committed if entry.by == seat) if s.test is not None else Counter[str]()
    )
    seen = committed + Counter(who.hand) + Counter(who.in_play) + Counter(who.discard)
    return who.hand + tuple((Counter(who.list) - seen).elements())


def names_are_secret(s: State) -> bool:
    """Return whether a shared screen hides prompts about hands: as soon as one hand has known cards."""
    return any(who.hand for who in s.seats.values())


def resolution(s: State) -> Resolution | None:
    return s.scenario.resolutions.get(s.ending.resolution) if s.ending is not None else None
