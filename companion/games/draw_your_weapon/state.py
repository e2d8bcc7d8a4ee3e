"""State of Draw Your Weapon (chapter 5) and questions about it. A hand is a number: only its holder knows the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from companion.engine import GameFact, MenuItem, OpenOption, Play, rank
from companion.games.draw_your_weapon.content import Adventure, Feature, Rules, Scene, Weapon, bonus
from companion.i18n import N_, _, from_data
from companion.schema import DEALER, TABLE, Faces, Seat, Words

Tie: TypeAlias = Literal["", "player_beats_dealer", "hand_count", "random"]
TestKind: TypeAlias = Literal["skill_test", "contest"]
Stat: TypeAlias = Literal["hp", "reserve", "clout"]
Number: TypeAlias = Literal["hp", "guard", "reserve", "clout", "experience", "level", "speed"]

MIGHT = "might"
ENDURANCE = "endurance"
CANNOT_DISCARD = "cannot_discard_hand"  # name of an effect
HAND_SIZE = 5  # DYW-REST-7
BREATHERS = 2  # allowed before a Rest (DYW-BREATH-2)
BROKEN = N_("Broken")  # DYW-GUARD-2: without Guard
DOWN = N_("Down")  # without HP: out of the fight
RESTRICTED = N_("Restricted")  # DYW-STRIKE-1


@dataclass(frozen=True, slots=True)
class Deck:
    """One deck in use. The place of a card is known once the table saw it."""

    cards: Faces  # all declared ones
    library: int  # number of cards left
    pile: Faces = ()
    void: Faces = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards in a hand: their number, and those that the table saw enter it."""

    cards: int = 0
    known: Faces = ()


@dataclass(frozen=True, slots=True)
class Character:
    """A character of the story: a player's with a hand, or a figure of the Dealer."""

    name: str  # as typed, or from an adventure; "" = the seat has no name
    seat: Seat  # who plays it
    attributes: Mapping[str, int]
    hand: int = 0
    known: Faces = ()  # cards of the hand that the table saw
    experience: int = 0
    defending: bool = False
    resting: bool = False  # unconscious
    level: int = 1
    hp: int = 0
    max_hp: int | None = None  # None: no limit
    reserve: int = 0
    clout: int = 0
    speed: int = 0
    max_speed: int = 0
    guard: int = 0
    guard_refresh: int = 0
    weapons: tuple[Weapon, ...] = ()  # carried ones
    away: tuple[str, ...] = ()  # names of carried weapons not in hand
    features: tuple[Feature, ...] = ()
    ready: tuple[str, ...] = ()  # Features that were used and count in the next test
    conditions: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    title: str = ""  # title of the sheet, as "The bell founder"
    text: str = ""  # notes on a figure for the Dealer only

    @property
    def display_name(self) -> Words:
        """Return the name to display. A typed name stays, one of an adventure is translated."""
        if self.is_player:
            return self.name or _("Seat {number}", number=self.seat)
        return from_data(self.name)

    @property
    def is_player(self) -> bool:
        return self.seat != DEALER

    @property
    def in_hand(self) -> tuple[Weapon, ...]:
        """Return the weapons that can attack (DYW-WEAPON-1)."""
        return tuple(weapon for weapon in self.weapons if weapon.name not in self.away)

    @property
    def is_down(self) -> bool:
        return DOWN in self.conditions


@dataclass(frozen=True, slots=True)
class Played:
    """One card of a test, and its Result."""

    who: str
    card: str
    base: int  # value of the card
    bonus: int = 0  # attribute added, 0 where the suit does not fit or the player declines
    more: int = 0  # added by Features

    @property
    def result(self) -> int:
        """Return the Result of the card (DYW-TEST-5, -6)."""
        return max(0, self.base + self.bonus + self.more)


@dataclass(frozen=True, slots=True)
class Test:
    """A test under way."""

    kind: TestKind
    attribute: str
    suit: str
    who: tuple[str, ...]
    surprise: bool
    surprised: tuple[str, ...] = ()  # characters that turn the top card
    ordinary: tuple[str, ...] = ()  # defenders that declined the Surprise
    required: int | None = None  # the Dealer's secret, fixed before the card
    laid: bool = False  # all cards are laid, and the number is locked
    played: tuple[Played, ...] = ()  # empty until all cards are laid


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the last test, shown until the next one."""

    test: Test
    winners: tuple[str, ...]  # characters that succeeded
    tie: Tie = ""
    shown: bool = False  # the Dealer has shown the required Result


@dataclass(frozen=True, slots=True)
class Blow:
    """The last attack, shown like a verdict."""

    played: Played
    weapon: str  # "" = bare hands
    target: str
    damage: int


@dataclass(frozen=True, slots=True)
class Checking:
    """A deck check with the cards shown so far."""

    deck: str
    seen: Faces = ()


@dataclass(frozen=True, slots=True)
class State:
    """The whole state at rest."""

    characters: Mapping[str, Character]  # players' characters by seat, then figures
    book: Rules = field(default_factory=Rules)
    decks: Mapping[str, Deck] = field(default_factory=lambda: MappingProxyType({}))  # by seat; TABLE is the shared deck
    held: Hand | None = None  # the Dealer's hand; None = not counted
    adventure: Adventure | None = None
    scene: str = ""  # id; "" = no adventure, or not begun
    met: Faces = ()  # further figures that took part in the scene
    passage: str = ""  # last text read aloud
    note: str = ""  # the Dealer's note to the table
    in_combat: bool = False
    round: int = 0  # round of the combat
    turn: str = ""  # marker of the turn; it restricts no action
    test: Test | None = None
    last: Verdict | None = None
    blow: Blow | None = None  # at most one of `last` and `blow` is set
    checking: Checking | None = None
    breathers: int = 0  # since the last Rest
    ended: bool = False
    ending: Words = ""  # the final sentence


Event: TypeAlias = GameFact[State]
G: TypeAlias = Play[State, Event]
Way: TypeAlias = OpenOption[State, Event]
Action: TypeAlias = MenuItem[State, Event]


def card_value(s: State, card: str) -> int:
    """Return the value in the rules, or the number of the rank (DYW-X-VALUE-1)."""
    values = s.book.values
    return values[rank(card)] if rank(card) in values else int(rank(card))


def with_character(s: State, who: str, character: Character) -> State:
    return replace(s, characters=MappingProxyType({**s.characters, who: character}))


def with_deck(s: State, name: str, deck: Deck) -> State:
    return replace(s, decks=MappingProxyType({**s.decks, name: deck}))


def players(s: State) -> tuple[str, ...]:
    return tuple(name for name, character in s.characters.items() if character.is_player)


def scene_of(s: State) -> Scene | None:
    """Return the open page of the adventure."""
    if s.adventure is None or not s.scene:
        return None
    return next((scene for scene in s.adventure.scenes if scene.id == s.scene), None)


def characters_in_scene(s: State) -> tuple[str, ...]:
    """Return the players' characters and the figures of the scene, or all figures if it names none."""
    scene = scene_of(s)
    figures = scene.figures if scene is not None and scene.figures else tuple(s.characters)
    return tuple(name for name, character in s.characters.items() if character.is_player or name in figures)


def visible_characters(s: State) -> tuple[str, ...]:
    """Return the characters that all seats see: players' characters, and figures that the story has shown.

    The others stay hidden: their names would give away pages that are not open yet.
    """
    if s.adventure is None:
        return tuple(s.characters)
    scene = scene_of(s)
    figures = (*s.met, *(scene.figures if scene is not None else ()))
    return tuple(name for name, character in s.characters.items() if character.is_player or name in figures)


def deck_of(s: State, who: str) -> str:
    """Return the key in `State.decks` of the deck that this character draws from (DYW-X-SHARED-1)."""
    character = s.characters[who]
    if not character.is_player and DEALER in s.decks:
        return DEALER
    return character.seat if character.seat in s.decks else TABLE


def hand_of(s: State, who: str) -> Hand | None:
    """Return the hand that this character plays from; None where it is not counted."""
    character = s.characters[who]
    return Hand(character.hand, character.known) if character.is_player else s.held


def feature_of(s: State, who: str, name: str) -> Feature:
    """Return a Feature of a character. Raises StopIteration without one."""
    return next(feature for feature in s.characters[who].features if feature.name == name)


def feature_bonus(s: State, who: str) -> int:
    """Return the bonus of all Features that are ready."""
    character = s.characters[who]
    return sum(bonus(feature) for feature in character.features if feature.name in character.ready)
