"""The facts of Draw Your Weapon, and how they change the state: tests, cards, characters, the story."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import Play
from companion.games.draw_your_weapon.facts.cards import (
    CardDrawn,
    CardFact,
    CardKept,
    CardMoved,
    CardsTraded,
    DeckCheckBegan,
    DeckChecked,
    DeckDeclared,
    HandCounted,
    HandDiscarded,
    HandfulSeen,
    LibraryRenewed,
    PileDiscarded,
    apply_card,
)
from companion.games.draw_your_weapon.facts.characters import (
    BodyFact,
    BreatherTaken,
    ConditionGained,
    ConditionRemoved,
    Dashed,
    DefenceEnded,
    DefenceTaken,
    ExperienceGained,
    FeatureUsed,
    GuardRaised,
    HarmSuffered,
    NumberSet,
    RestBegan,
    RestEnded,
    SpeedChanged,
    StatGiven,
    StatRegained,
    StatSpent,
    WeaponGained,
    WeaponLost,
    WeaponPutAway,
    WeaponTaken,
    apply_body,
)
from companion.games.draw_your_weapon.facts.story import (
    CombatChanged,
    EveningEnded,
    NoteWritten,
    PassageRead,
    SceneBegan,
    StoryFact,
    TurnBegan,
    apply_story,
)
from companion.games.draw_your_weapon.facts.tests import (
    AttackMade,
    CardPlayed,
    CardsLaid,
    RequirementFixed,
    RequirementShown,
    SurpriseMet,
    TestCalled,
    TestCalledOff,
    TestFact,
    TestResolved,
    apply_test,
)
from companion.games.draw_your_weapon.state import State

__all__ = [
    "AttackMade",
    "BreatherTaken",
    "CardDrawn",
    "CardKept",
    "CardMoved",
    "CardPlayed",
    "CardsLaid",
    "CardsTraded",
    "CombatChanged",
    "ConditionGained",
    "ConditionRemoved",
    "Dashed",
    "DeckCheckBegan",
    "DeckChecked",
    "DeckDeclared",
    "DefenceEnded",
    "DefenceTaken",
    "EveningEnded",
    "Event",
    "ExperienceGained",
    "FeatureUsed",
    "G",
    "GuardRaised",
    "HandCounted",
    "HandDiscarded",
    "HandfulSeen",
    "HarmSuffered",
    "LibraryRenewed",
    "NoteWritten",
    "NumberSet",
    "PassageRead",
    "PileDiscarded",
    "RequirementFixed",
    "RequirementShown",
    "RestBegan",
    "RestEnded",
    "SceneBegan",
    "SpeedChanged",
    "StatGiven",
    "StatRegained",
    "StatSpent",
    "SurpriseMet",
    "TestCalled",
    "TestCalledOff",
    "TestResolved",
    "TurnBegan",
    "WeaponGained",
    "WeaponLost",
    "WeaponPutAway",
    "WeaponTaken",
    "apply",
]

Event: TypeAlias = TestFact | CardFact | BodyFact | StoryFact
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    if isinstance(event, TestFact):
        return apply_test(s, event)
    if isinstance(event, CardFact):
        return apply_card(s, event)
    return apply_story(s, event) if isinstance(event, StoryFact) else apply_body(s, event)
