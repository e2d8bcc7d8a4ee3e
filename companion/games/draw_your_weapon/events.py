"""The facts of Draw Your Weapon, and how each changes the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from companion.games.draw_your_weapon.state import (
    Blow,
    Character,
    Played,
    State,
    Test,
    TestKind,
    Tie,
    Verdict,
    with_character,
)
from companion.rules.bag import without
from companion.rules.play import Play
from companion.wire.prompt import Refused


@dataclass(frozen=True, slots=True)
class TestCalled:
    """The Dealer named an attribute and a suit (DYW-TEST-3)."""

    kind: TestKind
    attribute: str
    suit: str
    who: tuple[str, ...]
    surprise: bool


@dataclass(frozen=True, slots=True)
class SurpriseMet:
    """Who turns the top card, and which defenders treat it as no surprise."""

    surprised: tuple[str, ...]
    ordinary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RequirementFixed:
    """The Dealer's secret; every seat hears that it is fixed, the Dealer alone the number."""

    number: int


@dataclass(frozen=True, slots=True)
class CardPlayed:
    who: str
    card: str
    base: int  # value of the card
    bonus: int  # attribute added
    flipped: bool  # from the Library


@dataclass(frozen=True, slots=True)
class TestResolved:
    winners: tuple[str, ...]
    tie: Tie = ""


@dataclass(frozen=True, slots=True)
class ExperienceGained:
    who: str


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """From the Library into the hand, unseen."""

    who: str


@dataclass(frozen=True, slots=True)
class CardKept:
    """The played card goes into the hand, before everybody's eyes."""

    who: str
    card: str


@dataclass(frozen=True, slots=True)
class DefenceTaken:
    who: str


@dataclass(frozen=True, slots=True)
class DefenceEnded:
    who: str


@dataclass(frozen=True, slots=True)
class GuardRaised:
    who: str
    by: int


@dataclass(frozen=True, slots=True)
class ConditionRemoved:
    who: str
    condition: str


@dataclass(frozen=True, slots=True)
class AttackMade:
    """Damage dealt; what it does to the target is another chapter's."""

    who: str
    card: str
    base: int
    bonus: int
    weapon: str  # "" = bare hands
    target: str
    damage: int


@dataclass(frozen=True, slots=True)
class SpeedChanged:
    who: str
    to: int


@dataclass(frozen=True, slots=True)
class FeatureUsed:
    who: str
    counts_as: Literal["attack", "use_ability", "part_of_test"]


@dataclass(frozen=True, slots=True)
class Dashed:
    who: str


@dataclass(frozen=True, slots=True)
class BreatherTaken:
    """The party rests for ten minutes."""


@dataclass(frozen=True, slots=True)
class StatRegained:
    who: str
    stat: Literal["hp", "reserve", "clout"]
    by: int


@dataclass(frozen=True, slots=True)
class CardsTraded:
    """At most one card each; the two know which."""

    one: str
    other: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatGiven:
    """Spent by one, regained by the other."""

    who: str
    to: str
    stat: Literal["reserve", "clout"]
    amount: int


@dataclass(frozen=True, slots=True)
class RestBegan:
    who: str


@dataclass(frozen=True, slots=True)
class RestEnded:
    """Completed, or broken off."""

    who: str
    completed: bool


@dataclass(frozen=True, slots=True)
class PileDiscarded:
    """The Pile goes into the Void."""


@dataclass(frozen=True, slots=True)
class HandDiscarded:
    """The shown hand goes into the Void."""

    who: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CombatChanged:
    """Combat begins or ends."""

    on: bool


@dataclass(frozen=True, slots=True)
class LibraryRenewed:
    """The Void was shuffled into a new Library."""


@dataclass(frozen=True, slots=True)
class EveningEnded:
    """The Dealer closes the story for today."""


Event: TypeAlias = (
    TestCalled
    | SurpriseMet
    | RequirementFixed
    | CardPlayed
    | TestResolved
    | ExperienceGained
    | CardDrawn
    | CardKept
    | DefenceTaken
    | DefenceEnded
    | GuardRaised
    | ConditionRemoved
    | AttackMade
    | SpeedChanged
    | FeatureUsed
    | Dashed
    | BreatherTaken
    | StatRegained
    | CardsTraded
    | StatGiven
    | RestBegan
    | RestEnded
    | PileDiscarded
    | HandDiscarded
    | CombatChanged
    | LibraryRenewed
    | EveningEnded
)
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    match event:
        case TestCalled(kind, attribute, suit, who, surprise):
            return replace(s, test=Test(kind, attribute, suit, who, surprise), last=None, blow=None)
        case SurpriseMet(surprised, ordinary):
            return replace(s, test=replace(_test(s), surprised=surprised, ordinary=ordinary))
        case RequirementFixed(number):
            return replace(s, test=_fixed(_test(s), number))
        case CardPlayed():
            return _played(s, event)
        case TestResolved(winners, tie):
            return replace(s, test=None, last=Verdict(_test(s), winners, tie))
        case ExperienceGained(who):
            character = s.characters[who]
            return with_character(s, who, replace(character, experience=character.experience + 1))
        case CardDrawn(who):
            character = s.characters[who]
            return replace(with_character(s, who, replace(character, hand=character.hand + 1)), library=s.library - 1)
        case CardKept(who, card):
            character = s.characters[who]
            kept = replace(character, hand=character.hand + 1, known=(*character.known, card))
            return replace(with_character(s, who, kept), pile=without(s.pile, card))
        case DefenceTaken(who):
            return with_character(s, who, replace(s.characters[who], defending=True))
        case DefenceEnded(who):
            return with_character(s, who, replace(s.characters[who], defending=False))
        case GuardRaised(who, by):
            character = s.characters[who]
            return with_character(s, who, replace(character, guard=character.guard + by))
        case ConditionRemoved(who, condition):
            character = s.characters[who]
            left = tuple(c for c in character.conditions if c != condition)
            return with_character(s, who, replace(character, conditions=left))
        case AttackMade(who, card, base, bonus, weapon, target, damage):
            return replace(s, last=None, blow=Blow(Played(who, card, base, bonus), weapon, target, damage))
        case SpeedChanged(who, to):
            return with_character(s, who, replace(s.characters[who], speed=to))
        case FeatureUsed() | Dashed():
            return s
        case BreatherTaken():
            return replace(s, breathers=s.breathers + 1)
        case StatRegained(who, stat, by):
            return with_character(s, who, _regained(s.characters[who], stat, by))
        case CardsTraded(one, other, gives, takes):
            return _handed(_handed(s, one, other, gives), other, one, takes)
        case StatGiven(who, to, stat, amount):
            spent = with_character(s, who, _regained(s.characters[who], stat, -amount))
            return with_character(spent, to, _regained(spent.characters[to], stat, amount))
        case RestBegan(who):
            return with_character(s, who, replace(s.characters[who], resting=True))
        case RestEnded(who, completed):
            awake = with_character(s, who, replace(s.characters[who], resting=False))
            return replace(awake, breathers=0) if completed else awake
        case PileDiscarded():
            return replace(s, pile=(), void=s.void + s.pile)
        case HandDiscarded(who, cards):
            empty = replace(s.characters[who], hand=0, known=())
            return replace(with_character(s, who, empty), void=s.void + cards)
        case CombatChanged(on):
            return replace(s, in_combat=on)
        case LibraryRenewed():
            return replace(s, library=s.library + len(s.void), void=())
        case EveningEnded():
            return replace(s, ended=True)
    assert_never(event)


def _played(s: State, event: CardPlayed) -> State:
    """A card of the Library or of a player's hand goes to the Pile (DYW-X-ZONES-3); an attack is no test."""
    character, lies = s.characters[event.who], Played(event.who, event.card, event.base, event.bonus)
    test = replace(s.test, played=(*s.test.played, lies)) if s.test else None
    s = replace(s, pile=(*s.pile, event.card), test=test)
    if event.flipped:
        return replace(s, library=s.library - 1)
    if not character.is_player:
        return s
    known = without(character.known, event.card) if event.card in character.known else character.known
    return with_character(s, event.who, replace(character, hand=character.hand - 1, known=known))


def _handed(s: State, giver: str, taker: str, cards: tuple[str, ...]) -> State:
    """Cards from hand to hand; one that the table knows stays known."""
    for card in cards:
        a, b = s.characters[giver], s.characters[taker]
        seen = (card,) if card in a.known else ()
        a = replace(a, hand=a.hand - 1, known=without(a.known, card) if seen else a.known)
        b = replace(b, hand=b.hand + 1, known=b.known + seen)
        s = with_character(with_character(s, giver, a), taker, b)
    return s


def _fixed(test: Test, number: int) -> Test:
    """With another required Result. Raises Refused once a card lies there (DYW-SKILL-6)."""
    if test.played:
        raise Refused("REQUIREMENT_LOCKED", "The required Result cannot change once the card lies there.")
    return replace(test, required=number)


def _regained(character: Character, stat: Literal["hp", "reserve", "clout"], by: int) -> Character:
    """HP never rises above its maximum (DYW-AMB-10)."""
    match stat:
        case "hp":
            more = character.hp + by
            most = more if character.max_hp is None else max(character.hp, character.max_hp)
            return replace(character, hp=min(more, most))
        case "reserve":
            return replace(character, reserve=character.reserve + by)
        case "clout":
            return replace(character, clout=character.clout + by)


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way: this fact belongs to one")
    return s.test
