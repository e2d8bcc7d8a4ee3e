"""The nouns of Draw Your Weapon, chapter 5. A hand is a number: what its cards are, its holder knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.rules.cards52 import DECK, rank
from companion.rules.modifiers import Modifier, value
from companion.wire.prompt import DEALER, Faces, Seat

Tie: TypeAlias = Literal["", "player_beats_dealer", "hand_count", "random"]
TestKind: TypeAlias = Literal["skill_test", "contest"]


MIGHT = "might"
ENDURANCE = "endurance"
CANNOT_DISCARD = "cannot_discard_hand"  # an effect
HAND_SIZE = 5  # DYW-X-ZONES-1
BREATHERS = 2  # before a Rest (DYW-BREATH-2)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon and the cards that can be played with it."""

    name: str
    low: int  # lowest value of a card
    high: int
    suits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody in the story: a player's, with a hand, or one of the Dealer's, whose cards are not counted."""

    name: str
    seat: Seat  # who plays it
    attributes: Mapping[str, int]
    hand: int = 0
    known: Faces = ()  # of the hand, the cards that the table saw go into it
    experience: int = 0
    defending: bool = False
    resting: bool = False  # unconscious
    restricted: bool = False  # in some way that keeps from striking
    level: int = 1
    hp: int = 0
    max_hp: int | None = None  # None: no limit
    reserve: int = 0
    clout: int = 0
    speed: int = 0
    max_speed: int = 0
    guard: int = 0
    guard_refresh: int = 0
    weapons: tuple[Weapon, ...] = ()  # in hand
    conditions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()

    @property
    def is_player(self) -> bool:
        return self.seat != DEALER


@dataclass(frozen=True, slots=True)
class Played:
    """One card that lies there for a test, and what it counts."""

    who: str
    card: str
    base: int  # value of the card
    bonus: int = 0  # attribute added, 0 where the suit does not fit or the player declines

    @property
    def result(self) -> int:
        """DYW-TEST-5, -6."""
        return value(self.base, (Modifier("attribute", add=self.bonus),))


@dataclass(frozen=True, slots=True)
class Test:
    """A test under way."""

    kind: TestKind
    attribute: str
    suit: str
    who: tuple[str, ...]
    surprise: bool
    surprised: tuple[str, ...] = ()  # of `who`, those who turn the top card instead of playing from the hand
    ordinary: tuple[str, ...] = ()  # defenders who treat the Surprise as none
    required: int | None = None  # the Dealer's secret, fixed before the card
    played: tuple[Played, ...] = ()  # nothing before all are in


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the last test ended; it stands on the table until the next one is called."""

    test: Test
    winners: tuple[str, ...]  # who succeeded
    tie: Tie = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """The last attack; it stands like a verdict."""

    played: Played
    weapon: str  # "" = bare hands
    target: str
    damage: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything at rest."""

    characters: Mapping[str, Character]  # the players' under their seats, then the Dealer's
    values: Mapping[str, int]  # of the ranks that are no numbers
    attributes: Mapping[str, str]  # attribute -> its usual suit
    library: int  # cards left in it
    pile: Faces = ()
    void: Faces = ()
    in_combat: bool = False
    asks_attribute: bool = False  # ask whether the attribute is added; else it always is (DYW-TEST-7)
    test: Test | None = None
    last: Verdict | None = None
    blow: Blow | None = None  # of `last` and `blow` at most one stands
    associated: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))  # "hp" -> its attribute
    breathers: int = 0  # since the last Rest
    ended: bool = False


def card_value(s: State, card: str) -> int:
    """DYW-X-VALUE-1."""
    return s.values[rank(card)] if rank(card) in s.values else int(rank(card))


def known_elsewhere(s: State, who: str) -> Faces:
    """Cards that everybody knows to be in another hand, in the Pile or in the Void."""
    others = tuple(card for name, c in s.characters.items() if name != who for card in c.known)
    return others + s.pile + s.void


def possible(s: State, who: str) -> Faces:
    """The cards that can be in this hand: those known to be there, and the unseen ones for the rest of it."""
    character = s.characters[who]
    if character.is_player and len(character.known) >= character.hand:
        return character.known
    elsewhere = known_elsewhere(s, who)
    return tuple(card for card in DECK if card not in elsewhere)


def unseen(s: State) -> Faces:
    """The cards that can come off the Library."""
    elsewhere = known_elsewhere(s, "")
    return tuple(card for card in DECK if card not in elsewhere)


def with_character(s: State, who: str, character: Character) -> State:
    return replace(s, characters=MappingProxyType({**s.characters, who: character}))


def players(s: State) -> tuple[str, ...]:
    return tuple(name for name, c in s.characters.items() if c.is_player)
