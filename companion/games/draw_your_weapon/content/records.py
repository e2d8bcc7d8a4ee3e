"""Records of the choices that chapter 5 leaves open, and of what a Dealer prepares. Players may edit both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.schema import Faces

CallKind: TypeAlias = Literal["skill_test", "contest", "surprise_test", "surprise_contest"]
Boon: TypeAlias = Literal[
    "hp", "reserve", "clout", "guard",  # `n` of it regained
    "draw",  # `n` cards
    "bonus",  # `n` added to the Result of the test or attack that it is part of
    "mend",  # the condition `what` is removed
    "condition",  # the target gets the condition `what`
    "damage",  # `n` to the target
    "tell",  # an effect in free text
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Effect:
    do: Boon
    n: int = 0
    what: str = ""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon and the cards that can be played with it (DYW-WEAPON-2 to -4)."""

    name: str
    low: int  # lowest value of a card
    high: int
    suits: tuple[str, ...] = ()  # DYW-AMB-17: with none Might is never added
    hands: int = 1
    text: str = ""  # its reach and abilities, in words


@dataclass(frozen=True, slots=True)
class Feature:
    """An ability. Tags: "Attack" (an Attack Action, DYW-SPECIAL-3), "Test" (part of one), "Breather" (uses it up)."""

    name: str
    text: str = ""
    tags: Faces = ()
    reserve: int = 0  # spent by its use
    clout: int = 0
    low: int = 0  # lowest card of an attack, 0 = without a card
    high: int = 0
    suits: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's character. The seat adds the player's name."""

    title: str
    attributes: Mapping[str, int]
    hp: int
    speed: int = 6
    level: int = 1
    reserve: int = 0
    clout: int = 0
    guard: int = 0
    guard_refresh: int = 0
    weapons: tuple[Weapon, ...] = ()
    features: tuple[Feature, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A character of the Dealer. Only the Dealer reads `text`."""

    id: str
    name: str
    attributes: Mapping[str, int]
    hp: int = 0  # 0: cannot be hurt by attacks
    guard: int = 0
    weapons: tuple[Weapon, ...] = ()
    features: tuple[Feature, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The open points of chapter 5, as the table decides them."""

    hand: int = 5  # cards of a first hand (DYW-X-ZONES-1)
    values: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({"A": 1, "J": 11, "Q": 12, "K": 13}))
    attributes: Mapping[str, str] = field(  # attribute -> its usual suit (DYW-X-ATTR-1)
        default_factory=lambda: MappingProxyType({"might": "C", "endurance": "S", "wits": "D", "charm": "H"})
    )
    associated: Mapping[str, str] = field(  # stat -> the attribute that it regains by (DYW-X-ATTR-2)
        default_factory=lambda: MappingProxyType({"hp": "endurance", "reserve": "might", "clout": "might"})
    )
    decks: Literal["shared", "own"] = "shared"  # DYW-X-SHARED-1
    missing: Faces = ()  # cards missing from the deck, as "2C"
    dealer_hand: int = 0  # cards of the Dealer's hand from the shared deck; 0 = a separate deck
    figures_draw: bool = False  # DYW-AMB-4
    damage: Literal["guard_first", "hp", "by_hand"] = "guard_first"  # the effect of damage, which chapter 5 leaves open
    asks_attribute: bool = False  # ask before adding the attribute (DYW-TEST-7)


@dataclass(frozen=True, slots=True)
class Call:
    """A test that the Dealer has prepared. Only the Dealer reads the required Result and the outcomes."""

    id: str
    title: str  # "Force the sluice"
    kind: CallKind
    attribute: str
    suit: str
    required: int = 0  # for a Skill Test
    against: Faces = ()  # figures in a Contest
    passed: str = ""  # read aloud after success
    failed: str = ""

    @property
    def is_contest(self) -> bool:
        return self.kind in {"contest", "surprise_contest"}

    @property
    def is_surprise(self) -> bool:
        return self.kind in {"surprise_test", "surprise_contest"}


@dataclass(frozen=True, slots=True)
class Scene:
    """A page of the adventure. All read `read`, and only the Dealer reads `notes`."""

    id: str
    title: str
    read: str
    notes: str = ""
    figures: Faces = ()  # figures in the scene
    calls: tuple[Call, ...] = ()
    next: Faces = ()  # following scenes; none for an ending
    combat: bool = False  # begins a fight


@dataclass(frozen=True, slots=True)
class Adventure:
    """A story for one session."""

    title: str
    text: str = ""
    minutes: int = 120
    figures: tuple[Figure, ...] = ()
    scenes: tuple[Scene, ...] = ()  # the first one begins
    sheets: tuple[Sheet, ...] = ()  # pregenerated characters


def bonus(feature: Feature) -> int:
    return sum(effect.n for effect in feature.effects if effect.do == "bonus")
