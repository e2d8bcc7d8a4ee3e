"""Records of a ship: rooms, corridors, crew, cards, dice, bag. Players may edit all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from companion.i18n import N_
from companion.schema import Faces

CONTAMINATION = N_("Contamination")
COMPUTER = "computer"  # value of `Effect.where`: in a room with a working computer
Allowed: TypeAlias = Literal["any", "in_combat", "out_of_combat"]
Kind: TypeAlias = Literal["larva", "creeper", "adult", "breeder", "queen"]  # an egg is no Intruder (NEM-COMBAT-4)
KINDS: tuple[Kind, ...] = ("larva", "creeper", "adult", "breeder", "queen")
ExplorationEffect: TypeAlias = Literal["silence", "danger", "slime", "malfunction", "fire", "doors", "nothing"]

Deed: TypeAlias = Literal[
    # whoever acts
    "light_wound", "serious_wound", "heal_light", "heal_serious", "contamination", "slime", "clean", "larva",
    "remove_larva", "draw", "discard", "ammo", "gain", "search", "scan", "move", "careful_move",
    # the room of whoever acts
    "fire", "extinguish", "malfunction", "discard_malfunction", "noise", "noise_all", "quiet", "close_door",
    "open_door", "injure", "injure_all", "explore", "take_egg", "destroy_egg",
    # the ship
    "look_engine", "repair_engine", "break_engine", "look_course", "set_course", "send_signal", "self_destruct",
    "stop_self_destruct", "unlock_pod", "lock_pod", "enter_pod", "sleep",
    # what hunts
    "token", "spawn", "develop",
    # what the people do by themselves, as the text says
    "tell",
]  # fmt: skip
SUFFERED: Final[frozenset[Deed]] = frozenset({"light_wound", "serious_wound", "contamination", "slime", "larva"})
"""Harm. An attack card has no other effects."""
Test: TypeAlias = Literal[
    "alive",  # reached home: asleep on the ship or in a pod, and not infected
    "course",  # the ship goes to `what`
    "ship_saved",  # it arrives, two engines work
    "ship_lost",
    "signal",  # sent by the owner
    "carries",  # an item or a kind of heavy object: `what`
    "alone",  # the only survivor
    "all_alive",
    "explored",  # `n` rooms are known
    "nest_destroyed",
    "killed",  # `n` Intruders are dead, `what` a kind or ""
    "people",  # the owner decides
]


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card, an item, a room or an event."""

    do: Deed
    n: int = 1
    what: str = ""  # an item, a token, a kind
    on: Literal["self", "here", "all"] = "self"  # for effects on characters: the actor, the room, the crew
    where: str = ""  # id of a tile; "" for the room of the actor


@dataclass(frozen=True, slots=True)
class Section:
    """One of the alternatives of an action card, split by [OR]."""

    id: str
    text: str = ""  # of the button
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionCard:
    cost: int = 0  # additional cards (NEM-ACARD-4)
    allowed: Allowed = "any"
    sections: tuple[Section, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """An item card or a weapon."""

    text: str = ""
    icons: Faces = ()  # blue craft icons
    acts: bool = False  # has an action
    cost: int = 0  # of its action
    allowed: Allowed = "any"
    effects: tuple[Effect, ...] = ()
    once: bool = True  # discarded by its action
    heavy: bool = False  # takes a hand slot (NEM-X-LIMITS-1)
    store: str = ""  # its deck: "arms", "tools", "care"; "" for none
    count: int = 1  # copies in that deck
    ammo: int | None = None  # of a weapon: the most it holds
    injuries: int = 0  # of a weapon: added to a hit


@dataclass(frozen=True, slots=True)
class CraftedItem:
    needs: Faces  # grey icons, two (NEM-CRAFT-1)
    available: bool = True


@dataclass(frozen=True, slots=True)
class Tile:
    """The face of a room."""

    id: str
    title: str
    text: str = ""
    store: str = ""  # deck of the items here; "" for the finder's choice
    action: str = ""  # title of its action, "" for none
    allowed: Allowed = "out_of_combat"
    effects: tuple[Effect, ...] = ()
    sections: tuple[Section, ...] = ()  # alternatives, in place of `effects`
    cost: int | None = None  # None: the common cost of room actions
    always: bool = False  # in every game; of the other free tiles some are left out
    nest: bool = False  # holds the eggs
    engine: str = ""  # one of the engines: "1", "2", "3"
    sleeps: bool = False  # the beds for the jump
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a tile; x, y in map units. `tile` "": shuffled."""

    id: str
    x: float
    y: float
    tile: str = ""
    explored: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A corridor; `numbers`: printed at its ends. A technical one joins all its rooms, for Intruders only."""

    id: str
    ends: tuple[str, ...]
    numbers: Mapping[str, Faces]
    technical: bool = False


@dataclass(frozen=True, slots=True)
class Exploration:
    """An exploration token."""

    says: ExplorationEffect
    items: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class AttackCard:
    """`hits`: kinds that it works for, others miss. `blood`: injuries that kill."""

    id: str
    title: str
    hits: tuple[Kind, ...]
    effects: tuple[Effect, ...]
    blood: int
    retreat: bool = False  # a hurt Intruder flees instead
    text: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class EventCard:
    """Intruders of these kinds out of combat move through the corridor with this number, then the effects happen."""

    id: str
    title: str
    text: str
    number: str
    moves: tuple[Kind, ...]
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an objective."""

    test: Test
    what: str = ""
    n: int = 1


@dataclass(frozen=True, slots=True)
class Objective:
    id: str
    title: str
    text: str
    kind: Literal["company", "own"]
    needs: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Crew:
    """A role. `deck`: ten Action cards by title (NEM-ACARD-1)."""

    id: str
    title: str
    weapon: str
    ammo: int
    deck: Faces
    items: Faces = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Dice:
    noise: Faces = ("1", "1", "2", "2", "3", "3", "4", "4", "silence", "danger")  # NEM-X-NOISEDIE-1
    combat: Faces = ("miss", "creeper", "adult", "adult", "hit1", "hit2")  # NEM-X-COMBATDIE-2


@dataclass(frozen=True, slots=True)
class Tokens:
    """The Intruder bag; "adult-3" surprises with fewer than three cards in hand."""

    tokens: Faces
    per_player: Faces = ()  # added once for each
    spare: Faces = ()  # for the development of the bag


@dataclass(frozen=True, slots=True)
class Settings:
    """Open points of the rules, decided by the table."""

    decks: Literal["page", "box", "none"] = "page"  # attacks, explorations, events, items: virtual, real, or none
    hands: Literal["page", "box"] = "page"  # Action cards: virtual, or real and only counted
    contamination_counts: bool = True  # NEM-AMB-8
    melee_contaminates: bool = True  # NEM-AMB-13
    careful_in_company: bool = True  # NEM-AMB-3: a marker also in occupied rooms
    technical_counts: bool = True  # NEM-AMB-4
    strict_combat: bool = False  # NEM-AMB-5: in combat only Shoot, Melee Attack, Escape, and what is not marked
    shoot_eggs: bool = False  # NEM-AMB-12
    two_hands: bool = True  # NEM-X-LIMITS-1


@dataclass(frozen=True, slots=True)
class Ship:
    """A whole content file."""

    title: str
    text: str
    start: str  # a place
    turns: int
    costs: Mapping[str, int]
    places: tuple[Place, ...]
    corridors: tuple[Way, ...]
    tiles: tuple[Tile, ...]
    crew: tuple[Crew, ...]
    bag: Tokens
    dice: Dice = Dice()
    settings: Settings = Settings()
    items: Mapping[str, Item] = field(default_factory=lambda: MappingProxyType({}))
    cards: Mapping[str, ActionCard] = field(default_factory=lambda: MappingProxyType({}))
    crafted: Mapping[str, CraftedItem] = field(default_factory=lambda: MappingProxyType({}))
    explorations: tuple[Exploration, ...] = ()
    attacks: tuple[AttackCard, ...] = ()
    events: tuple[EventCard, ...] = ()
    objectives: tuple[Objective, ...] = ()
    planets: Faces = ()  # destinations of the course, with home
    home: str = ""
    pods: Faces = ()  # tiles with a pod; twice for two
    self_destruct: int = 5  # turns from the alarm to the end
    eggs: int = 5  # in the nest
    contamination: int = 27  # size of that deck
    infected: int = 11
