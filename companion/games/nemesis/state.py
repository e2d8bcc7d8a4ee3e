"""The state of a game of Nemesis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from companion.engine import Bag, Die, GameFact, OpenOption, Play, without
from companion.games.nemesis.content.ship import CONTAMINATION, Kind, Objective, Settings, Ship, Tile
from companion.i18n import Text, ngettext
from companion.schema import Faces, Seat, Words

HAND_SIZE = 5  # NEM-X-TURN-1
ACTIONS_PER_ROUND = 2  # NEM-X-TURN-1
MOST_SERIOUS = 3  # serious wounds that one can bear; any further wound kills

RollKind: TypeAlias = Literal["noise", "shoot", "melee"]
Outcome: TypeAlias = Literal["noise", "silence", "danger", "encounter", "hit", "missed", "came", "blank"]
Fate: TypeAlias = Literal["aboard", "dead", "pod", "asleep"]
Phase: TypeAlias = Literal["preparing", "players", "event", "drawing", "over"]
EventStep: TypeAlias = Literal["time", "attack", "fire", "card", "bag"]
EVENT_STEPS: tuple[EventStep, ...] = ("time", "attack", "fire", "card", "bag")


@dataclass(frozen=True, slots=True)
class Weapon:
    name: str
    ammo: int


@dataclass(frozen=True, slots=True)
class HeavyObject:
    kind: str  # "egg", "character_corpse", "intruder_carcass"
    room: str  # "" = carried


@dataclass(frozen=True, slots=True)
class Character:
    name: Words
    room: str
    hand: Faces  # the owner's secret
    deck: Faces = ()  # in no order: draws are random
    discard: Faces = ()  # face up (NEM-COST-2)
    actions: int = ACTIONS_PER_ROUND  # left in this round
    weapons: tuple[Weapon, ...] = ()  # in the hand slots
    items: Faces = ()  # the owner's secret until shown
    heavy: Faces = ()  # heavy objects carried
    slime: bool = False
    light_wounds: int = 0
    serious_wounds: int = 0
    passed: bool = False  # until the next turn
    role: str = ""  # id of its `Crew`
    larva: bool = False  # public
    infected: int = 0  # known infected cards in hand; the owner's secret
    fate: Fate = "aboard"
    signal: bool = False  # has sent the signal
    objectives: Faces = ()  # ids, dealt; the owner's secret
    objective: str = ""  # the one that was kept; the owner's secret until the end


@dataclass(frozen=True, slots=True)
class Room:
    """A room; x, y in map units. Unexplored rooms are secret."""

    title: str
    x: float = 0.0
    y: float = 0.0
    explored: bool = True
    marks: tuple[str, ...] = ()  # "malfunction", "fire"
    tile: str = ""  # id of its `Tile`, "" if none is laid
    items: int = 0  # that can still be found


@dataclass(frozen=True, slots=True)
class Corridor:
    """A corridor; `numbers`: the faces of the noise die printed at each end."""

    ends: tuple[str, ...]
    numbers: Mapping[str, Faces]
    noise: bool = False  # never more than one marker (NEM-NOISE-1)
    closed: bool = False
    broken: bool = False  # it cannot close any more
    technical: bool = False  # joins all its ends, for Intruders only (NEM-AMB-4)


@dataclass(frozen=True, slots=True)
class Intruder:
    kind: Kind
    room: str
    injuries: int = 0


@dataclass(frozen=True, slots=True)
class Engine:
    """`works` is known to the seats in `seen`, and public at the end."""

    works: bool
    seen: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Pod:
    tile: str  # where it hangs
    locked: bool = True
    aboard: tuple[Seat, ...] = ()
    launched: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """The course. `planets` is known to the seats in `seen`, and public at the end."""

    planets: Mapping[str, str]  # "A" -> a planet
    set: str = "A"
    seen: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Test:
    """A roll under way."""

    kind: RollKind
    seat: Seat
    room: str
    target: str = ""  # Intruder
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of the last roll or token, shown until the next action is paid."""

    outcome: Outcome
    seat: Seat
    room: str
    face: str
    corridor: str = ""
    target: str = ""  # kind of the Intruder
    injuries: int = 0
    surprise: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A public event or attack card, shown until the next card or action."""

    title: Words
    text: Words


@dataclass(frozen=True, slots=True)
class Result:
    won: bool
    why: Words  # a sentence


@dataclass(frozen=True, slots=True)
class State:
    ship: Ship  # with the table's dice, bag, costs and settings
    characters: Mapping[Seat, Character]
    rooms: Mapping[str, Room]
    corridors: Mapping[str, Corridor]
    bag: Bag
    active: Seat
    intruders: Mapping[str, Intruder] = field(default_factory=lambda: MappingProxyType({}))
    objects: Mapping[str, HeavyObject] = field(default_factory=lambda: MappingProxyType({}))
    engines: Mapping[str, Engine] = field(default_factory=lambda: MappingProxyType({}))  # "1" -> it
    pods: Mapping[str, Pod] = field(default_factory=lambda: MappingProxyType({}))
    course: Course = Course(MappingProxyType({}))
    drawn: Mapping[str, Faces] = field(default_factory=lambda: MappingProxyType({}))  # deck -> cards since its shuffle
    crafted_gone: Faces = ()  # crafted cards that were built
    item_discard: Faces = ()
    contamination: Faces = (CONTAMINATION,)  # cards that do not pay (NEM-COST-3)
    eggs: int = 0  # in the nest
    killed: tuple[Kind, ...] = ()
    first: Seat = ""  # begins each turn
    turns: int = 15  # left, this one included
    self_destruct: int | None = None  # turns left; None: no alarm
    phase: Phase = "players"
    step: EventStep = "time"  # of the event phase: the next one
    met: bool = False  # the first Intruder has come: seats choose an objective
    came: int = 0  # Intruders so far, for their names
    test: Test | None = None
    last: Verdict | None = None
    told: Told | None = None
    ending: Words = ""  # the sentence with which it ended
    results: Mapping[Seat, Result] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def settings(self) -> Settings:
        return self.ship.settings

    @property
    def noise_die(self) -> Die:
        return Die("nemesis_noise", self.ship.dice.noise)

    @property
    def combat_die(self) -> Die:
        return Die("nemesis_combat", self.ship.dice.combat)


Event: TypeAlias = GameFact[State]
G: TypeAlias = Play[State, Event]
Way: TypeAlias = OpenOption[State, Event]
T = TypeVar("T")


def corridors_of(s: State, room: str) -> tuple[str, ...]:
    """Return the corridors of a room. A setting decides whether technical ones count (NEM-AMB-4)."""
    counts = s.settings.technical_counts
    return tuple(
        name for name, corridor in s.corridors.items() if room in corridor.ends and (counts or not corridor.technical)
    )


def neighbours(s: State, room: str) -> tuple[str, ...]:
    """Return the rooms joined to this one by exactly one open corridor (NEM-X-NEIGHBOUR-1)."""
    beyond = [
        end
        for name in corridors_of(s, room)
        for end in s.corridors[name].ends
        if end != room and not s.corridors[name].closed and not s.corridors[name].technical
    ]
    return tuple(end for end in beyond if beyond.count(end) == 1)


def intruders_in(s: State, room: str) -> tuple[str, ...]:
    return tuple(name for name, intruder in s.intruders.items() if intruder.room == room)


def characters_in(s: State, room: str) -> tuple[Seat, ...]:
    return tuple(
        seat for seat, character in s.characters.items() if character.room == room and character.fate == "aboard"
    )


def seats_aboard(s: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, character in s.characters.items() if character.fate == "aboard")


def with_malfunction(s: State, room: str) -> bool:
    return "malfunction" in s.rooms[room].marks


def tile_of(s: State, room: str) -> Tile | None:
    return next((tile for tile in s.ship.tiles if tile.id == s.rooms[room].tile), None)


def in_nest(s: State, room: str) -> bool:
    tile = tile_of(s, room)
    return tile is not None and tile.nest


def free_tiles(s: State) -> tuple[Tile, ...]:
    """Return the tiles that are not laid."""
    laid = {room.tile for room in s.rooms.values()}
    return tuple(tile for tile in s.ship.tiles if tile.id not in laid)


def objective_of(s: State, name: str) -> Objective:
    return {objective.id: objective for objective in s.ship.objectives}[name]


def corpse_ids(s: State, seat: Seat) -> tuple[str, str]:
    """Return the id of a corpse in logs, and the id if that one is taken by a namesake."""
    name = s.characters[seat].name
    corpse = f"corpse of {name}" if isinstance(name, str) else f"corpse of Seat {seat}"
    return corpse, f"{corpse}, seat {seat}"


def is_in_combat(s: State, seat: Seat) -> bool:
    """NEM-COMBAT-3."""
    return bool(intruders_in(s, s.characters[seat].room))


def actions_left(character: Character) -> Text:
    return ngettext("{n} action left", "{n} actions left", character.actions)


def payable_cards(s: State, seat: Seat) -> Faces:
    """NEM-COST-3."""
    return tuple(card for card in s.characters[seat].hand if card not in s.contamination)


def with_entry(entries: Mapping[str, T], name: str, entry: T) -> Mapping[str, T]:
    return MappingProxyType({**entries, name: entry})


def without_entry(entries: Mapping[str, T], name: str) -> Mapping[str, T]:
    return MappingProxyType({key: entry for key, entry in entries.items() if key != name})


def with_character(s: State, seat: Seat, character: Character) -> State:
    return replace(s, characters=with_entry(s.characters, seat, character))


def with_corridor(s: State, name: str, corridor: Corridor) -> State:
    return replace(s, corridors=with_entry(s.corridors, name, corridor))


def with_room(s: State, name: str, room: Room) -> State:
    return replace(s, rooms=with_entry(s.rooms, name, room))


def with_intruder(s: State, name: str, intruder: Intruder) -> State:
    return replace(s, intruders=with_entry(s.intruders, name, intruder))


def without_all(cards: Faces, gone: Faces) -> Faces:
    for card in gone:
        cards = without(cards, card)
    return cards
