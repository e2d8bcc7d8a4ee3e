"""The nouns of Nemesis: characters with their hands, rooms and corridors, Intruders, the bag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.rules.bag import Bag
from companion.rules.pool import Die
from companion.wire.prompt import Faces, Seat

CONTAMINATION = "Contamination"
HAND_SIZE = 5  # NEM-X-TURN-1
ACTIONS_PER_ROUND = 2  # NEM-X-TURN-1

RollKind: TypeAlias = Literal["noise", "shoot", "melee"]
Outcome: TypeAlias = Literal["noise", "silence", "danger", "encounter", "hit", "missed", "came", "blank"]


@dataclass(frozen=True, slots=True)
class Settings:
    """Open points of the text, for the table to decide."""

    attack_cards: bool = True  # ask what the attack cards say
    exploration_tokens: bool = True  # ask what the token of a newly explored room says
    contamination_counts: bool = True  # NEM-AMB-8
    melee_contaminates: bool = True  # NEM-AMB-13


@dataclass(frozen=True, slots=True)
class Weapon:
    name: str
    ammo: int


@dataclass(frozen=True, slots=True)
class Item:
    """What an item card says that matters here."""

    icons: Faces = ()  # blue craft icons
    acts: bool = True  # has an action
    cost: int = 0  # of its action
    allowed: str = "any"  # "any", "in_combat", "out_of_combat"


@dataclass(frozen=True, slots=True)
class ActionCard:
    """What an action card says that matters here."""

    cost: int = 0  # additional cards
    allowed: str = "any"
    sections: Faces = ()  # split by [OR]


@dataclass(frozen=True, slots=True)
class CraftedItem:
    needs: Faces  # grey icons, two
    available: bool = True


@dataclass(frozen=True, slots=True)
class HeavyObject:
    kind: str  # "egg", "character_corpse", "intruder_carcass"
    room: str  # "" = carried


@dataclass(frozen=True, slots=True)
class Character:
    """One of the crew."""

    name: str
    room: str
    hand: Faces  # the owner's secret
    deck: Faces = ()  # nobody's knowledge: its order is chance
    discard: Faces = ()  # face up (NEM-COST-2)
    actions: int = ACTIONS_PER_ROUND  # left in this round
    weapons: tuple[Weapon, ...] = ()  # in the hand slots
    items: Faces = ()  # the owner's secret until shown
    heavy: Faces = ()  # heavy objects carried
    slime: bool = False
    light_wounds: int = 0
    serious_wounds: int = 0
    passed: bool = False  # until the next turn


@dataclass(frozen=True, slots=True)
class Room:
    """A room; x, y in map units. Until it is explored nobody knows its title."""

    title: str
    x: float = 0.0
    y: float = 0.0
    explored: bool = True
    marks: tuple[str, ...] = ()  # "malfunction", "fire"


@dataclass(frozen=True, slots=True)
class Corridor:
    """A corridor; `numbers`: the faces of the noise die printed at each end."""

    ends: tuple[str, str]
    numbers: Mapping[str, Faces]
    noise: bool = False  # never more than one marker (NEM-NOISE-1)
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Intruder:
    kind: str  # "larva", "creeper", "adult", "breeder", "queen"; an egg is none (NEM-COMBAT-4)
    room: str
    injuries: int = 0


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
    """What the last roll or token led to; it stands until the next action is paid."""

    outcome: Outcome
    seat: Seat
    room: str
    face: str
    corridor: str = ""
    target: str = ""  # kind of the Intruder
    injuries: int = 0
    surprise: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Everything at rest."""

    characters: Mapping[Seat, Character]
    rooms: Mapping[str, Room]
    corridors: Mapping[str, Corridor]
    costs: Mapping[str, int]
    noise_die: Die
    combat_die: Die
    bag: Bag
    active: Seat
    intruders: Mapping[str, Intruder] = field(default_factory=lambda: MappingProxyType({}))
    objects: Mapping[str, HeavyObject] = field(default_factory=lambda: MappingProxyType({}))
    items: Mapping[str, Item] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, ActionCard] = field(default_factory=lambda: MappingProxyType({}))
    crafted: Mapping[str, CraftedItem] = field(default_factory=lambda: MappingProxyType({}))
    item_discard: Faces = ()
    contamination: tuple[str, ...] = (CONTAMINATION,)  # cards that are no Action cards (NEM-COST-3)
    settings: Settings = Settings()
    first: Seat = ""  # begins each turn
    turns: int = 15  # left, this one included
    drawing: bool = False  # between two turns: hands are filled
    came: int = 0  # Intruders so far, for their names
    test: Test | None = None
    last: Verdict | None = None


def corridors_of(s: State, room: str) -> tuple[str, ...]:
    return tuple(name for name, c in s.corridors.items() if room in c.ends)


def neighbours(s: State, room: str) -> tuple[str, ...]:
    """Rooms that exactly one open corridor joins to this one (NEM-X-NEIGHBOUR-1)."""
    beyond = [
        end
        for name in corridors_of(s, room)
        for end in s.corridors[name].ends
        if end != room and not s.corridors[name].closed
    ]
    return tuple(end for end in beyond if beyond.count(end) == 1)


def intruders_in(s: State, room: str) -> tuple[str, ...]:
    return tuple(name for name, i in s.intruders.items() if i.room == room)


def characters_in(s: State, room: str) -> tuple[Seat, ...]:
    return tuple(seat for seat, c in s.characters.items() if c.room == room)


def with_malfunction(s: State, room: str) -> bool:
    return "malfunction" in s.rooms[room].marks


def is_in_combat(s: State, seat: Seat) -> bool:
    """NEM-COMBAT-3: an Intruder is in the same room."""
    return bool(intruders_in(s, s.characters[seat].room))


def actions_left(character: Character) -> str:
    return "1 action left" if character.actions == 1 else f"{character.actions} actions left"


def payable(s: State, seat: Seat) -> Faces:
    """The Action cards of a hand (NEM-COST-3)."""
    return tuple(card for card in s.characters[seat].hand if card not in s.contamination)


def with_character(s: State, seat: Seat, character: Character) -> State:
    return replace(s, characters=MappingProxyType({**s.characters, seat: character}))


def with_corridor(s: State, name: str, corridor: Corridor) -> State:
    return replace(s, corridors=MappingProxyType({**s.corridors, name: corridor}))


def with_room(s: State, name: str, room: Room) -> State:
    return replace(s, rooms=MappingProxyType({**s.rooms, name: room}))


def with_intruder(s: State, name: str, intruder: Intruder) -> State:
    return replace(s, intruders=MappingProxyType({**s.intruders, name: intruder}))
