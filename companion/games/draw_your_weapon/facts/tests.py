"""The facts of tests and attacks, and how each changes the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.games.draw_your_weapon.facts.cards import gone_from_hand, gone_from_library, onto_pile
from companion.games.draw_your_weapon.state import (
    Blow,
    Played,
    State,
    Test,
    TestKind,
    Tie,
    Verdict,
    with_character,
)
from companion.schema import Refused


@dataclass(frozen=True, slots=True)
class TestCalled:
    """The Dealer named an attribute and a suit (DYW-TEST-3)."""

    kind: TestKind
    attribute: str
    suit: str
    who: tuple[str, ...]
    surprise: bool


@dataclass(frozen=True, slots=True)
class TestCalledOff:
    """The Dealer takes the call back before a card lies there."""


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
class RequirementShown:
    """After the test the Dealer shows what was required: now everybody sees it."""


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """All cards lie there, and it is still asked what they count: from now on the number is locked (DYW-SKILL-6)."""


@dataclass(frozen=True, slots=True)
class CardPlayed:
    who: str
    card: str
    base: int  # value of the card
    bonus: int  # attribute added
    flipped: bool  # from the Library
    more: int = 0  # added by Features


@dataclass(frozen=True, slots=True)
class TestResolved:
    winners: tuple[str, ...]
    tie: Tie = ""


@dataclass(frozen=True, slots=True)
class AttackMade:
    """Damage dealt; what it takes away is told by a fact of its own."""

    who: str
    card: str
    base: int
    bonus: int
    weapon: str  # "" = bare hands
    target: str
    damage: int
    more: int = 0  # added by Features


TestFact: TypeAlias = (
    TestCalled
    | TestCalledOff
    | SurpriseMet
    | RequirementFixed
    | RequirementShown
    | CardsLaid
    | CardPlayed
    | TestResolved
    | AttackMade
)


def apply_test(s: State, event: TestFact) -> State:
    """The state after a fact of a test."""
    match event:
        case TestCalled(kind, attribute, suit, who, surprise):
            return _met(replace(s, test=Test(kind, attribute, suit, who, surprise), last=None, blow=None), who)
        case TestCalledOff():
            return replace(s, test=None)
        case SurpriseMet(surprised, ordinary):
            return replace(s, test=replace(_test(s), surprised=surprised, ordinary=ordinary))
        case RequirementFixed(number):
            return replace(s, test=_fixed(_test(s), number))
        case RequirementShown():
            return replace(s, last=replace(_last(s), shown=True))
        case CardsLaid():
            return replace(s, test=replace(_test(s), laid=True))
        case CardPlayed():
            return _played(s, event)
        case TestResolved(winners, tie):
            return replace(s, test=None, last=Verdict(_test(s), winners, tie))
        case AttackMade(who, card, base, bonus, weapon, target, damage, more):
            blow = Blow(Played(who, card, base, bonus, more), weapon, target, damage)
            return _met(replace(s, last=None, blow=blow), (who, target))
    assert_never(event)


def _met(s: State, names: Iterable[str]) -> State:
    """From now on in this scene everybody knows that these are there."""
    new = (name for name in names if name in s.characters and not s.characters[name].is_player and name not in s.met)
    return replace(s, met=(*s.met, *new))


def _played(s: State, event: CardPlayed) -> State:
    """A card of the Library or of a hand goes to the Pile (DYW-X-ZONES-3); an attack is no test."""
    lies = Played(event.who, event.card, event.base, event.bonus, event.more)
    s = replace(s, test=replace(s.test, played=(*s.test.played, lies)) if s.test else None)
    if s.test is not None:  # what was kept ready for a test is not lost by an attack before it
        s = with_character(s, event.who, replace(s.characters[event.who], ready=()))
    gone = gone_from_library(s, event.who) if event.flipped else gone_from_hand(s, event.who, event.card)
    return onto_pile(gone, event.who, event.card)


def _fixed(test: Test, number: int) -> Test:
    """With another required Result. Raises Refused once a card lies there (DYW-SKILL-6)."""
    if test.played or test.laid:
        raise Refused(
            "REQUIREMENT_LOCKED", "The required Result cannot change once the card lies there.", "DYW-SKILL-6"
        )
    return replace(test, required=number)


def _test(s: State) -> Test:
    if s.test is None:
        raise ValueError("no test is under way: this fact belongs to one")
    return s.test


def _last(s: State) -> Verdict:
    if s.last is None:
        raise ValueError("no test has ended: there is no number to show")
    return s.last
