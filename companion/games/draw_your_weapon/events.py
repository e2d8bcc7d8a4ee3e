"""The facts of Draw Your Weapon, and how each changes the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.games.draw_your_weapon.state import (
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
    | LibraryRenewed
    | EveningEnded
)
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    match event:
        case TestCalled(kind, attribute, suit, who, surprise):
            return replace(s, test=Test(kind, attribute, suit, who, surprise), last=None)
        case SurpriseMet(surprised, ordinary):
            return replace(s, test=replace(_test(s), surprised=surprised, ordinary=ordinary))
        case RequirementFixed(number):
            return replace(s, test=replace(_test(s), required=number))
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
        case LibraryRenewed():
            return replace(s, library=s.library + len(s.void), void=())
        case EveningEnded():
            return replace(s, ended=True)
    assert_never(event)


def _played(s: State, event: CardPlayed) -> State:
    """A card of the Library or of a player's hand goes to the Pile (DYW-X-ZONES-3)."""
    test, character = _test(s), s.characters[event.who]
    lies = Played(event.who, event.card, event.base, event.bonus)
    s = replace(s, pile=(*s.pile, event.card), test=replace(test, played=(*test.played, lies)))
    if event.flipped:
        return replace(s, library=s.library - 1)
    if not character.is_player:
        return s
    known = without(character.known, event.card) if event.card in character.known else character.known
    return with_character(s, event.who, replace(character, hand=character.hand - 1, known=known))


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way: this fact belongs to one")
    return s.test
